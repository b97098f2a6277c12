"""Building the indexes of windows, with an estimate before anything long begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from retrieval.corpus import Corpus, make_corpus
from retrieval.indexes import Indexes
from retrieval.method import Estimate
from retrieval.progress import Progress, silent
from retrieval.registry import parts_of
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


def estimate_builds(indexes: Indexes, retrievers: Sequence[str], windows: Mapping[int, NewsCorpus]) -> dict[str, Estimate]:
    """What embedding the largest window will cost, by encoder: the smaller windows are parts of it. Encodes a few passages to know."""
    found: dict[str, Estimate] = {}
    if windows:
        largest = windows[max(windows)].corpus
        for spec in retrievers:
            found.update(indexes.estimates(spec, largest))
    return found


def parts_to_build(retrievers: Iterable[str]) -> list[str]:
    """The single methods that some retrievers are made of, each once, in order: a fusion searches the indexes of its parts."""
    return list(dict.fromkeys(part for spec in retrievers for part in parts_of(spec)))


def embedding_batches(indexes: Indexes, part: str, windows: Mapping[int, NewsCorpus], size: int) -> list[Corpus]:
    """What a method has yet to embed for all windows, in batches of ``size`` articles, the longest ones together."""
    missing = {document.digest: document for news in windows.values() for document in indexes.missing(part, news.corpus)}
    ordered = sorted(missing.values(), key=lambda document: (-len(document.text), document.doc_id))
    return [make_corpus(ordered[first : first + size]) for first in range(0, len(ordered), size)]


def build_one(indexes: Indexes, part: str, news: NewsCorpus, *, progress: Progress = silent) -> BuiltIndex:
    """A single method's index of one window: as it lies there, or built now."""
    ((label, built),) = indexes.build(part, news.corpus, progress=progress).items()
    return BuiltIndex(retriever=label, days=news.days, folder=str(built.folder), fresh=built.fresh, counts=dict(built.counts))


def build_indexes(
    indexes: Indexes, retrievers: Sequence[str], windows: Mapping[int, NewsCorpus], *, progress: Progress = silent
) -> list[BuiltIndex]:
    """Build what is missing, the largest window first, so that each article is embedded in the longest possible batches."""
    parts = parts_to_build(retrievers)
    built = [build_one(indexes, part, windows[days], progress=progress) for days in sorted(windows, reverse=True) for part in parts]
    return sorted(built, key=lambda b: (b.retriever, b.days))
