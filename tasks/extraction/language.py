"""Which language a page is written in, and how many words a text has in it.

The declared language (page, then feed) is believed unless the letters or a confident guess speak against it: templates say ``en`` on
Korean, Indonesian or Portuguese pages, and newspaper4k finds no text at all under the wrong one. The guess is py3langid's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

_SAMPLE = 3000  # characters; py3langid takes 0.5 ms for them
_SURE = 0.9
_LETTERS_TO_OVERRULE = 300
_LETTERS_TO_GUESS = 20

# Unicode's names of letters start with their script; Latin is every language that is not listed.
_SCRIPTS = {
    "CYRILLIC": ("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg", "tt"),
    "ARABIC": ("ar", "fa", "ur", "ps", "ku", "ug", "sd"),
    "DEVANAGARI": ("hi", "mr", "ne", "sa"),
    "BENGALI": ("bn", "as"),
    "CJK": ("zh", "ja"),
    "HIRAGANA": ("ja",),
    "KATAKANA": ("ja",),
    "HANGUL": ("ko",),
    "HEBREW": ("he", "yi"),
    "ETHIOPIC": ("am", "ti"),
    "GREEK": ("el",),
    "THAI": ("th",),
    "LAO": ("lo",),
    "KHMER": ("km",),
    "MYANMAR": ("my",),
    "GEORGIAN": ("ka",),
    "ARMENIAN": ("hy",),
    "TAMIL": ("ta",),
    "TELUGU": ("te",),
    "KANNADA": ("kn",),
    "MALAYALAM": ("ml",),
    "GUJARATI": ("gu",),
    "GURMUKHI": ("pa",),
    "SINHALA": ("si",),
    "ORIYA": ("or",),
}
_ALSO_LATIN = frozenset({"sr", "uz", "az", "kk", "ku", "tt"})
_SAME = {
    "iw": "he",
    "in": "id",
    "ji": "yi",
    "nb": "no",
    "nn": "no",
    "fil": "tl",
    "cmn": "zh",
    "yue": "zh",
    "jp": "ja",
    "kr": "ko",
    "cn": "zh",
    "ua": "uk",
}
# Languages that a guesser mixes up with one another: among these the declaration holds.
_NEAR = (
    {"no", "da", "sv"},
    {"id", "ms", "jv"},
    {"hr", "sr", "bs", "sl"},
    {"gl", "pt", "es", "ca", "an", "oc", "ext"},
    {"cs", "sk"},
    {"ru", "uk", "be", "bg", "mk"},
    {"hi", "mr", "ne"},
    {"ar", "arz", "ary", "fa", "ur"},
    {"zh", "wuu", "ja"},
    {"nl", "af", "fy"},
    {"en", "pcm"},
    {"it", "vec", "lij"},
    {"fr", "wa", "gcr"},
)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_RUN = re.compile(f"{_UNSPACED.pattern}+")
_CHARACTERS_A_WORD = 2  # about right for Chinese and Japanese; Thai and its neighbours count double, which the gates can bear


def normal_code(code: str | None) -> str | None:
    """``pt`` for ``pt-BR``, ``he`` for ``iw``; None for what is no language code."""
    head = re.split(r"[-_,; ]", (code or "").strip().lower(), maxsplit=1)[0]
    if not (head.isascii() and head.isalpha() and 2 <= len(head) <= 3) or head in ("und", "zxx", "mul"):
        return None
    return _SAME.get(head, head)


def script_of(text: str) -> str:
    """The script of most letters: LATIN, CYRILLIC, HANGUL, ...; "" without letters. Kana beside Han mean Japanese."""
    counts = Counter(_script(letter) for letter in text[:_SAMPLE] if letter.isalpha())
    if not counts:
        return ""
    kana = counts["HIRAGANA"] + counts["KATAKANA"]
    if kana and kana + counts["CJK"] > sum(counts.values()) / 2 and kana > counts["CJK"] / 20:
        return "HIRAGANA"
    return counts.most_common(1)[0][0]


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ", 1)[0].split("-", 1)[0]


def fits_script(language: str, script: str) -> bool:
    """Whether a language is written in that script (an unknown script fits all)."""
    if script in _SCRIPTS:
        return language in _SCRIPTS[script]
    return script != "LATIN" or language in _ALSO_LATIN or not any(language in group for group in _SCRIPTS.values())


def choose_language(declared: Sequence[str | None], sample: str) -> str:
    """The language of ``sample``, given what page and feed declare in order of trust. "" when nothing can be said."""
    script = script_of(sample)
    believed = next((code for code in map(normal_code, declared) if code and fits_script(code, script)), None)
    letters = sum(map(str.isalpha, sample[:_SAMPLE]))
    if believed and letters < _LETTERS_TO_OVERRULE:
        return believed
    guess, sure = guess_language(sample)
    near = any({guess, believed} <= group for group in _NEAR)
    if believed and (near or sure < _SURE or not fits_script(guess, script)):
        return believed
    if guess and fits_script(guess, script) and (script == "LATIN" or sure >= 0.5):
        return guess
    return _SCRIPTS[script][0] if script in _SCRIPTS else guess


def guess_language(text: str) -> tuple[str, float]:
    """(language, probability) by py3langid; ("", 0) for a text of a few letters."""
    if sum(map(str.isalpha, text[:_SAMPLE])) < _LETTERS_TO_GUESS:
        return "", 0.0
    code, probability = _identifier().classify(text[:_SAMPLE])
    return normal_code(code) or "", float(probability)


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # 0.7 s, so only where a page is read

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def words(text: str) -> list[str]:
    """Words in lower case; in scripts without spaces each character is one (for shingles, not for counting)."""
    plain: list[str] = _WORD.findall(text.lower())
    if not _UNSPACED.search(text):
        return plain
    found: list[str] = []
    for word in plain:
        found.extend(word if _UNSPACED.search(word) else (word,))
    return found


def count_words(text: str) -> int:
    """Words of a text; a run in a script without spaces counts one word for two characters."""
    unspaced = sum(map(len, _RUN.findall(text)))
    return len(_WORD.findall(_RUN.sub(" ", text))) + unspaced // _CHARACTERS_A_WORD
