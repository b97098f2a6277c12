"""What the day's articles name, by type of entity: wrong choices for the offline baselines, which cannot think of any.

Language models are not sent it, so it is worked out only when a baseline writes the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from storage.schemas.news import Article

Entities = Callable[[str, str], Mapping[str, Sequence[str]]]
"""Entities of a text in a language by type (person, organisation, place, amount, date, ...), as ``tasks.llm.baselines.entities.entities`` finds them."""


@dataclass(frozen=True, slots=True)
class DayFacts:
    """A day (``2026-11-30``) and the distinct entities of its articles by type, in the order of first mention."""

    day: str
    entities: Mapping[str, Sequence[str]] = field(default_factory=dict)


def collect_facts(day: str, articles: Iterable[Article], entities: Entities, *, limit: int = 2_000) -> DayFacts:
    """The day's facts from its articles; at most ``limit`` entities of a type, so that a busy day stays cheap."""
    found: dict[str, dict[str, None]] = {}
    for article in articles:
        for kind, names in entities(article.body, article.language).items():
            listed = found.setdefault(kind, {})
            for name in names:
                if len(listed) >= limit:
                    break
                listed.setdefault(name)
    return DayFacts(day, {kind: tuple(names) for kind, names in found.items()})
