"""Which articles share a call: groups that a changed set of articles leaves nearly all as they were.

Within a language, articles stand in the order of a hash of their ids, and a binary tree over its bits parts them into small neighbourhoods:
one with more than ``_NEIGHBOURS`` groups' worth of articles falls into two. Groups are made inside a neighbourhood only. So a late article
changes the groups of its own neighbourhood, wherever in the day it stands, and no record of groups is needed for a rerun to find its
finished calls. (The idea is that of extendible hashing: Fagin, Nievergelt, Pippenger and Strong, 1979.) A hash also mixes outlets and
times, and among neighbours those that are least alike are put together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from storage.schemas.ids import digest
from storage.schemas.news import Article

Group = tuple[Article, ...]
Fits = Callable[[Group], bool]
"""Whether a call about a group stays within the limits of the models. A lone article is never asked about."""

_NEIGHBOURS = 6
_BITS = 64
_SAME_CLUSTER, _SAME_OUTLET = 1_000, 3
_NAMES_FROM = 600  # characters of the body: the first paragraphs say who and where
_WORD = re.compile(r"\w{4,}")


@dataclass(frozen=True, slots=True)
class _Placed:
    place: int
    article: Article
    topic: frozenset[str]


def article_groups(articles: Sequence[Article], *, size: int, fits: Fits = lambda group: True) -> list[Group]:
    """Every article in one group of at most ``size``, one language a group; groups that do not fit are parted until they do.

    The same articles give the same groups in the same order, however they are sorted; the order is that of a group's first publication.
    """
    if size == 1:
        groups: list[Group] = [(article,) for article in articles]
    else:
        by_language: dict[str, list[_Placed]] = {}
        for article in articles:
            by_language.setdefault(article.language, []).append(_placed(article))
        groups = [
            part
            for placed in by_language.values()
            for near in _neighbourhoods(sorted(placed, key=lambda p: p.place), 0, size * _NEIGHBOURS)
            for group in _grouped(near, size)
            for part in _parted(group, fits)
        ]
    return sorted(groups, key=lambda group: min((a.published, a.article_id) for a in group))


def _placed(article: Article) -> _Placed:
    names = {word for word in _WORD.findall(article.body[:_NAMES_FROM]) if word[0].isupper()}
    topic = frozenset(word.casefold() for word in names.union(_WORD.findall(article.title)))
    return _Placed(int(digest(article.article_id)[: _BITS // 4], 16), article, topic)


def _neighbourhoods(placed: Sequence[_Placed], bit: int, most: int) -> Iterator[Sequence[_Placed]]:
    """The articles in the leaves of the tree, in order of place. Empty leaves are left out."""
    if len(placed) <= most or bit == _BITS:
        if placed:
            yield placed
        return
    mask = 1 << (_BITS - 1 - bit)
    for side in (0, mask):
        yield from _neighbourhoods([p for p in placed if p.place & mask == side], bit + 1, most)


def _grouped(placed: Sequence[_Placed], size: int) -> list[Group]:
    """As few groups as hold them, full ones first; each article goes where it is least like those there, then where most room is."""
    count = -(-len(placed) // size)
    room = [size] * (count - 1) + [len(placed) - size * (count - 1)]
    groups: list[list[_Placed]] = [[] for _ in room]
    for new in placed:
        free = [n for n in range(count) if len(groups[n]) < room[n]]
        best = min(free, key=lambda n: (sum(_likeness(new, other) for other in groups[n]), len(groups[n]) - room[n], n))
        groups[best].append(new)
    return [tuple(p.article for p in group) for group in groups]


def _likeness(one: _Placed, other: _Placed) -> int:
    same = _SAME_CLUSTER * (one.article.cluster_id == other.article.cluster_id) + _SAME_OUTLET * (one.article.outlet == other.article.outlet)
    return same + len(one.topic & other.topic)


def _parted(group: Group, fits: Fits) -> list[Group]:
    if len(group) == 1 or fits(group):
        return [group]
    half = (len(group) + 1) // 2
    return [*_parted(group[:half], fits), *_parted(group[half:], fits)]
