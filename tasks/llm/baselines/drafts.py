"""A question before it has choices, and how good its wording is."""

from __future__ import annotations

from dataclasses import dataclass

BLANK = "____"
"""What stands in a statement where the answer was."""

RELEASE_DATE = "{DATE}"
"""What stands in a draft where the written release date goes, if not before it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One possible question about one statement.

    body: the question without its date and its question mark, in lower case ("how many sheep ... carry"). key: the answer, verbatim from
    the article. kind: person, organisation, place, number, amount, percentage, measure, duration, date, year, age. index: the sentence.
    on_day: what is asked happened on the release date. rank: lower is better (0 a real question, higher the more it leans on its reader).
    """

    body: str
    key: str
    kind: str
    index: int
    source: str
    on_day: bool
    rank: int
