"""From feeds to the day's snapshot: all feeds at once, then their pages in batches, then the clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from flows.artifacts import Progress
from flows.gathering import finish_all
from flows.house import House
from storage.schemas.errors import NotFound
from storage.schemas.news import Article, Entry, FeedFetch
from storage.schemas.questions import FunnelRow, Run
from storage.schemas.window import Window
from tasks.ingest.collect import FeedCollected, collect_feed
from tasks.ingest.earlier import Earlier
from tasks.ingest.feeds import Feed, load_feeds
from tasks.ingest.known import KnownArticles
from tasks.ingest.pages import entries_to_read, read_pages
from tasks.ingest.snapshot import Snapshot, finish_snapshot
from tasks.steps import collect_feed_step, finish_snapshot_step, read_pages_step

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ingested:
    """What came of the feeds, and the day's snapshot. live_blogs: whether these, too, get questions."""

    fetches: list[FeedFetch]
    snapshot: Snapshot
    live_blogs: bool = False

    @property
    def funnel(self) -> list[FunnelRow]:
        """The counts of the stages entries and articles."""
        return self.snapshot.funnel

    @property
    def askable(self) -> list[Article]:
        """The articles of this run that questions can be made from: one of each cluster."""
        mine = {entry.article_id for entry in self.snapshot.entries if entry.fate == "kept"}
        return [article for article in self._for_questions() if article.article_id in mine]

    @property
    def not_askable(self) -> Counter[str]:
        """Why other articles of the day's snapshot get no questions in this run."""
        return Counter({"not_of_this_run": len(self._for_questions()) - len(self.askable)})

    def _for_questions(self) -> list[Article]:
        return self.snapshot.for_questions(live_blogs=self.live_blogs)


def batches(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """The items in runs of at most ``size``."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def chosen_feeds(house: House, file: str | None, outlets: Sequence[str]) -> list[Feed]:
    """The enabled feeds of a file, or those of them with the given ids. NotFound names the unknown one."""
    path = Path(file) if file else house.settings.feeds
    feeds = load_feeds(path)
    unknown = set(outlets) - {feed.feed_id for feed in feeds}
    if unknown:
        raise NotFound(f"there is no feed {min(unknown)!r}", where=str(path), todo="See okbench feeds list")
    return [feed for feed in feeds if feed.enabled and (not outlets or feed.feed_id in outlets)]


async def ingest(house: House, run: Run, feeds: Sequence[Feed]) -> Ingested:
    """Collect, read and cluster; what an earlier attempt at this run stored is not fetched again."""
    window = Window(run.moment, run.window_hours)
    fetcher = await house.fetcher()
    earlier = Earlier.read(house.lake, run.run_id)
    progress = Progress("feeds", len(feeds))

    async def collect(feed: Feed) -> FeedCollected:
        result = await collect_feed(
            feed, fetcher=fetcher, lake=house.lake, run_id=run.run_id, window=window, options=house.settings.collect, earlier=earlier
        )
        await progress.advance(1)
        return result

    collected = await finish_all(collect_feed_step(feed.feed_id, partial(collect, feed)) for feed in feeds)
    await _read(house, run, window, [entry for result in collected for entry in result.entries], feeds)
    finish = partial(finish_snapshot, house.lake, run_id=run.run_id, window=window, options=house.settings.pages)
    snapshot = await finish_snapshot_step(window.day, finish)
    return Ingested([result.fetch for result in collected], snapshot, house.settings.pages.live_blog_questions)


async def _read(house: House, run: Run, window: Window, entries: Sequence[Entry], feeds: Sequence[Feed]) -> None:
    """Read the pages of all entries that need it, in batches of a task each."""
    options = house.settings.pages
    chosen = entries_to_read(entries, options)
    if not chosen:
        return
    known = KnownArticles.load(house.lake, window=window, run_id=run.run_id, options=options)
    fetcher, pool = await house.fetcher(), await house.pool()
    by_id = {feed.feed_id: feed for feed in feeds}
    progress = Progress("pages", len(chosen))

    async def read(batch: Sequence[Entry]) -> None:
        await read_pages(
            batch, fetcher=fetcher, pool=pool, known=known, lake=house.lake, run_id=run.run_id, window=window, options=options, feeds=by_id
        )
        await progress.advance(len(batch))

    parts = batches(chosen, house.settings.articles_per_task)
    await finish_all(read_pages_step(f"{number} of {len(parts)}", partial(read, part)) for number, part in enumerate(parts, 1))
