"""Asks every feed once and says which are well, quiet or dead, so that a person can mend the list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from storage.schemas.errors import FetchFailed, FetchRefused
from storage.schemas.window import Window
from tasks.fetching.fetcher import Fetcher
from tasks.ingest.entries import read_entries
from tasks.ingest.feed_document import read_feed
from tasks.ingest.feeds import Feed
from tasks.ingest.options import CollectOptions

_UNUSABLE = frozenset({"no_link", "bad_scheme", "bad_url", "aggregator_link", "undated"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedCheck:
    """state: ok (entries in the window), quiet (well, but nothing in the window), dead (``reason`` says why).

    entries: how many the feed holds; usable: those with a link and a date; newest_hours: age of the newest before the moment.
    oldest: date of the oldest usable entry, how far back the feed reaches; None when no entry has a date.
    moved_to: where redirects led, when that is another address.
    """

    feed: Feed
    state: Literal["ok", "quiet", "dead"]
    reason: str
    entries: int = 0
    usable: int = 0
    newest_hours: float | None = None
    oldest: datetime | None = None
    moved_to: str | None = None


async def check_feeds(feeds: Sequence[Feed], *, fetcher: Fetcher, window: Window, options: CollectOptions | None = None) -> list[FeedCheck]:
    """One check per feed, in order, all at once within the fetcher's bounds. Nothing is stored, no outlet's error is raised."""
    return list(await asyncio.gather(*(_check(feed, fetcher, window, options or CollectOptions()) for feed in feeds)))


async def _check(feed: Feed, fetcher: Fetcher, window: Window, options: CollectOptions) -> FeedCheck:
    try:
        fetched = await fetcher.get(feed.url)
    except (FetchFailed, FetchRefused) as error:
        return FeedCheck(feed=feed, state="dead", reason=f"{error.reason}: {error.what}")
    document = await asyncio.to_thread(read_feed, fetched.body, fetched.headers, fetched.final_url)
    moved = fetched.final_url if fetched.redirects else None
    if document.problem:
        return FeedCheck(feed=feed, state="dead", reason=document.problem, moved_to=moved)
    rows = read_entries(document, feed, run_id="check", window=window, options=options)
    usable = [row for row in rows if row.reason not in _UNUSABLE]
    if rows and all(row.reason == "undated" and not row.published_raw for row in rows):
        reason = "the feed gives no dates, only its pages can"
        return FeedCheck(feed=feed, state="quiet", reason=reason, entries=len(rows), moved_to=moved)
    if rows and not usable:
        reasons = ", ".join(sorted({row.reason for row in rows}))
        return FeedCheck(feed=feed, state="dead", reason=f"no entry can be used ({reasons})", entries=len(rows), moved_to=moved)
    dates = [row.published for row in usable if row.published]
    fresh = any(row.fate == "pending" for row in rows)
    return FeedCheck(
        feed=feed,
        state="ok" if fresh else "quiet",
        reason=document.note if rows else "the feed has no entries",
        entries=len(rows),
        usable=len(usable),
        newest_hours=_newest_hours(dates, window.moment),
        oldest=min(dates, default=None),
        moved_to=moved,
    )


def _newest_hours(dates: Sequence[datetime], moment: datetime) -> float | None:
    past = [date for date in dates if date <= moment] or list(dates)
    return round((moment - max(past)).total_seconds() / 3600, 1) if past else None
