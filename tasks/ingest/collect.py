"""One feed in one run: asked (conditionally), read, its entries stored with their fates.

Whatever happens at the outlet comes back as a row that says so, never as an error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from storage.lake import Lake
from storage.schemas.clock import Stopwatch, iso, utc_now
from storage.schemas.errors import FetchFailed, FetchRefused
from storage.schemas.news import Entry, FeedFetch, FeedState
from storage.schemas.window import Window
from tasks.ingest.entries import FEED_REASONS, read_entries
from tasks.ingest.feed_document import FeedDocument, read_feed
from tasks.ingest.feed_states import kept_body, read_state, remember_answer, remember_gone
from tasks.ingest.feeds import Feed
from tasks.ingest.fetcher import Fetched, Fetcher
from tasks.ingest.options import CollectOptions


@dataclass(frozen=True, slots=True)
class FeedCollected:
    """``entries`` are all rows of this feed in this run, those of an earlier attempt included."""

    fetch: FeedFetch
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class _Answer:
    """A body to read: new, or the kept one after a 304."""

    body: bytes
    headers: Mapping[str, str]
    fetched: Fetched


async def collect_feed(
    feed: Feed, *, fetcher: Fetcher, lake: Lake, run_id: str, window: Window, options: CollectOptions | None = None
) -> FeedCollected:
    """Ask the feed and store its FeedFetch and Entry rows under ``run_id``.

    Run again under the same id, an entry that was kept or dropped stays so, and a feed that was read before and is broken now keeps
    its rows.
    Raises only what concerns the lake (StoreUnusable, StoreBusy, NewerLake).
    """
    options = options or CollectOptions()
    watch = Stopwatch()
    state = await asyncio.to_thread(read_state, lake, feed)
    if state is not None and state.gone and options.skip_gone:
        reason = f"gone: answered 410 on {iso(state.checked)[:10]}, not asked again until a person enables it"
        return await _store_broken(lake, feed, run_id, reason, 410, watch.ms())
    try:
        answer = await _ask(feed, fetcher, lake, state)
    except (FetchFailed, FetchRefused) as error:
        if error.http_status == 410:
            await asyncio.to_thread(remember_gone, lake, feed)
        return await _store_broken(lake, feed, run_id, f"{error.reason}: {error}", error.http_status, watch.ms())
    document = await asyncio.to_thread(read_feed, answer.body, answer.headers, answer.fetched.final_url)
    if document.problem:
        return await _store_broken(lake, feed, run_id, document.problem, answer.fetched.status, watch.ms())
    return await asyncio.to_thread(_store_read, lake, feed, run_id, window, options, answer, document, watch.ms())


async def _ask(feed: Feed, fetcher: Fetcher, lake: Lake, state: FeedState | None) -> _Answer:
    """The feed's body: conditional only while the kept body can be read, for a 304 without it would be worth nothing."""
    kept = await asyncio.to_thread(kept_body, lake, state)
    if state is not None and kept is not None:
        fetched = await fetcher.get(feed.url, etag=state.etag, last_modified=state.last_modified)
        if fetched.not_modified:
            return _Answer(kept, {"content-type": state.content_type or ""}, fetched)
    else:
        fetched = await fetcher.get(feed.url)
    return _Answer(fetched.body, fetched.headers, fetched)


def _store_read(
    lake: Lake, feed: Feed, run_id: str, window: Window, options: CollectOptions, answer: _Answer, document: FeedDocument, elapsed_ms: float
) -> FeedCollected:
    rows = read_entries(document, feed, run_id=run_id, window=window, options=options)
    fetched = answer.fetched
    if not fetched.not_modified:
        remember_answer(lake, feed, fetched, read_state(lake, feed))
    entries = _store_entries(lake, feed, run_id, rows)
    status, reason = _health(rows, document, fetched)
    fetch = FeedFetch(
        run_id=run_id,
        feed_id=feed.feed_id,
        outlet=feed.outlet,
        url=feed.url,
        final_url=fetched.final_url,
        status=status,
        reason=reason,
        http_status=fetched.status,
        entries=len(entries),
        in_window=_in_window(entries),
        elapsed_ms=elapsed_ms,
        fetched=utc_now(),
    )
    lake.append(FeedFetch, [fetch], run_id)
    return FeedCollected(fetch, entries)


def _store_entries(lake: Lake, feed: Feed, run_id: str, rows: list[Entry]) -> list[Entry]:
    """Append what is new. The lock keeps two attempts at one run from writing over each other between reading and writing."""
    with lake.lock(Entry, run_id):
        earlier = {row.entry_id: row for row in lake.read(Entry, run_id) if row.feed_id == feed.feed_id}
        merged = dict(earlier)
        for row in rows:
            old = earlier.get(row.entry_id)
            # Decided is decided within a run: the window is pinned, and what the page said must not be lost.
            if old is None or (old.fate == "pending" and replace(row, noted=old.noted) != old):
                merged[row.entry_id] = row
        lake.append(Entry, [row for key, row in merged.items() if earlier.get(key) is not row], run_id)
    return list(merged.values())


def _in_window(entries: list[Entry]) -> int:
    return sum(row.reason not in FEED_REASONS for row in entries)


def _health(rows: list[Entry], document: FeedDocument, fetched: Fetched) -> tuple[str, str]:
    """(status, reason): entries of which none can be used are a broken feed, not a quiet one."""
    dated = [row for row in rows if row.reason != "undated"]
    if rows and not dated:
        return "broken", f"none of {len(rows)} dates can be read (the first: {rows[0].published_raw[:60]!r})"
    if rows and all(row.reason in ("no_link", "bad_scheme", "bad_url", "aggregator_link") for row in rows):
        return "broken", f"none of {len(rows)} links can be used ({rows[0].reason})"
    status = "not_modified" if fetched.not_modified else "ok"
    return status, document.note if any(row.fate == "pending" for row in rows) else "quiet"


async def _store_broken(lake: Lake, feed: Feed, run_id: str, reason: str, http_status: int | None, elapsed_ms: float) -> FeedCollected:
    return await asyncio.to_thread(_write_broken, lake, feed, run_id, reason, http_status, elapsed_ms)


def _write_broken(lake: Lake, feed: Feed, run_id: str, reason: str, http_status: int | None, elapsed_ms: float) -> FeedCollected:
    entries = [row for row in lake.read(Entry, run_id) if row.feed_id == feed.feed_id]
    before = [row for row in lake.read(FeedFetch, run_id) if row.feed_id == feed.feed_id and row.status != "broken"]
    if before:
        return FeedCollected(before[-1], entries)
    fetch = FeedFetch(
        run_id=run_id,
        feed_id=feed.feed_id,
        outlet=feed.outlet,
        url=feed.url,
        final_url=None,
        status="broken",
        reason=reason,
        http_status=http_status,
        entries=len(entries),
        in_window=_in_window(entries),
        elapsed_ms=elapsed_ms,
        fetched=utc_now(),
    )
    lake.append(FeedFetch, [fetch], run_id)
    return FeedCollected(fetch, entries)
