"""Reads the pages of a batch of entries: fetched at the same time, read in worker processes, judged by the gates, stored with their fates.

Nothing that is wrong with one page ends the batch. What the lake holds already is not fetched again, so a run that was killed goes
on where it stood.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urljoin

from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.errors import FetchFailed, FetchRefused, OkbenchError
from storage.schemas.news import Article, Entry
from storage.schemas.window import Window
from tasks.extraction.extract import Extraction, PageJob
from tasks.extraction.gates import Drop, Visit, judge_bytes, judge_page, judge_text, kind_of
from tasks.extraction.pool import ReadingPool
from tasks.fetching.challenges import is_challenge
from tasks.fetching.fetcher import Fetched
from tasks.ingest.admission import PageRead, Reading, admit, dropped, kept
from tasks.ingest.feeds import Feed
from tasks.ingest.known import PAGE_SAYS, KnownArticles
from tasks.ingest.page_options import PageOptions

# After these the feed's own text is no way out: the story was taken back, is not wanted, or its address is none to touch.
_FINAL = frozenset(
    {"http_404", "http_410", "http_451", "soft_404", "redirected_home", "redirected_elsewhere", "language_not_wanted", "too_long"}
    | {"private_address", "scheme", "bad_url", "credentials"}
)


class GetsPages(Protocol):
    """What is asked of a fetcher."""

    async def get(self, url: str, *, html_only: bool = False) -> Fetched:
        """The answer at an address."""
        ...


@dataclass(frozen=True, slots=True)
class _Reader:
    """What belongs to one batch."""

    fetcher: GetsPages
    pool: ReadingPool
    options: PageOptions
    feeds: Mapping[str, Feed]
    places: asyncio.Semaphore


def entries_to_read(entries: Iterable[Entry], options: PageOptions) -> list[Entry]:
    """The pending entries, and of each feed some undated ones whose pages were not looked at yet."""
    undated: Counter[str] = Counter()
    chosen: list[Entry] = []
    for entry in entries:
        if entry.fate == "pending":
            chosen.append(entry)
        elif options.read_undated and _is_untried_undated(entry) and undated[entry.feed_id] < options.undated_per_feed:
            undated[entry.feed_id] += 1
            chosen.append(entry)
    return chosen


async def read_pages(
    entries: Sequence[Entry],
    *,
    fetcher: GetsPages,
    pool: ReadingPool,
    known: KnownArticles,
    lake: Lake,
    run_id: str,
    window: Window,
    options: PageOptions | None = None,
    feeds: Mapping[str, Feed] | None = None,
) -> list[PageRead]:
    """One PageRead for each entry, in order; new articles and changed entries are stored before it returns.

    Give it what ``entries_to_read`` chooses, 20 to 50 at a time; entries decided before come back as they are. ``feeds`` by feed id
    say what may be done with a text. Raises only what concerns the lake, or that no worker process can be started (Permanent).
    """
    options = options or PageOptions()
    reader = _Reader(fetcher, pool, options, feeds or {}, asyncio.Semaphore(options.pages_at_once))
    done: dict[int, PageRead] = {}
    for index, entry in enumerate(entries):
        early = _before_fetching(entry, known)
        if early is not None:
            done[index] = early
    visits = {index: asyncio.ensure_future(_visit(entry, reader)) for index, entry in enumerate(entries) if index not in done}
    try:
        found = await asyncio.gather(*visits.values())
    finally:
        for visit in visits.values():
            visit.cancel()  # no effect on those that are done
        await asyncio.gather(*visits.values(), return_exceptions=True)
    readings: dict[int, Reading] = {}
    for index, outcome in zip(visits, found, strict=True):
        if isinstance(outcome, Reading):
            readings[index] = outcome
        else:
            done[index] = dropped(entries[index], outcome)
    done.update(zip(readings, admit(list(readings.values()), known=known, run_id=run_id, window=window, options=options), strict=True))
    results = [done[index] for index in range(len(entries))]
    await asyncio.to_thread(_store, lake, run_id, window.day, results, entries)
    return results


def _before_fetching(entry: Entry, known: KnownArticles) -> PageRead | None:
    """The fate of an entry that needs no fetching, or None."""
    if entry.fate != "pending" and not _is_untried_undated(entry):
        return PageRead(entry)
    first = known.claim(entry)
    if first:
        return dropped(entry, Drop("duplicate_entry", f"as entry {first} of another feed"))
    stored = known.stored_today(entry)
    if stored is not None and not known.claim_article(stored.article_id, entry):
        return kept(entry, stored, new=False)
    settled = known.settled(entry)
    if settled is not None:
        return dropped(entry, Drop(settled.reason, settled.detail))
    return None


def _is_untried_undated(entry: Entry) -> bool:
    return entry.fate == "dropped" and entry.reason == "undated" and bool(entry.url) and not entry.detail.startswith(PAGE_SAYS)


async def _visit(entry: Entry, reader: _Reader) -> Reading | Drop:
    """Fetch, read and judge one page; the feed's own text stands in where that fails."""
    async with reader.places:
        try:
            outcome = await _read_page(entry, entry.url, reader, may_follow=reader.options.follow_refresh)
            if isinstance(outcome, Drop) and outcome.reason not in _FINAL and entry.content and reader.options.body_from_feed:
                return await _read_feed_text(entry, reader) or outcome
            return outcome
        except OkbenchError:
            raise
        except Exception as error:  # a fault of ours on one page is counted, and must not cost the others
            return Drop("internal_error", f"{type(error).__name__}: {error}")


async def _read_page(entry: Entry, url: str, reader: _Reader, *, may_follow: bool) -> Reading | Drop:
    try:
        fetched = await reader.fetcher.get(url, html_only=True)
    except (FetchFailed, FetchRefused) as error:
        return Drop(error.reason, str(error))
    content_type = fetched.headers.get("content-type", "")
    drop = judge_bytes(fetched.body, content_type)
    if drop is not None:
        return drop
    page = await _extract(PageJob(url=fetched.final_url, body=fetched.body, content_type=content_type, language=entry.language), reader)
    if isinstance(page, Drop):
        return page
    visit = Visit(
        asked=entry.url,
        final=fetched.final_url,
        feed_title=entry.title,
        page=page,
        challenge=page.words < reader.options.gates.notice_words and is_challenge(fetched.headers, fetched.body),
    )
    drop = judge_page(visit, reader.options.gates)
    if drop is None:
        return _reading(entry, page, fetched.final_url, kind_of(visit), reader)
    target = urljoin(fetched.final_url, page.signals.refresh)
    if may_follow and page.signals.refresh and target != fetched.final_url and page.words < reader.options.gates.least_words:
        return await _read_page(entry, target, reader, may_follow=False)
    return drop


async def _read_feed_text(entry: Entry, reader: _Reader) -> Reading | None:
    job = PageJob(
        url=entry.url,
        body=entry.content.encode("utf-8", "replace"),
        content_type="text/html; charset=utf-8",
        language=entry.language,
        from_feed=True,
    )
    page = await _extract(job, reader)
    if isinstance(page, Drop) or page.fault or judge_text(page, reader.options.gates) is not None:
        return None
    visit = Visit(asked=entry.url, final=entry.url, feed_title=entry.title, page=page)
    return _reading(entry, page, entry.url, kind_of(visit), reader)


async def _extract(job: PageJob, reader: _Reader) -> Extraction | Drop:
    result = await reader.pool.run(job)
    return Drop(result.reason, result.detail) if result.reason else result.value


def _reading(entry: Entry, page: Extraction, final: str, kind: str, reader: _Reader) -> Reading:
    return Reading(entry=entry, page=page, final=final, kind=kind, fetched=utc_now(), feed=reader.feeds.get(entry.feed_id))


def _store(lake: Lake, run_id: str, day: str, results: Sequence[PageRead], before: Sequence[Entry]) -> None:
    """Articles first, so that a kept entry never points at an article that is not there."""
    lake.append(Article, [result.article for result in results if result.new and result.article is not None], day)
    lake.append(Entry, [result.entry for result, entry in zip(results, before, strict=True) if result.entry is not entry], run_id)


__all__ = ["GetsPages", "PageRead", "entries_to_read", "read_pages"]
