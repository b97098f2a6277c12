"""Dates as year pages write them: "3 January", "January 3–5", "14 - 16 March", "30 December – 2 January 2025", "Early March", "TBA", "2024-01-09".

What a page does not say is never filled in: a month stays a month, a line without a date has none. A range that runs backwards is one that crosses
the year when it leads from autumn to spring; else its end is taken for a mistake and told.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date

from tasks.extraction.month_names import month_number

_DAY = r"(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?(?:日)?"
_WORD = r"([^\W\d_]{3,12}\.?)"
_TO = r"\s*(?:–|—|‒|−|-|/|\bto\b|\bthrough\b|\buntil\b|\band\b|\bor\b|\ba\b|\be\b|\bau\b|\bet\b|\bbis\b|\by\b|&|,)\s*"
_YEAR = r"(?:,?\s*(?:de\s+)?(\d{4})\b(?!\s*(?:%|people|persons)))?"
_OF = r"\s*(?:de\s+|of\s+)?"
_VAGUE = r"(?:(?:early|mid|late|beginning\sof|end\sof|middle\sof|início\sde|fin\sde|debut)[\s-]+(?:to[\s-]+(?:mid|late)[\s-]+)?)?"
_END = r"(?=\s*(?:[–—:;,.)\-−‒]|$|\s))"
_SEPARATOR = re.compile(r"^(?:[\s\u200e]*(?:[–—−‒:;|•·]|-{1,3}(?=\s|$|[A-Z])|\.{1}(?=\s)|,(?=\s)))+\s*|^\s+")
_DANGLING = re.compile(r"^(?:to|until)\s+(?=[A-Z])")  # "16 October to – Strike": the end was left out
_UNKNOWN = re.compile(
    r"(?:tba|tbd|to be (?:announced|determined)|unknown(?: dates?)?|dates? (?:unknown|to be announced|not known|tba)|undated|full date unknown|"
    r"day unknown|\?+|data desconhecida|date inconnue|fecha desconocida|unbekannt|(?:month and )?day unknown)",
    re.IGNORECASE,
)
_UNKNOWN_LINE = re.compile(_UNKNOWN.pattern + r"(?=\s*(?:[–—:\-]|$))", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:" + _TO + r"(\d{4})-(\d{2})-(\d{2}))?(?!\d)")
_CJK = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})日)?")
# Each: pattern and the names of its groups. The longer forms first.
_D, _M, _Y = _DAY, _WORD, _YEAR
_FORMS = tuple(
    (re.compile(pattern + _END, re.IGNORECASE), names.split())
    for pattern, names in (
        (f"{_D}{_OF}{_M}{_Y}{_TO}{_D}{_OF}{_M}{_Y}", "d1 m1 y1 d2 m2 y2"),
        (f"{_M}\\s*{_D}{_Y}{_TO}{_M}\\s*{_D}{_Y}", "m1 d1 y1 m2 d2 y2"),
        (f"{_D}{_TO}{_D}{_OF}{_M}{_Y}", "d1 d2 m1 y1"),
        (f"{_M}\\s*{_D}{_TO}{_D}(?!\\d){_Y}", "m1 d1 d2 y1"),
        (f"{_D}{_OF}{_M}{_Y}", "d1 m1 y1"),
        (f"{_M}\\s*{_D}(?!\\d|[:.,]\\d|%){_Y}", "m1 d1 y1"),
        (f"{_VAGUE}{_M}{_TO}{_VAGUE}{_M}{_Y}", "m1 m2 y1"),
        (f"{_VAGUE}{_M}{_Y}", "m1 y1"),
    )
)
_BARE_DAY = re.compile(rf"{_D}(?:{_TO}{_D})?(?=\s*(?:[–—:]|-\s|$))")
_BARE_YEAR = re.compile(r"(\d{4})(?=\s*(?:[–—:]|-\s|$))")
_LEAD = re.compile(r"^\s*(?:c(?:irca|\.)\s*|(?:on|from|between|in|em|le|am|el|no dia|du)\s+)(?=[^\W_])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EventDate:
    """``start`` and ``end`` are ISO days or None; precision day, month, year or none; ``text`` as written; ``notes`` tell what was mended."""

    start: str | None
    end: str | None
    precision: str
    text: str
    notes: tuple[str, ...] = ()


NO_DATE = EventDate(None, None, "none", "")


def leading_date(text: str, year: int, *, month: int | None = None, language: str | None = None, led: bool = False) -> tuple[EventDate | None, str]:
    """(the date that a line begins with, the rest of the line); (None, line) when it begins with none.

    ``month``: the heading's, for lines that give the day alone. ``led``: also after "On", "From" and the like, as sentences have it.
    """
    start = _LEAD.match(text) if led else None
    body = text[start.end() :] if start else text.lstrip()
    for read in (_unknown, _iso, _cjk, _worded, _bare):
        found = read(body, year, month, language)
        if found is not None:
            dated, size = found
            return dated, _DANGLING.sub("", _SEPARATOR.sub("", body[size:])).strip()
    return None, text


def month_of(text: str, language: str | None = None) -> int | None:
    """The month that a heading names, "January", "January 2020", "Janeiro de 2020"; None for any other heading."""
    found = re.fullmatch(rf"{_WORD}(?:\s+(?:de\s+)?\d{{4}})?", text.strip())
    if found:
        return month_number(found[1], language)
    cjk = re.fullmatch(r"(?:\d{4}年)?(\d{1,2})月", text.strip())
    return int(cjk[1]) if cjk and 1 <= int(cjk[1]) <= 12 else None


def month_span(year: int, first: int, last: int, text: str, notes: tuple[str, ...] = ()) -> EventDate:
    """From the first day of one month to the last of another."""
    return EventDate(date(year, first, 1).isoformat(), date(year, last, calendar.monthrange(year, last)[1]).isoformat(), "month", text, notes)


Found = tuple[EventDate, int] | None


def _unknown(text: str, year: int, month: int | None, language: str | None) -> Found:
    found = _UNKNOWN_LINE.match(text)
    if not found:
        return None
    return (month_span(year, month, month, found[0]) if month else EventDate(None, None, "none", found[0])), found.end()


def _iso(text: str, year: int, month: int | None, language: str | None) -> Found:
    found = _ISO.match(text)
    if not found:
        return None
    try:
        start = date(int(found[1]), int(found[2]), int(found[3]))
        end = date(int(found[4]), int(found[5]), int(found[6])) if found[4] else start
    except ValueError:
        return None
    return _day_span(start, end, found[0]), found.end()


def _cjk(text: str, year: int, month: int | None, language: str | None) -> Found:
    found = _CJK.match(text)
    if not found or not 1 <= int(found[2]) <= 12:
        return None
    own = int(found[1] or year)
    if not found[3]:
        return month_span(own, int(found[2]), int(found[2]), found[0]), found.end()
    try:
        day = date(own, int(found[2]), int(found[3]))
    except ValueError:
        return None
    return _day_span(day, day, found[0]), found.end()


def _worded(text: str, year: int, month: int | None, language: str | None) -> Found:
    for pattern, names in _FORMS:
        found = pattern.match(text)
        if not found:
            continue
        parts = dict(zip(names, found.groups(), strict=True))
        m1 = month_number(parts["m1"], language)
        m2 = month_number(parts["m2"], language) if parts.get("m2") else m1
        if m1 is None or m2 is None:
            continue
        dated = _from_parts(parts, year, m1, m2, found[0].strip())
        if dated is not None and (parts.get("d1") or _stands_alone(text, found.end())):
            return dated, found.end()
    return None


def _stands_alone(text: str, end: int) -> bool:
    """A month alone is a date only before a separator: "March – protests", not "March of the Penguins", nor "May announces"."""
    return re.match(r"\s*(?:[–—:]|-\s|$|\((?:date|day) unknown\))", text[end:]) is not None


def _from_parts(parts: dict[str, str | None], year: int, m1: int, m2: int, text: str) -> EventDate | None:
    y2 = int(parts.get("y2") or parts.get("y1") or year)
    y1 = int(parts.get("y1") or (y2 if not (parts.get("y2") and m2 < m1) else y2 - 1))
    if not parts.get("y2") and parts.get("y1") and parts.get("d2") and m2 < m1:
        y2 = y1 + 1 if m2 <= 3 and m1 >= 10 else y1
    if parts.get("d1") is None:
        return month_span(y1, m1, m2, text) if m2 >= m1 else EventDate(date(y1, m1, 1).isoformat(), None, "month", text, ("end_before_start",))
    try:
        start = date(y1, m1, int(parts["d1"] or 0))
        end = date(y2, m2, int(parts.get("d2") or parts["d1"] or 0))
    except ValueError:
        return None
    return _day_span(start, end, text)


def _day_span(start: date, end: date, text: str) -> EventDate:
    if end < start and start.month >= 10 and end.month <= 3 and end.year == start.year:
        end = end.replace(year=end.year + 1)
    if end < start:
        return EventDate(start.isoformat(), start.isoformat(), "day", text, ("end_before_start",))
    return EventDate(start.isoformat(), end.isoformat(), "day", text)


def _bare(text: str, year: int, month: int | None, language: str | None) -> Found:
    """The day alone under a month's heading, or the year alone."""
    found = _BARE_DAY.match(text) if month else None
    if found and month:
        try:
            start = date(year, month, int(found[1]))
            return _day_span(start, date(year, month, int(found[2] or found[1])), found[0].strip()), found.end()
        except ValueError:
            return None
    alone = _BARE_YEAR.match(text)
    if alone and int(alone[1]) == year:
        return EventDate(f"{year}-01-01", f"{year}-12-31", "year", alone[0]), alone.end()
    return None
