"""Retrieval around a release: windows of news, indexes of them, measures; one task for each batch of embeddings, index and measurement.

The work computes on all cores, so tasks take turns; each runs in a thread, so that the event loop stays free for progress and for an end from
outside. What a stopped run has embedded, built or measured is found by the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from flows.artifacts import Progress, show_picture, show_table
from retrieval.corpus import Corpus
from retrieval.indexes import Indexes
from retrieval.method import Estimate
from storage.lake import Lake
from storage.releases import Release
from tasks.index.build import BuiltIndex, build_one, corpora, embedding_batches, estimate_builds, indexes_of, parts_to_build
from tasks.index.corpora import NewsCorpus, moment_of, own_articles
from tasks.index.figure import stored_figure
from tasks.index.measure import MeasuredRetriever, measure_retriever
from tasks.index.options import IndexOptions
from tasks.index.tables import stored_tables
from tasks.steps import build_index_step, embed_step, measure_retriever_step

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Windows:
    """The windows of a release: corpus by days, with the indexes over them. A plain object: Prefect is never handed it."""

    release: Release
    indexes: Indexes
    options: IndexOptions
    news: Mapping[int, NewsCorpus]

    @classmethod
    def open(cls, lake: Lake, release: Release, options: IndexOptions) -> Windows:
        """Read the windows of ``options`` that end with the release's. BadInput for a release that is not of news."""
        moment, own = moment_of(release), own_articles(release)
        return cls(release, indexes_of(lake, options), options, corpora(lake, moment=moment, windows=options.windows, own=own))

    @property
    def notes(self) -> dict[str, str]:
        """By window, one line on what it holds and lacks."""
        return {f"{days} d": news.note() for days, news in self.news.items()}

    def estimate(self) -> dict[str, Estimate]:
        """What embedding will cost, by retriever; a few passages are encoded to know."""
        return estimate_builds(self.indexes, parts_to_build(self.options.retrievers), self.news)


async def build(windows: Windows) -> list[BuiltIndex]:
    """Embed what is new, then build what is missing."""
    built = []
    for part in parts_to_build(windows.options.retrievers):
        label = windows.indexes.label(part)
        missing = await asyncio.to_thread(embedding_batches, windows.indexes, part, windows.news, windows.options.articles_per_task)
        report, total, before = Stages(), sum(map(len, missing)), 0
        for number, batch in enumerate(missing, 1):
            work = partial(_embed, windows, part, batch, report.part(f"embedding {label}", before, total))
            await embed_step(f"{label} {number} of {len(missing)}", partial(_aside, work))
            before += len(batch)
        for days, news in sorted(windows.news.items()):
            make = partial(build_one, windows.indexes, part, news, progress=report.named(f"{label} {days} d"))
            built.append(await build_index_step(f"{label} {days} d", partial(_aside, make)))
    return sorted(built, key=lambda one: (one.retriever, one.days))


async def measure(windows: Windows, lake: Lake) -> list[MeasuredRetriever]:
    """Search the release's questions with each retriever over each window, and store what is found."""
    measured = []
    for spec in windows.options.retrievers:
        for days, news in sorted(windows.news.items()):
            label = f"{windows.indexes.label(spec)} {days} d"
            work = partial(
                measure_retriever, lake, windows.indexes, spec, news, release_id=windows.release.release_id, questions=windows.release.questions,
                options=windows.options, progress=Stages().named(label),
            )  # fmt: skip
            measured.append(await measure_retriever_step(label, partial(_aside, work)))
    return measured


async def show(lake: Lake, release: Release) -> None:
    """The tables and the figure as artifacts."""
    for name, table in stored_tables(lake, release.release_id).items():
        await show_table(f"retrieval-{name}-{release.manifest.period}", table.records(), f"{table.title}. {' '.join(table.notes)}")
    await show_picture(f"retrieval-{release.manifest.period}", stored_figure(lake, release.release_id), "Retrieval accuracy by days of news searched")


class Stages:
    """Progress of work in a thread, handed to the event loop that was running when this was made."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._shown: dict[str, Progress] = {}

    def named(self, label: str) -> Callable[[str, int, int], None]:
        """A listener for one job: each of its stages under the job's label."""
        return lambda stage, done, total: self._tell(f"{stage}, {label}", done, total)

    def part(self, name: str, before: int, total: int) -> Callable[[str, int, int], None]:
        """A listener for a part of a job of which ``before`` is done."""
        return lambda _, done, __: self._tell(name, before + done, total)

    def _tell(self, name: str, done: int, total: int) -> None:
        progress = self._shown.setdefault(name, Progress(name, total))
        asyncio.run_coroutine_threadsafe(self._advance(progress, done), self._loop)

    async def _advance(self, progress: Progress, done: int) -> None:
        if done > progress.done:
            await progress.advance(done - progress.done)


def _embed(windows: Windows, part: str, batch: Corpus, progress: Callable[[str, int, int], None]) -> None:
    windows.indexes.embed(part, batch, progress=progress)


async def _aside(work: Callable[[], T]) -> T:
    return await asyncio.to_thread(work)


def estimate_rows(found: Mapping[str, Estimate]) -> list[dict[str, Any]]:
    """What embedding costs, one row for each encoder."""
    return [
        {
            "retriever": label, "articles to embed": one.new_documents, "known": one.known_documents, "passages": one.new_passages,
            "minutes": round(one.seconds / 60, 1),
        }
        for label, one in found.items()
    ]  # fmt: skip


def built_rows(built: Sequence[BuiltIndex]) -> list[dict[str, Any]]:
    """The indexes, one row each."""
    return [
        {
            "retriever": one.retriever, "days": one.days, "state": "built" if one.fresh else "was there", "articles": one.counts.get("documents"),
            "passages": one.counts.get("passages"), "new articles embedded": one.counts.get("new_documents"),
            "articles capped": one.counts.get("capped_documents"), "characters cut": one.counts.get("cut_characters"),
            "passages cut": one.counts.get("cut_passages"), "folder": one.folder,
        }
        for one in built
    ]  # fmt: skip
