"""Drawing by seed: which items a study takes, balanced over outlets, and who is given which.

Everything follows from the seed and the ids, so the same release and seed give the same study on any machine.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storage.schemas.ids import digest
from tasks.annotate.options import OverlapDesign


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something to label: a question or an answer, with the article that it hangs on. stratum: what the draw balances over."""

    item_id: str
    article_id: str
    version_id: str
    cluster_id: str
    outlet: str
    stratum: str
    released: bool = True


def shuffled_by(items: Iterable[Item], *seed: str) -> list[Item]:
    """The items in an order that only the seed and their ids decide."""
    return sorted(items, key=lambda item: digest(*seed, item.item_id))


def balanced(items: Iterable[Item], count: int, seed: str) -> list[Item]:
    """``count`` items (fewer if there are no more): strata in turn, within a stratum its articles in turn. Grouped by stratum."""
    strata: dict[str, deque[Item]] = {}
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in shuffled_by(items, seed, "draw"):
        groups[item.stratum].append(item)
    for name in sorted(groups, key=lambda name: digest(seed, "stratum", name)):
        strata[name] = deque(_articles_in_turn(groups[name]))
    taken: dict[str, list[Item]] = {name: [] for name in strata}
    left = count
    while left and any(strata.values()):
        for name, waiting in strata.items():
            if waiting and left:
                taken[name].append(waiting.popleft())
                left -= 1
    return [item for name in taken for item in taken[name]]


def deal(items: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    """The items, grouped by stratum, in hands of the given sizes; each hand gets its share of each stratum. Sizes must sum to the items."""
    # Places of all hands on a line from 0 to 1, each hand's spread evenly: a run of neighbours on the line serves all hands in proportion.
    places = sorted(((place + 0.5) / size, hand) for hand, size in enumerate(sizes) for place in range(size))
    hands: list[list[Item]] = [[] for _ in sizes]
    for item, (_, hand) in zip(items, places, strict=True):
        hands[hand].append(item)
    return hands


def share_out(items: Sequence[Item], annotators: Sequence[str], design: OverlapDesign, seed: str) -> dict[str, list[tuple[Item, int]]]:
    """(item, raters) of each annotator in the order to show. ``items``: ``design.different`` of them, grouped by stratum.

    Shared blocks go round a ring: block i to annotators i, i+1, ... for as many as ``raters``.
    """
    count = len(annotators)
    hands = deal(items, [design.each - design.shared] * count + [design.block] * count)
    given: dict[str, list[tuple[Item, int]]] = {name: [(item, 1) for item in hands[place]] for place, name in enumerate(annotators)}
    for block, shared in enumerate(hands[count:]):
        for step in range(design.raters if shared else 0):
            given[annotators[(block + step) % count]] += [(item, design.raters) for item in shared]
    return {name: sorted(mine, key=lambda pair: digest(seed, "order", name, pair[0].item_id)) for name, mine in given.items()}


def _articles_in_turn(items: Sequence[Item]) -> list[Item]:
    by_article: dict[str, deque[Item]] = defaultdict(deque)
    for item in items:
        by_article[item.article_id].append(item)
    ordered = []
    while by_article:
        for article in list(by_article):
            ordered.append(by_article[article].popleft())
            if not by_article[article]:
                del by_article[article]
    return ordered
