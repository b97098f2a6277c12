"""Which language a question is written in: scripts and function words, read item by item.

Language identifiers are trained on paragraphs; on single questions full of names they come out with a rare relative of the right language
as often as not. All that is needed here is "not the language asked for", and function words tell that for the languages listed. A text that
gives no sign either way counts as written in the language asked for.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

WORDS_OF_LANGUAGES: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("languages.toml").read_text(encoding="utf-8"))

_NAMES: dict[str, str] = WORDS_OF_LANGUAGES["names"]
_FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in WORDS_OF_LANGUAGES["function_words"].items()}
_SCRIPTS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(script["range"]), tuple(script["languages"])) for script in WORDS_OF_LANGUAGES["scripts"]
)
# Serbian is written in Latin letters too.
_NEVER_LATIN = frozenset(language for _, languages in _SCRIPTS for language in languages) - {"sr"}
_BEYOND_LATIN = "\u0370"
_PUNCTUATION = str.maketrans(dict.fromkeys("¿¡?!.,;:()\"«»", " "))


def language_name(code: str) -> str:
    """The English name of a language, for prompts; for an unlisted code a phrase that says the same."""
    return str(_NAMES.get(code, "the language of the article"))


def written_language(text: str, expected: str) -> str:
    """The language of a question: ``expected`` unless its script or its function words speak against that.

    Another listed language is named when it has at least two different function words more than ``expected`` has.
    """
    if not text.isascii() and max(text) >= _BEYOND_LATIN:
        for pattern, languages in _SCRIPTS:
            # A foreign name may stand in its own script; a question in that script has more of it.
            if len(pattern.findall(text)) > len(text) // 4:
                return expected if expected in languages else languages[0]
    if expected not in _FUNCTION_WORDS and expected not in _NEVER_LATIN:
        return expected
    words = set(text.casefold().translate(_PUNCTUATION).split())
    signs = len(words & _FUNCTION_WORDS.get(expected, frozenset()))
    other = max(_FUNCTION_WORDS, key=lambda language: len(words & _FUNCTION_WORDS[language])) if signs < 3 else expected
    return other if len(words & _FUNCTION_WORDS.get(other, frozenset())) >= signs + 2 else expected
