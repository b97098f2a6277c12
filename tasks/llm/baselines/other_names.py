"""Other people, bodies and places of the article and of the day, to stand beside the right one.

None that the question or the sentence behind it names, none that shares a word with the right one, and of about its length. How many are
longer than the right one is drawn by lot, so that its length does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.places import level
from tasks.llm.baselines.stock import Stock

_SHARED = frozenset({"of", "the", "and", "de", "for", "&"})
_FROM_DAY, _TRIES = 12, 80


def other_names(draft: Draft, stock: Stock, pick: Random) -> list[str] | None:
    """Three names of the draft's kind, at most two or three of the article's own first; None where there are not enough."""
    here = [name for name in stock.article.get(draft.kind, ()) if _may_stand(name, draft)]
    pick.shuffle(here)
    pool = here
    if draft.kind != "place" or level(draft.key) not in {"country", "city"}:
        pool = here[:2] + _of_the_day(draft, stock.day.get(draft.kind, ()), set(here), pick) + here[2:]
    # (A land that the article does not speak of is no choice that anybody would take.)
    longer = pick.randrange(4)
    chosen: list[str] = []
    used = set(draft.key.split()) - _SHARED
    for length, room in ((True, longer), (False, 3 - longer), (None, 3)):
        for name in pool:
            fits = length is None or (len(name) > len(draft.key)) == length
            if len(chosen) == 3 or room == 0:
                break
            if fits and not used & set(name.split()):
                chosen.append(name)
                used |= set(name.split()) - _SHARED
                room -= 1
    return chosen if len(chosen) == 3 else None


def _of_the_day(draft: Draft, names: Sequence[str], but: set[str], pick: Random) -> list[str]:
    """Up to a dozen fitting names, drawn from anywhere in the day's list without looking through all of it."""
    if len(names) > _TRIES:
        drawn = dict.fromkeys(names[pick.randrange(len(names))] for _ in range(_TRIES))
    else:
        drawn = dict.fromkeys(pick.sample(names, len(names)))
    return [name for name in drawn if name not in but and _may_stand(name, draft)][:_FROM_DAY]


def _may_stand(name: str, draft: Draft) -> bool:
    parts, key_parts = name.split(), draft.key.split()
    last = parts[-1]
    if name in draft.source or name in draft.body or last in draft.source or last in draft.body:
        return False
    if not 0.6 <= len(name) / len(draft.key) <= 1.7:
        return False
    if draft.kind == "place":
        return level(name) == level(draft.key)
    if draft.kind == "organisation":
        shared = set(parts) & set(key_parts) - _SHARED
        return abs(len(parts) - len(key_parts)) <= 1 and not shared
    return 2 <= len(parts) <= 4
