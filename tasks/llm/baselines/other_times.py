"""Other dates and years in the form of the right one, at even steps, on the same side of the release date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.stock import Stock

_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})(?P<s1> de | )(?P<month>[^\W\d]+)(?:(?P<s2> de | )(?P<year>\d{4}))?")
_MONTH_FIRST = re.compile(r"(?P<month>[A-Z][a-z]+) (?P<day>\d{1,2})(?:, (?P<year>\d{4}))?")
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d\b")
_RECENT_YEARS = 12


def other_years(draft: Draft, stock: Stock, pick: Random) -> list[str] | None:
    """Three years near the right one, all past where it is past, none of them in the sentence."""
    year, now = int(draft.key), stock.release.year
    said = {int(y) for y in _YEAR.findall(draft.source)}
    step = 1 if abs(now - year) < _RECENT_YEARS else pick.choice((1, 2, 3))
    for offsets in _placings(pick):
        years = [year + offset * step for offset in offsets]
        if not said & set(years) and all((y <= now) == (year <= now) for y in years):
            return [str(y) for y in years]
    return None


def other_dates(draft: Draft, stock: Stock, pick: Random) -> list[str] | None:
    """Three dates near the right one, all before or all after the release date as it is, none of them in the sentence."""
    read = _Written.of(draft.key, stock.months, stock.release.year)
    if read is None:
        return None
    after = read.day > stock.release
    for step in (pick.choice((1, 2, 3, 7)), 2, 1):
        for offsets in _placings(pick):
            others = [read.day + timedelta(days=offset * step) for offset in offsets]
            same_side = all(o != stock.release and (o > stock.release) == after for o in others)
            texts = [read.like(o) for o in others]
            if (same_side or not read.year) and not any(text in draft.source for text in texts):
                return texts
    return None


def _placings(pick: Random) -> Iterator[list[int]]:
    """The steps from the right one to three others, the right one being first, second, third or last of the four, in drawn order."""
    places = [0, 1, 2, 3]
    pick.shuffle(places)
    for below in places:
        yield [i - below for i in range(4) if i != below]


@dataclass(frozen=True, slots=True)
class _Written:
    """A date, and how it was written: which form, with which joints, with or without its year."""

    day: date
    months: Sequence[str]
    joints: tuple[str, str] | None
    year: bool

    @classmethod
    def of(cls, text: str, months: Sequence[str], this_year: int) -> _Written | None:
        """The date in ``text``, None for one that no calendar or list of months has."""
        match = _DAY_FIRST.fullmatch(text)
        joints = (match["s1"], match["s2"] or "") if match else None
        match = match or _MONTH_FIRST.fullmatch(text)
        if match is None or match["month"] not in months:
            return None
        try:
            day = date(int(match["year"] or this_year), months.index(match["month"]) + 1, int(match["day"]))
        except ValueError:
            return None
        return cls(day, months, joints, match["year"] is not None)

    def like(self, day: date) -> str:
        """Another date in the same form."""
        month = self.months[day.month - 1]
        if self.joints is None:
            return f"{month} {day.day}" + (f", {day.year}" if self.year else "")
        return f"{day.day}{self.joints[0]}{month}" + (f"{self.joints[1]}{day.year}" if self.year else "")
