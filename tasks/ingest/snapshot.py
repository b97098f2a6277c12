"""The snapshot of a day: its articles with their clusters, the entries of its runs with their fates, and the funnel that counts them.

Batches only add rows; finishing, under a lock, clusters what is there, settles texts that turned out to be templates, counts, and
joins the parts. Finished again after another run it takes that run's articles in.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self
from urllib.parse import urlsplit

from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.news import Article, Entry
from storage.schemas.questions import FunnelRow
from storage.schemas.window import Window
from tasks.extraction.gates import speaks_of
from tasks.ingest.clusters import assign_clusters
from tasks.ingest.funnel import STAGES, funnel_rows
from tasks.ingest.known import TEMPLATE, days_before
from tasks.ingest.page_options import PageOptions

Versions = Literal["latest", "all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """``articles`` are the latest versions of the day's articles, ``entries`` and ``funnel`` those of the runs that made it."""

    day: str
    articles: list[Article]
    entries: list[Entry]
    funnel: list[FunnelRow]

    @classmethod
    def load(cls, lake: Lake, day: str, *, run_id: str | None = None) -> Self:
        """The stored snapshot of a day; empty when there is none. With ``run_id`` only that run's entries and counts."""
        articles = load_articles(lake, [day])
        runs = [run_id] if run_id else sorted({article.run_id for article in load_articles(lake, [day], versions="all")})
        entries = [entry for run in runs for entry in lake.read(Entry, run)]
        funnel = [row for run in runs for row in lake.read(FunnelRow, run) if row.stage in STAGES and row.count]
        return cls(day=day, articles=articles, entries=entries, funnel=funnel)

    def for_questions(self, *, live_blogs: bool = False) -> list[Article]:
        """The articles that questions are made from: the head of each cluster, live blogs only when wanted."""
        return [article for article in self.articles if article.cluster_head and (live_blogs or article.kind != "live_blog")]


def load_articles(lake: Lake, days: Iterable[str], *, versions: Versions = "latest") -> list[Article]:
    """The articles of some days, ordered by publication; of each article the latest version in these days, or all versions."""
    rows = [row for day in sorted(set(days)) for row in lake.read(Article, day) if row.kind != TEMPLATE]
    if versions == "latest":
        latest: dict[str, Article] = {}
        for row in rows:
            if row.article_id not in latest or row.version > latest[row.article_id].version:
                latest[row.article_id] = row
        rows = list(latest.values())
    # An unfinished day has no clusters yet: each article stands for itself.
    whole = [row if row.cluster_id else replace(row, cluster_id=row.article_id, cluster_head=True) for row in rows]
    return sorted(whole, key=lambda row: (row.published, row.article_id, row.version))


async def finish_snapshot(lake: Lake, *, run_id: str, window: Window, options: PageOptions | None = None) -> Snapshot:
    """Cluster the day's articles, settle the run's entries, count, join parts. StoreBusy when another run finishes the day for over
    a minute."""
    return await asyncio.to_thread(_finish, lake, run_id, window.day, options or PageOptions())


def _finish(lake: Lake, run_id: str, day: str, options: PageOptions) -> Snapshot:
    with lake.lock(Article, day):
        stored = lake.read(Article, day)
        rows = _mark_templates(stored)
        stories = [row for row in rows if row.kind != TEMPLATE]
        clustered = {row.version_id: row for row in assign_clusters(stories, _earlier(lake, day, stories, options), options.clusters)}
        rows = [clustered.get(row.version_id, row) for row in rows]
        lake.append(Article, [row for row, before in zip(rows, stored, strict=True) if row != before], day)
        lake.compact(Article, day)
        entries = lake.read(Entry, run_id)
        settled = _settle_entries(entries, {row.version_id for row in rows if row.kind == TEMPLATE})
        lake.append(Entry, [row for row, before in zip(settled, entries, strict=True) if row is not before], run_id)
        lake.compact(Entry, run_id)
        snapshot = Snapshot(day=day, articles=load_articles(lake, [day]), entries=settled, funnel=[])
        counted = funnel_rows(
            run_id, settled, snapshot.articles, {row.version_id for row in snapshot.for_questions(live_blogs=options.live_blog_questions)}
        )
        # Rows are only ever added, so a count of an earlier attempt that is no more becomes a zero.
        gone = {(row.stage, row.outcome, row.reason): replace(row, count=0) for row in lake.read(FunnelRow, run_id) if row.stage in STAGES}
        lake.append(FunnelRow, list((gone | {(row.stage, row.outcome, row.reason): row for row in counted}).values()), run_id)
    return replace(snapshot, funnel=counted)


def _earlier(lake: Lake, day: str, stories: Sequence[Article], options: PageOptions) -> list[Article]:
    """What today's articles are compared with: all articles of the last few days, and their own earlier versions of more days."""
    days, mine = set(days_before(day, options.clusters.days)), {row.article_id for row in stories}
    rows = load_articles(lake, days_before(day, max(options.memory_days, options.clusters.days)), versions="all")
    return [row for row in rows if row.day in days or row.article_id in mine]


def _mark_templates(rows: Sequence[Article]) -> list[Article]:
    """Mark texts that several addresses of a host gave on this day under titles they do not speak of: seen only when all batches are in."""
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        groups[urlsplit(row.fetched_url).netloc, row.body_digest].add(row.article_id)
    return [
        replace(row, kind=TEMPLATE, cluster_head=False)
        if len(groups[urlsplit(row.fetched_url).netloc, row.body_digest]) > 1 and not speaks_of(row.title, row.body)
        else row
        for row in rows
    ]


def _settle_entries(entries: Sequence[Entry], templates: set[str]) -> list[Entry]:
    return [
        replace(entry, fate="dropped", reason="template_page", detail="the same text at several addresses", noted=utc_now())
        if entry.fate == "kept" and entry.version_id in templates
        else entry
        for entry in entries
    ]
