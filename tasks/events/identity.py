"""Which event of a page is one that we know, so that its id outlives reruns and small edits of its text, its date or its place.

Same text first, then the same day with mostly the same words, then almost the same words on another day, then the same day with a shared source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count

from storage.schemas.events import Event
from storage.schemas.ids import make_id
from tasks.events.wikitext.reading import ReadEvent
from tasks.extraction.language import words

_ANY_DAY = 0.75
_SHARED_SOURCE = 0.15


def folded(text: str) -> str:
    """A text for comparing: small letters and digits only."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def match_events(
    read: Sequence[ReadEvent], stored: Sequence[Event], *, sources: dict[str, set[str]], same_words: float
) -> list[Event | None]:
    """For each event of a page the stored one that it is, or None; each stored one at most once. ``sources``: URLs by event id."""
    left = {event.event_id: event for event in stored}
    chosen: dict[int, Event] = {}
    for with_day in (True, False):
        by_text: dict[tuple[str, str | None], list[str]] = {}
        for event in left.values():
            by_text.setdefault((folded(event.text), event.start_date if with_day else None), []).append(event.event_id)
        for index, item in enumerate(read):
            ids = by_text.get((folded(item.text), item.date.start if with_day else None))
            if index not in chosen and ids:
                chosen[index] = left.pop(ids.pop(0))
    mine = {index: frozenset(words(item.text)) for index, item in enumerate(read) if index not in chosen}
    theirs = {key: frozenset(words(event.text)) for key, event in left.items()}
    pairs = sorted(
        (-score, index, key)
        for index, item_words in mine.items()
        for key, event_words in theirs.items()
        if (score := _likeness(read[index], item_words, left[key], event_words, sources.get(key, set()), same_words)) > 0
    )
    for _, index, key in pairs:
        if index not in chosen and key in left:
            chosen[index] = left.pop(key)
    return [chosen.get(index) for index in range(len(read))]


def new_id(region: str, year: int, item: ReadEvent, taken: Iterable[str]) -> str:
    """An id from region, year, day and text; a second event of the very same text and day gets another."""
    used = set(taken)
    for number in count():
        parts = [region, str(year), item.date.start or "", folded(item.text)]
        candidate = make_id("ev", *parts, *([str(number)] if number else []))
        if candidate not in used:
            return candidate
    raise AssertionError("count() never ends")


def _likeness(item: ReadEvent, mine: frozenset[str], event: Event, theirs: frozenset[str], sources: set[str], same_words: float) -> float:
    shared = len(mine & theirs)
    if not shared:
        return 0.0
    share = shared / len(mine | theirs)
    same_day = item.date.start == event.start_date
    if (same_day and share >= same_words) or share >= _ANY_DAY:
        return share + same_day
    if same_day and share >= _SHARED_SOURCE and any(cited.url in sources for cited in item.cited):
        return share
    return 0.0
