"""One feed in one run: asked (conditionally), read, its entries stored with their fates.

Whatever happens at the outlet comes back as a row that says so, never as an error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from storage.lake import Lake
from storage.schemas.clock import Stopwatch, iso, utc_now
from storage.schemas.errors import FetchFailed, FetchRefused
from storage.schemas.news import Entry, FeedFetch, FeedState
from storage.schemas.window import Window
from tasks.fetching.fetcher import Fetched, Fetcher
from tasks.ingest.earlier import Earlier
from tasks.ingest.entries import FEED_REASONS, read_entries
from tasks.ingest.feed_document import FeedDocument, read_feed
from tasks.ingest.feed_states import kept_body, read_state, remember_answer, remember_gone
from tasks.ingest.feeds import Feed
from tasks.ingest.options import CollectOptions

_UNUSABLE = frozenset({"no_link", "bad_scheme", "bad_url", "aggregator_link"})


@dataclass(frozen=True, slots=True)
class FeedCollected:
    """``entries`` are all rows of this feed in this run, those of an earlier attempt included."""

    fetch: FeedFetch
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class _Collecting:
    """What belongs to one call."""

    feed: Feed
    lake: Lake
    run_id: str
    window: Window
    options: CollectOptions
    earlier: Earlier | None
    watch: Stopwatch = field(default_factory=Stopwatch)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A body to read: new, or the kept one after a 304."""

    body: bytes
    headers: Mapping[str, str]
    fetched: Fetched


async def collect_feed(
    feed: Feed,
    *,
    fetcher: Fetcher,
    lake: Lake,
    run_id: str,
    window: Window,
    options: CollectOptions | None = None,
    earlier: Earlier | None = None,
) -> FeedCollected:
    """Ask the feed and store its FeedFetch and Entry rows under ``run_id``.

    Run again under the same id, an entry that was kept or dropped stays so, and a feed that was read before and is broken now keeps
    its rows. ``earlier`` is what the run held when it was started again; read it once for many feeds, without it each feed reads it.
    Raises only what concerns the lake (StoreUnusable, StoreBusy, NewerLake).
    """
    job = _Collecting(feed, lake, run_id, window, options or CollectOptions(), earlier)
    state = await asyncio.to_thread(read_state, lake, feed)
    if state is not None and state.gone and job.options.skip_gone:
        reason = f"gone: answered 410 on {iso(state.checked)[:10]}, not asked again until a person enables it"
        return await asyncio.to_thread(_store_broken, job, reason, 410)
    try:
        answer = await _ask(feed, fetcher, lake, state)
    except (FetchFailed, FetchRefused) as error:
        if error.http_status == 410:
            await asyncio.to_thread(remember_gone, lake, feed)
        return await asyncio.to_thread(_store_broken, job, f"{error.reason}: {error}", error.http_status)
    return await asyncio.to_thread(_read_and_store, job, answer, state)


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


def _read_and_store(job: _Collecting, answer: _Answer, state: FeedState | None) -> FeedCollected:
    fetched = answer.fetched
    document = read_feed(answer.body, answer.headers, fetched.final_url)
    if document.problem:
        return _store_broken(job, document.problem, fetched.status)
    rows = read_entries(document, job.feed, run_id=job.run_id, window=job.window, options=job.options)
    if not fetched.not_modified:
        remember_answer(job.lake, job.feed, fetched, state)
    earlier = job.earlier or Earlier.read(job.lake, job.run_id)
    entries, changed = _merge(earlier.entries.get(job.feed.feed_id, ()), rows)
    job.lake.append(Entry, changed, job.run_id)
    status, reason = _health(rows, document, fetched)
    return _store_fetch(job, entries, status=status, reason=reason, http_status=fetched.status, final_url=fetched.final_url)


def _store_broken(job: _Collecting, reason: str, http_status: int | None) -> FeedCollected:
    """A broken feed's row, unless an earlier attempt at this run could read it: then that stands."""
    earlier = job.earlier or Earlier.read(job.lake, job.run_id)
    entries = list(earlier.entries.get(job.feed.feed_id, ()))
    before = earlier.fetches.get(job.feed.feed_id)
    if before is not None and before.status != "broken":
        return FeedCollected(before, entries)
    return _store_fetch(job, entries, status="broken", reason=reason, http_status=http_status, final_url=None)


def _store_fetch(
    job: _Collecting, entries: list[Entry], *, status: str, reason: str, http_status: int | None, final_url: str | None
) -> FeedCollected:
    fetch = FeedFetch(
        run_id=job.run_id,
        feed_id=job.feed.feed_id,
        outlet=job.feed.outlet,
        url=job.feed.url,
        final_url=final_url,
        status=status,
        reason=reason,
        http_status=http_status,
        entries=len(entries),
        in_window=sum(row.reason not in FEED_REASONS for row in entries),
        elapsed_ms=job.watch.ms(),
        fetched=utc_now(),
    )
    job.lake.append(FeedFetch, [fetch], job.run_id)
    return FeedCollected(fetch, entries)


def _merge(earlier: Sequence[Entry], rows: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """(all rows, those to write). What was decided in this run stays: its window is pinned, and what the page said must not be lost."""
    old = {row.entry_id: row for row in earlier}
    merged, changed = dict(old), []
    for row in rows:
        before = old.get(row.entry_id)
        if before is None or (before.fate == "pending" and replace(row, noted=before.noted) != before):
            merged[row.entry_id] = row
            changed.append(row)
    return list(merged.values()), changed


def _health(rows: Sequence[Entry], document: FeedDocument, fetched: Fetched) -> tuple[str, str]:
    """(status, reason): entries of which none can be used are a broken feed, not a quiet one."""
    if rows and all(row.reason == "undated" for row in rows):
        written = next((row.published_raw for row in rows if row.published_raw), None)
        if written is not None:
            return "broken", f"no date can be read: {written[:60]!r} is one of {len(rows)} entries' dates"
        return "not_modified" if fetched.not_modified else "ok", "undated: the feed gives no dates, only its pages can"
    if rows and all(row.reason in _UNUSABLE for row in rows):
        return "broken", f"no link can be used: {rows[0].reason}, {len(rows)} entries"
    status = "not_modified" if fetched.not_modified else "ok"
    return status, document.note if any(row.fate == "pending" for row in rows) else "quiet"
