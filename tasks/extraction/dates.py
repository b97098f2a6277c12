"""Dates as feeds write them, read strictly: every part must be in the text, and what cannot be read is None, never a guess.

feedparser and the lenient date libraries take missing parts from today, read some zone abbreviations as UTC and turn unknown
formats into other days, so the raw text is read here. A slashed ``03/06/2025`` that could be March or June is unread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tasks.extraction.month_names import month_number
from tasks.extraction.zones import place_in_time


@dataclass(frozen=True, slots=True)
class ReadDate:
    """``instant`` is UTC or None. confidence: exact, zone_assumed (the feed's zone or a likely one), day_only (its first moment), none."""

    instant: datetime | None
    confidence: str


NO_DATE = ReadDate(None, "none")

_CLOCK = r"(?P<h>\d{1,2})[:.h](?P<mi>\d{2})(?:[:.](?P<s>\d{2})(?:[.,]\d+)?)?\s*(?P<ap>[AaPp]\.?[Mm]\.?)?"
_ZONE = r"(?P<z>[A-Za-z+(-][A-Za-z0-9 :+/()_-]*|[Zz])?"
# Between day and clock: a space, a T, a comma, a dash, or the language's "at".
_AT = r"(?:\s*[T,–—|-]\s*|\s+)(?:(?:at|às|as|um|kl|à|a las|alle(?: ore)?|om)\.?\s+)?"
_TIME = rf"(?:{_AT}{_CLOCK}(?:\s*Uhr)?\s*{_ZONE})?"
_WORD = r"[^\W\d_]+\.?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th|º|er|\.)?"
_OF = r"(?:de |del |d['’])?"

_YEAR_FIRST = re.compile(rf"(?P<y>\d{{4}})(?P<sep>[-/.])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}}){_TIME}")
_CJK = re.compile(rf"(?P<y>\d{{4}})\s*[年년]\s*(?P<m>\d{{1,2}})\s*[月월]\s*(?P<d>\d{{1,2}})\s*[日일](?:\s*{_CLOCK}\s*{_ZONE})?")
_DAY_FIRST = re.compile(rf"{_DAY}[\s/-]+{_OF}(?P<mon>{_WORD}),?[\s/-]+{_OF}(?P<y>\d{{4}}|\d{{2}}){_TIME}", re.IGNORECASE)
_DAY_FIRST_BARE_CLOCK = re.compile(rf"{_DAY}[\s-]+(?P<mon>{_WORD})[\s-]+(?P<y>\d{{4}}|\d{{2}})\s+(?P<h>\d{{2}})(?P<mi>\d{{2}})\s+{_ZONE}")
_MONTH_FIRST = re.compile(rf"(?P<mon>{_WORD})\s+{_DAY}(?:,\s*|\s+)(?P<y>\d{{4}}){_TIME}", re.IGNORECASE)
_YEAR_LAST = re.compile(rf"(?P<mon>{_WORD})\s+(?P<d>\d{{1,2}})\s+{_CLOCK}\s+(?:(?P<z>[A-Za-z+-][A-Za-z0-9:+-]*)\s+)?(?P<y>\d{{4}})")
_NUMBERS = re.compile(rf"(?P<a>\d{{1,2}})(?P<sep>[-/.])(?P<b>\d{{1,2}})(?P=sep)(?P<y>\d{{4}}){_TIME}", re.IGNORECASE)
_COMPACT = re.compile(r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})(?:T?(?P<h>\d{2})(?P<mi>\d{2})(?P<s>\d{2})?\s*(?P<z>[Zz]|[+-]\d{2}:?\d{2})?)?")
_UNIX = re.compile(r"(\d{9,10})(?:\.\d+)?|(\d{13})")
_WEEKDAY = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?\.?(?:\s*,\s*|\s+)(?=\S)")
_FORMS = (_DAY_FIRST, _YEAR_FIRST, _MONTH_FIRST, _YEAR_LAST, _NUMBERS, _COMPACT, _CJK, _DAY_FIRST_BARE_CLOCK)


def read_date(raw: str, *, zone: str | None = None, language: str | None = None) -> ReadDate:
    """The instant that ``raw`` names. ``zone`` (IANA) is used where the text has none; ``language`` only for month names that need it."""
    text = " ".join(raw.replace("\u2212", "-").split())
    if not text or len(text) > 100:
        return NO_DATE
    if match := _UNIX.fullmatch(text):
        return _from_unix(int(match[1]) if match[1] else int(match[2]) / 1000)
    weekday = _WEEKDAY.match(text)
    without = text[weekday.end() :] if weekday else text
    for form in _FORMS:
        for candidate in (text, without) if weekday and form in (_MONTH_FIRST, _YEAR_LAST) else (without,):
            if match := form.fullmatch(candidate):
                found = _assemble(match.groupdict(), zone, language)
                if found is not None:
                    return found
    return NO_DATE


def _from_unix(seconds: float) -> ReadDate:
    return ReadDate(datetime.fromtimestamp(seconds, UTC).replace(microsecond=0), "exact")


def _assemble(parts: dict[str, str | None], zone: str | None, language: str | None) -> ReadDate | None:
    """A date of the parts, or None when they name none."""
    month_day = _month_and_day(parts, language)
    clock = _clock(parts)
    if month_day is None or clock is None:
        return None
    try:
        local = datetime(_year(str(parts["y"])), *month_day) + clock
        if not 1900 <= local.year <= 2200:
            return None
        instant, certain = place_in_time(local, parts.get("z") or "", zone)
    except (ValueError, OverflowError):
        return None
    if parts.get("h") is None:
        return ReadDate(instant, "day_only")
    return ReadDate(instant, "exact" if certain else "zone_assumed")


def _month_and_day(parts: dict[str, str | None], language: str | None) -> tuple[int, int] | None:
    if name := parts.get("mon"):
        month = month_number(name, language)
        return (month, int(parts["d"] or 0)) if month else None
    if parts.get("a"):
        first, second = int(parts["a"] or 0), int(parts["b"] or 0)
        if parts["sep"] == "." or first > 12 or first == second:
            return second, first
        return (first, second) if second > 12 else None
    return int(parts["m"] or 0), int(parts["d"] or 0)


def _year(text: str) -> int:
    """Two digits as RFC 2822 reads them: 00 to 49 are of this century."""
    year = int(text)
    return year if len(text) > 2 else year + (2000 if year < 50 else 1900)


def _clock(parts: dict[str, str | None]) -> timedelta | None:
    """Time since the day's start; zero when the text has no clock, None when it is none (25:61)."""
    if parts.get("h") is None:
        return timedelta()
    hour, minute, second = (int(parts.get(k) or 0) for k in ("h", "mi", "s"))
    if half := parts.get("ap"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    if minute > 59 or second > 60 or hour > 24 or (hour == 24 and (minute or second)):
        return None
    return timedelta(hours=hour, minutes=minute, seconds=min(second, 59))
