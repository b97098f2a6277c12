"""Building the indexes of windows, with an estimate before anything long begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from retrieval.indexes import Indexes
from retrieval.method import Estimate
from retrieval.progress import Progress, silent
from storage.lake import Lake
from storage.schemas.news import Article
from tasks.index.corpora import NewsCorpus, news_corpus
from tasks.index.options import IndexOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltIndex:
    """One retriever's index of one window. ``fresh``: made by this call, not found. ``counts``: what its making reported."""

    retriever: str
    days: int
    folder: str
    fresh: bool
    counts: dict[str, int]


def indexes_of(lake: Lake, options: IndexOptions) -> Indexes:
    """The lake's folders of indexes and embeddings."""
    return Indexes(lake.root, options.retrieval)


def corpora(lake: Lake, *, moment: datetime, windows: Iterable[int], own: Sequence[Article] = ()) -> dict[int, NewsCorpus]:
    """The corpus of each window, by days."""
    return {days: news_corpus(lake, moment=moment, days=days, own=own) for days in sorted(set(windows))}


def estimate_builds(indexes: Indexes, retrievers: Sequence[str], windows: dict[int, NewsCorpus]) -> dict[str, Estimate]:
    """What embedding the largest window will cost, by encoder: the smaller windows are parts of it. Encodes a few passages to know."""
    found: dict[str, Estimate] = {}
    if windows:
        largest = windows[max(windows)].corpus
        for spec in retrievers:
            found.update(indexes.estimates(spec, largest))
    return found


def build_indexes(
    indexes: Indexes, retrievers: Sequence[str], windows: dict[int, NewsCorpus], *, progress: Progress = silent
) -> list[BuiltIndex]:
    """Build what is missing, the largest window first, so that each article is embedded in the longest possible batches."""
    built: dict[tuple[str, int], BuiltIndex] = {}
    for days in sorted(windows, reverse=True):
        for spec in retrievers:
            for label, one in indexes.build(spec, windows[days].corpus, progress=progress).items():
                if (label, days) not in built:
                    built[label, days] = BuiltIndex(
                        retriever=label, days=days, folder=str(one.folder), fresh=one.fresh, counts=dict(one.counts)
                    )
    return sorted(built.values(), key=lambda b: (b.retriever, b.days))
