"""When two pieces of text count as the same.

Three strengths, from weak to strong. ``tidy`` is what is stored. ``fold`` is for "verbatim": it forgives what typography does to a text
(width, case, kinds of quotes, dashes and spaces) and nothing that a writer would have to change. ``fold_choice`` is for "distinct": two
choices that a reader would take for one, such as 1,000 and 1000, or "the Bank" and "Bank", fold to the same string.
"""

from __future__ import annotations

import re
import unicodedata

_QUOTES = dict.fromkeys("‘’‚‛′`´ʼ", "'") | dict.fromkeys("“”„‟″«»「」『』", '"')
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣", "-")
_INVISIBLE = dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e", "")
_TYPOGRAPHY = _QUOTES | _DASHES | _INVISIBLE
_INVISIBLES = re.compile("[" + "".join(_INVISIBLE) + "\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_GROUPED = re.compile(r"(?<=\d)[,' ](?=\d{3}(?!\d))")
_PER_CENT = re.compile(r"\s*(?:%|\bper ?cent\b)")
_MINUS = re.compile(r"(?:^|(?<=[\s(]))-(?=\d)")
# Thai and Lao, Burmese, Khmer, Japanese syllables, Chinese characters.
_SPACELESS = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF))
_ARTICLES = ("the ", "an ", "a ")
_SHORT = 400
_RARE_SPACE = "\t\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\u1680\u2028\u2029"


def tidy(text: str) -> str:
    """``text`` in NFC, without invisible and control characters, each run of white space one plain space, trimmed."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if not text.isprintable():
        text = _INVISIBLES.sub("", text)
    return " ".join(text.split())


def fold(text: str) -> str:
    """The form in which "verbatim" is decided: width (NFKC), case, kinds of quotes and dashes and white space no longer matter.

    Letters, digits, their separators and the order of words still do: 1,000 and 1000 differ here.
    """
    if not text.isascii():
        # Before NFKC, which would turn an acute accent used as an apostrophe into a space and a letter's mark.
        for sign, plain in _TYPOGRAPHY.items():
            if sign in text:
                text = text.replace(sign, plain)
        text = unicodedata.normalize("NFKC", text)
    return _one_line(text.casefold())


def _one_line(text: str) -> str:
    """White space as single spaces. On an article, splitting and joining takes ten times as long as replacing."""
    if len(text) < _SHORT or any(sign in text for sign in _RARE_SPACE):
        return " ".join(text.split())
    text = text.replace("\n", " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip(" ")


def fold_choice(text: str) -> str:
    """The form in which "distinct" is decided: beyond ``fold``, thousands separators, dash or space, "per cent" or "%", a leading
    article and closing punctuation no longer matter. A minus before a digit still does."""
    return loosen(fold(text))


def loosen(folded: str) -> str:
    """``fold_choice`` of a text that is folded already."""
    text = _GROUPED.sub("", folded.strip(" \"'").rstrip(".;,!"))
    if "%" in text or "cent" in text:
        text = _PER_CENT.sub("%", text)
    if "-" in text:
        text = _one_line(_MINUS.sub("\u2212", text).replace("-", " "))
    return text[len(article) :] if (article := next((a for a in _ARTICLES if text.startswith(a)), "")) else text


def holds_words(text: str, words: str) -> bool:
    """Whether ``words`` stand in ``text``, both folded, as whole words: 12 is not in 212, nor 8 in 3.8.

    Scripts without spaces between words (Chinese, Japanese, Thai) have no such borders, and none are asked for.
    """
    if not words:
        return False
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        before, after = text[max(at - 2, 0) : at], text[end : end + 2]
        if _is_border(before[-1:], before[:-1], words[0]) and _is_border(after[:1], after[1:], words[-1]):
            return True
        at = text.find(words, at + 1)
    return False


def _is_border(beside: str, beyond: str, edge: str) -> bool:
    """Whether a word whose outer character is ``edge`` ends at ``beside`` (with ``beyond`` after it)."""
    if not beside:
        return True
    if edge.isdigit() and beside in ".," and beyond.isdigit():
        return False
    if not (beside.isalnum() and edge.isalnum()):
        return True
    return has_no_spaces(beside) or has_no_spaces(edge)


def has_no_spaces(character: str) -> bool:
    """Whether a character belongs to a script that writes words without spaces between them."""
    code = ord(character)
    return any(first <= code <= last for first, last in _SPACELESS)
