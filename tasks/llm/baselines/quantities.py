"""Numbers, amounts, shares, measures, dates and years in English prose, with the words that belong to them.

What only looks like a quantity stays out: model names (Tern 3), scores (2-1), clock times, ranges, ordinals, "one in nine thousand".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.llm.baselines.lexicon import DURATIONS, FRACTIONS, MEASURES, MONEY, MONTHS, NOT_NOUNS, NUMBER_STOPS, PEOPLE_NOUNS

_SMALL = "one|two|three|four|five|six|seven|eight|nine"
_MONTH = "|".join(MONTHS)
_NUMBER = re.compile(
    rf"(?P<date>\b\d{{1,2}} (?:{_MONTH})(?: \d{{4}})?\b|\b(?=[JFMASOND])(?:{_MONTH}) \d{{1,2}}(?:, \d{{4}})?\b(?![\d:]))"
    r"|(?P<money>[$£€]\s?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ?(?:million|billion|trillion|bn|m)\b)?(?![\d-]|,\d))"
    r"|(?<![\w.,:/#$£€%-])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\w/:]|[.,-]\d|-[a-z])"
    r"|\b(?=[etfsnETFSN])(?P<word>(?i:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    rf"(?:-(?:{_SMALL}))?|two|three|four(?:teen)?|five|six(?:teen)?|seven(?:teen)?|eight(?:een)?|nine(?:teen)?|"
    r"ten|eleven|twelve|thirteen|fifteen))\b(?!-)"
)
_SCALE = re.compile(r" (?:million|billion|trillion)\b")
_MONEY_AFTER = re.compile(rf"(?: (?:million|billion|trillion))? (?:{'|'.join(sorted(MONEY, key=len, reverse=True))})\b")
_SHARE_AFTER = re.compile(r" ?%| ?per ?cent\b| percentage points?\b")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_YEAR_BEFORE = re.compile(r"\b(?:in|since|until|from|by|before|after) $")
_LABEL_BEFORE = re.compile(
    r"(?:\b(?:No\.?|[Nn]umber|[Cc]hapter|[Aa]rticle|[Ss]ection|[Pp]age|[Rr]oom|[Rr]oute|[Dd]ay|[Aa]ge|aged|[Pp]latform|[Pp]hase|"
    r"[Kk]ilometre|between|[Oo]ne in|to|than|of every|out of|at least) |"
    r"\bbetween [\w.,-]+ and |[A-Z][\w-]* )$"
)
_RANGE_AFTER = re.compile(
    rf" (?:to|and|or) (?:\d|(?:{_SMALL}|ten|eleven|twelve)\b)|-\d| ?[–—]|, \d|(?:st|nd|rd|th)\b| (?:out of|in) (?:\d|ten)"
)
_NOUNS_AFTER = [re.compile(rf" ((?:[a-z][a-z-]+ ){{{n}}})([a-z][a-z-]+)\b") for n in range(4)]
_HEDGE = re.compile(
    r"\b(about|around|some|nearly|almost|roughly|approximately|an estimated|more than|less than|fewer than|over|under|up to|only|just|"
    r"no more than|at least|at most|as many as|as much as) $"
)
_MORE_TIME = re.compile(r",? (?:and )?\d+ [a-z]")
_TIME_BEFORE = re.compile(r"(?:hours?|minutes?|days?|years?|months?),? (?:and )?$")
_TWO_WORD_UNITS = frozenset({"square", "cubic", "nautical"})
_NO_PLURAL = ("ss", "us", "is", "ous")


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity in a text: ``text[start:end]`` is the whole answer, unit included where the unit is part of it.

    kind: amount (money), percentage, measure, duration, number, date, year. noun: what a number counts ("wooden sheep"), one space after
    ``end``. hedge: the words before it that make it a bound or a round figure.
    """

    start: int
    end: int
    text: str
    kind: str
    noun: str = ""
    hedge: str = ""


def quantities(text: str) -> list[Quantity]:
    """The quantities of a text in order."""
    return [q for q in (_read(text, match) for match in _NUMBER.finditer(text)) if q is not None]


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.span()
    if match["date"]:
        return Quantity(start, end, match.group(), "date")
    if _RANGE_AFTER.match(text, end):
        return None
    before = text[max(0, start - 40) : start]
    hedge = _HEDGE.search(before)
    hedged = hedge[1] if hedge else ""
    if match["digits"] and _YEAR.fullmatch(match["digits"]):
        return Quantity(start, end, match.group(), "year") if _YEAR_BEFORE.search(before) else None
    money, share = _MONEY_AFTER.match(text, end), _SHARE_AFTER.match(text, end)
    if match["money"] or money or share:
        stop = end if match["money"] else (money.end() if money else share.end() if share else end)
        return Quantity(start, stop, text[start:stop], "percentage" if share and not match["money"] else "amount", hedge=hedged)
    if before and not hedged and _LABEL_BEFORE.search(before):
        return None
    scale = _SCALE.match(text, end)
    return _counted(text, start, scale.end() if scale else end, hedged)


def _counted(text: str, start: int, end: int, hedge: str) -> Quantity | None:
    """A number with the plural noun after it, or a measure with its unit; at most three words may stand between."""
    for pattern in _NOUNS_AFTER:
        after = pattern.match(text, end)
        if after is None:
            return None
        words = [*after[1].split(), after[2]]
        if any(w in NUMBER_STOPS or w in FRACTIONS for w in words):
            return None
        unit = _unit(words)
        if unit:
            stop = end + 1 + len(unit)
            return Quantity(start, stop, text[start:stop], "measure", hedge=hedge)
        noun = words[-1]
        if noun in DURATIONS:
            parted = _MORE_TIME.match(text, after.end()) or _TIME_BEFORE.search(text, 0, start)
            if parted or len(words) > 1:
                return None
            return Quantity(start, after.end(), text[start : after.end()], "duration", hedge=hedge)
        if noun in PEOPLE_NOUNS or (len(noun) > 3 and noun.endswith("s") and not noun.endswith(_NO_PLURAL) and noun not in NOT_NOUNS):
            return Quantity(start, end, text[start:end], "number", noun=text[end + 1 : after.end()], hedge=hedge)
    return None


def _unit(words: list[str]) -> str:
    """The unit of measure that the words open with, such as "metres" or "square metres"."""
    if words[0] in MEASURES:
        return words[0]
    return " ".join(words[:2]) if words[0] in _TWO_WORD_UNITS and len(words) > 1 and words[1] in MEASURES else ""
