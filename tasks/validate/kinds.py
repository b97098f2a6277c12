"""What a choice looks like: a number, an amount, a year, a date, a time, a name or a phrase.

The surface only, since types of entity cannot be had without a model: enough to see that "12 people" does not belong among three towns.
"""

from __future__ import annotations

import re

from tasks.questions.dates import MONTHS
from tasks.validate.phrases import in_any_language

FAMILY = {"number": "figure", "amount": "figure", "year": "figure", "date": "date", "time": "time", "name": "words", "phrase": "words"}

_WORD = rf"(?:{in_any_language('number_words')})\b"
_ABOUT = r"(?:(?:about|around|almost|nearly|more than|less than|at least|up to|over|under|some|an?|the) |[-+~≈<>] ?)*"
_CURRENCY = r"(?:(?:us|c|a|s|hk|r)?[$€£¥₹₩₽]|(?:usd|eur|gbp|chf|rs\.?) ?)"
_DIGITS = r"\d[\d.,' ]*"
_GLUED_UNIT = r"(?:k|m|bn|tn|km|kg|cm|mm|mw|gw|kwh|gb|tb|mb|ft|mph|°c|°f)"
_OPENS_FIGURE = re.compile(rf"{_ABOUT}{_CURRENCY}?(?:\d|{_WORD})")
_LEAD = re.compile(_ABOUT)
_NUMERAL = re.compile(rf"\d[\d.,']*|{_WORD}|and|y|e|et|point")
_AMOUNT = re.compile(rf"^{_ABOUT}{_CURRENCY}?(?:{_DIGITS}(?!\w|(?:st|nd|rd|th)\b)|\d[\d.,]*{_GLUED_UNIT}\b|{_WORD})")
_YEAR = re.compile(r"^(?:in )?(?:1[5-9]|20)\d\d(?:s|[-/]\d\d(?:\d\d)?)?$")
_AM_PM = r"(?:[ap]\.?m\b\.?|o'clock)"
_PART_OF_DAY = r"(?:in the (?:morning|afternoon|evening)|at night|de la (?:mañana|tarde|noche|madrugada)|del mediodía)"
_SPOKEN = rf"(?:\d{{1,2}}|una|{_WORD})(?: y (?:media|cuarto)| menos cuarto)? {_PART_OF_DAY}"
_CLOCK = re.compile(
    rf"^(?:at |a las? |las? )?(?:\d{{1,2}}[:.h]\d\d(?: ?{_AM_PM}| hours)?|\d{{1,2}} ?{_AM_PM}|noon|midnight|{_SPOKEN})(?: [a-z]{{2,4}})?$"
)
_CLOCK_WITH_DOT = re.compile(r"^\d+\.\d+$")
_MONTH = "|".join(sorted({name for names in MONTHS.values() for name in names}, key=len, reverse=True))
_EARLY = r"(?:early |late |mid[- ]?|in |on |by |the end of |next |last )?"
_DATE_IN_DIGITS = re.compile(rf"\b\d{{1,2}}(?:st|nd|rd|th|\.|º)? (?:of |de )?(?:{_MONTH})\b|^\d{{4}}-\d\d-\d\d$|\d[年月]")
_DATE_BY_NAME = re.compile(
    rf"{_EARLY}(?:(?:{_MONTH})(?: \d{{1,2}}\b|,? (?:of |de )?\d{{4}}|$)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?$"
    r"|(?:spring|summer|autumn|winter)(?: (?:of )?\d{4})?$)"
)
_OPENERS = frozenset(
    (
        f"{in_any_language('number_words')}|{_MONTH}|about|around|almost|nearly|more|less|at|up|over|under|some|a|an|the|early|late|mid|in|on|by|next|last"
        "|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|noon|midnight|una|las|la"
    ).split("|")
)
_NUMBER_WORDS = frozenset(in_any_language("number_words").split("|"))
_NOT_UNITS = frozenset(f"{_MONTH}|am|pm|of|de|and".split("|"))  # after these a date, a time or a range may follow
_DIGIT = re.compile(r"\d")
_FIRST = re.compile(r"[^\W\d_]+")
_UNIT = re.compile(r"([^\W\d_]+|%)$")
_SYMBOLS = "$€£¥₹₩₽"


def kind_of(choice: str, folded: str) -> str:
    """One of number, amount, year, date, time, name, phrase for a choice and its folded form."""
    if plain := _plain_amount(folded):
        return plain
    digits = _DIGIT.search(folded) is not None
    first = _FIRST.match(folded)
    if not digits and first is not None and first.group() not in _OPENERS:
        return "name" if _is_name(choice) else "phrase"
    if _CLOCK.match(folded) and not _CLOCK_WITH_DOT.match(folded):
        return "time"
    if _DATE_BY_NAME.match(folded):
        return "date"
    if digits:
        if _YEAR.match(folded):
            return "year"
        if _DATE_IN_DIGITS.search(folded):
            return "date"
    if _OPENS_FIGURE.match(folded):
        if all(_NUMERAL.fullmatch(word) for word in _LEAD.sub("", folded, count=1).replace("-", " ").split()):
            return "number"
        if _AMOUNT.match(folded) and not _opens_a_name(choice):
            return "amount"
    return "name" if _is_name(choice) else "phrase"


def _plain_amount(folded: str) -> str:
    """The kind of what is by far the most frequent figure, digits and then words ("74 minutes", "3.8 million"); else empty."""
    head, _, rest = folded.partition(" ")
    if not rest or not folded[0].isdigit() or not head.replace(",", "").replace(".", "").isdigit():
        return ""
    words = rest.split()
    if words[0] in _NOT_UNITS or not all(map(str.isalpha, words)):
        return ""
    return "number" if _NUMBER_WORDS.issuperset(words) else "amount"


def unit_of(folded: str) -> str:
    """The last word of an amount, plural s off: "crown" of "3.8 million crowns"; the currency sign where that comes first."""
    if folded[:1] in _SYMBOLS:
        return folded[:1]
    match = _UNIT.search(folded.rstrip(". "))
    return match.group(1).rstrip("s") if match else ""


def _opens_a_name(choice: str) -> bool:
    """Two Rivers, but not Two ships: a number word before a capital."""
    words = choice.split()
    return len(words) > 1 and all(word[:1].isupper() for word in words[:2])


def _is_name(choice: str) -> bool:
    """At least half of its words of four letters and more begin with a capital (a script without capitals has no names)."""
    words = [word.strip("\"'“”‘’(") for word in choice.split()]
    weighty = [word for word in words if len(word) > 3] or words
    return sum(word[:1].isupper() or word[:1].isdigit() for word in weighty) * 2 >= len(weighty)
