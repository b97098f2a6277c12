"""Calendar dates in questions: finding them as people write them, and writing the release date in the language of a question.

The release date of a question is the day (UTC) on which its article was published.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from tasks.questions.language import WORDS_OF_LANGUAGES

MONTHS: dict[str, list[str]] = {language: names.split() for language, names in WORDS_OF_LANGUAGES["months"].items()}
_SHORT = [name[:3] for name in MONTHS["en"]]
_NUMBER = {name: i for names in (*MONTHS.values(), _SHORT) for i, name in enumerate(names, start=1)} | {"sept": 9}
_MONTH = "|".join(sorted(map(re.escape, _NUMBER), key=len, reverse=True))
_YEAR = r"(?:19|20)\d\d"
_DATE = re.compile(
    r"(?<![\w-])(?:"
    rf"(?P<d1>\d{{1,2}})(?:st|nd|rd|th|er|º|\.)?\s+(?:of\s+|de\s+)?(?P<m1>{_MONTH})\b\.?,?\s+(?:of\s+|de\s+|del\s+)?(?P<y1>{_YEAR})"
    rf"|(?P<m2>{_MONTH})\b\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>{_YEAR})"
    rf"|(?P<y3>{_YEAR})-(?P<m3>\d\d)-(?P<d3>\d\d)"
    r")(?!\d)"
    rf"|(?P<y4>{_YEAR})年(?P<m4>\d{{1,2}})月(?P<d4>\d{{1,2}})日"
)
_FOUR_DIGITS = re.compile(r"(?:19|20)\d\d")
_BEFORE_YEAR = 30  # room for a day, "de", the longest month and "del"
_ANY_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
# The one word that the generating prompt asks for in place of the release date: five tokens cheaper, and never mistyped.
_RELEASE_DATE = re.compile(r"[\[{<]{0,2}\bDATE\b[\]}>]{0,2}")


@dataclass(frozen=True, slots=True)
class DateFound:
    """A full date in a text: where it stands, and the day; None for a day that no calendar has."""

    start: int
    end: int
    day: date | None


def find_dates(folded: str) -> Iterator[DateFound]:
    """Full dates (day, month and year) in a folded text, in the languages of ``MONTHS``, ISO, Chinese or Japanese form."""
    year_at = _FOUR_DIGITS.search(folded)
    if year_at is None:
        return
    for match in _DATE.finditer(folded, max(0, year_at.start() - _BEFORE_YEAR)):
        for n in "1234":
            if (year := match[f"y{n}"]) is not None:
                month = match[f"m{n}"]
                try:
                    found = date(int(year), int(month) if month.isdigit() else _NUMBER[month], int(match[f"d{n}"]))
                except ValueError:
                    found = None
                yield DateFound(match.start(), match.end(), found)


def names_a_year(text: str) -> bool:
    """Whether a year from 1500 to 2099 stands in ``text``: an anchor in time, if a loose one."""
    return _ANY_YEAR.search(text) is not None


@cache
def write_date(day: date, language: str = "en") -> str:
    """``30 November 2026``, in the form of ``language`` where it is known, else as year-month-day."""
    pattern: str | None = WORDS_OF_LANGUAGES["written_dates"].get(language)
    if pattern is None:
        return day.isoformat()
    month = MONTHS[language][day.month - 1] if language in MONTHS else ""
    return pattern.format(day=day.day, month=month, Month=month.capitalize(), number=day.month, year=day.year)


@cache
def day_and_month(day: date, language: str) -> tuple[str, ...]:
    """The folded ways to write a day and month without its year, in a language and in English, to look for in a folded article."""
    forms: list[str] = []
    for code in {language, "en"} & MONTHS.keys():
        name, n = MONTHS[code][day.month - 1], day.day
        forms += [f"{n} {name}", f"{n} de {name}", f"{n}. {name}", f"{name} {n}", f"{n} {name[:3]}", f"{name[:3]} {n}", f"{name[:3]}. {n}"]
    forms += [day.isoformat(), f"{day.month}月{day.day}日"]
    return tuple(dict.fromkeys(forms))


def fill_release_date(text: str, written: str) -> str:
    """``text`` with the prompt's word for the release date replaced by the date as ``written``."""
    return _RELEASE_DATE.sub(lambda _: written, text) if "DATE" in text else text
