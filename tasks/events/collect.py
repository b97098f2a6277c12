"""Collects the year page of one region and year: asked for, read, compared with what the lake holds, stored.

A rerun asks for the revision first and fetches nothing that has not changed; of a changed page only new and changed events count as such. What goes
wrong with one page is its status and reason; the rows of an earlier run then stay.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from storage.lake import Lake
from storage.schemas.errors import FetchFailed, FetchRefused
from storage.schemas.events import Citation, Event, YearPage
from tasks.events.identity import match_events, new_id
from tasks.events.mediawiki import MediaWiki, WikiPage
from tasks.events.options import EventOptions
from tasks.events.regions import Region
from tasks.events.wikitext.reading import PageReading, ReadEvent, read_page

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCollected:
    """What became of one year page. The ids are in the page's order; ``gone`` are events that are no longer on it."""

    page: YearPage
    events: tuple[Event, ...] = ()
    citations: tuple[Citation, ...] = ()
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


def partition_of(region: str, year: int) -> str:
    """Where the rows of a region and year stand."""
    return f"{region}/{year}"


def stored_page(lake: Lake, region: str, year: int) -> YearPage | None:
    """The year page as an earlier run left it."""
    pages = lake.read(YearPage, partition_of(region, year))
    return pages[-1] if pages else None


async def known_revisions(wiki: MediaWiki, pages: Sequence[YearPage]) -> dict[str, int]:
    """The latest revision id by title of pages that we have read, in few requests; empty when the wiki cannot be asked."""
    titles = [page.title for page in pages if page.revision_id is not None and page.status in ("ok", "unchanged")]
    if not titles:
        return {}
    try:
        found = await wiki.revisions(titles)
    except (FetchFailed, FetchRefused):
        return {}
    return {title: page.revision_id for title, page in found.items() if page.revision_id is not None}


async def collect_page(
    region: Region,
    year: int,
    *,
    wiki: MediaWiki,
    lake: Lake,
    run_id: str,
    now: datetime,
    options: EventOptions,
    latest: dict[str, int] | None = None,
    reread: bool = False,
) -> PageCollected:
    """Collect and store one year page. ``latest`` are revision ids known from ``known_revisions``; ``reread`` reads the stored wikitext again.

    Raises only what concerns the lake.
    """
    before = await asyncio.to_thread(stored_page, lake, region.region_id, year)
    fresh = before is not None and before.revision_id is not None and (latest or {}).get(before.title) == before.revision_id
    if before is not None and fresh and not reread:
        return await asyncio.to_thread(_unchanged, lake, before, run_id, now)
    try:
        found, asked = await _ask(wiki, region.titles_of(year), before)
    except (FetchFailed, FetchRefused) as error:
        if error.reason == "not_modified" and before is not None:
            return await asyncio.to_thread(_unchanged, lake, before, run_id, now)
        return await asyncio.to_thread(_failed, lake, region, year, before, "failed", error.reason, run_id, now)
    if found is None or found.text is None:
        return await asyncio.to_thread(_failed, lake, region, year, before, "missing", "no_such_page", run_id, now)
    if not re.search(rf"\b{year}\b", found.title):
        return await asyncio.to_thread(_failed, lake, region, year, before, "missing", "redirected_elsewhere", run_id, now)
    try:
        reading = await asyncio.to_thread(read_page, found.text, year, language=region.language)
    except Exception:  # a fault of ours on one page is counted, and must not cost the others
        _log.exception("%s cannot be read", found.url)
        return await asyncio.to_thread(_failed, lake, region, year, before, "failed", "internal_error", run_id, now)
    return await asyncio.to_thread(_store, lake, region, year, replace(found, asked=asked), reading, run_id, now, options)


async def _ask(wiki: MediaWiki, titles: Sequence[str], before: YearPage | None) -> tuple[WikiPage | None, str]:
    """The first title that is a page; the one that was a page last time comes first, with its ETag."""
    known = before.title if before is not None and before.wikitext else ""
    for title in sorted(titles, key=lambda form: form != known):
        mine = before if before is not None and title == known else None
        found = await wiki.page(title, etag=mine.etag if mine else None, last_modified=mine.last_modified if mine else None)
        if found is not None:
            return found, title
    return None, titles[0]


def _unchanged(lake: Lake, before: YearPage, run_id: str, now: datetime) -> PageCollected:
    place = partition_of(before.region, before.year)
    page = replace(before, status="unchanged", reason="", new=0, changed=0, gone=0, run_id=run_id, fetched=now)
    lake.replace(YearPage, [page], place)
    events = tuple(event for event in lake.read(Event, place) if event.status == "current")
    return PageCollected(page=page, events=events, citations=tuple(lake.read(Citation, place)))


def _failed(
    lake: Lake, region: Region, year: int, before: YearPage | None, status: str, reason: str, run_id: str, now: datetime
) -> PageCollected:
    place = partition_of(region.region_id, year)
    if before is not None and before.wikitext:
        page = replace(before, status=status, reason=reason, new=0, changed=0, gone=0, run_id=run_id, fetched=now)
    else:
        title = region.titles_of(year)[0]
        page = YearPage(
            region=region.region_id, year=year, title=title, resolved_title="", url="", language=region.language, status=status, reason=reason,
            revision_id=None, revised=None, etag=None, last_modified=None, wikitext="", understood=0, not_understood=0, notes=(), new=0, changed=0,
            gone=0, run_id=run_id, fetched=now,
        )  # fmt: skip
    lake.replace(YearPage, [page], place)
    events = tuple(event for event in lake.read(Event, place) if event.status == "current")
    return PageCollected(page=page, events=events, citations=tuple(lake.read(Citation, place)))


def _store(
    lake: Lake, region: Region, year: int, found: WikiPage, reading: PageReading, run_id: str, now: datetime, options: EventOptions
) -> PageCollected:
    place = partition_of(region.region_id, year)
    with lake.lock(YearPage, place):
        stored = lake.read(Event, place)
        cited_before: dict[str, set[str]] = {}
        for source in lake.read(Citation, place):
            cited_before.setdefault(source.event_id, set()).add(source.url)
        matches = match_events(reading.events, stored, sources=cited_before, same_words=options.same_words)
        rows: list[Event] = []
        citations: list[Citation] = []
        new: list[str] = []
        changed: list[str] = []
        taken = {event.event_id for event in stored}
        for item, known in zip(reading.events, matches, strict=True):
            event_id = known.event_id if known else new_id(region.region_id, year, item, taken)
            taken.add(event_id)
            row = _event(event_id, region, year, item, found, known, run_id, now)
            if known is None:
                new.append(event_id)
            elif known.status != "current" or _says_other(known, row) or cited_before.get(event_id, set()) != {cited.url for cited in item.cited}:
                changed.append(event_id)
                row = replace(row, changed_run=run_id)
            rows.append(row)
            citations += _citations(event_id, region.region_id, year, item)
        current = {row.event_id for row in rows}
        lost = [event for event in stored if event.event_id not in current]
        gone = [event.event_id for event in lost if event.status == "current"]
        kept = [replace(event, status="gone", run_id=run_id, noted=now) if event.status == "current" else event for event in lost]
        page = _page(region, year, found, reading, (len(new), len(changed), len(gone)), run_id, now)
        lake.replace(Event, [*rows, *kept], place)
        lake.replace(Citation, citations, place)
        lake.replace(YearPage, [page], place)
    return PageCollected(page=page, events=tuple(rows), citations=tuple(citations), new=tuple(new), changed=tuple(changed), gone=tuple(gone))


def _says_other(known: Event, row: Event) -> bool:
    return (known.text, known.start_date, known.end_date, known.date_precision) != (row.text, row.start_date, row.end_date, row.date_precision)


def _page(
    region: Region, year: int, found: WikiPage, reading: PageReading, counts: tuple[int, int, int], run_id: str, now: datetime
) -> YearPage:
    return YearPage(
        region=region.region_id, year=year, title=found.asked, resolved_title=found.title, url=found.url, language=region.language, status="ok",
        reason="", revision_id=found.revision_id, revised=found.revised, etag=found.etag, last_modified=found.last_modified,
        wikitext=found.text or "", understood=len(reading.events), not_understood=reading.not_understood.total(), notes=reading.notes(),
        new=counts[0], changed=counts[1], gone=counts[2], run_id=run_id, fetched=now,
    )  # fmt: skip


def _event(
    event_id: str, region: Region, year: int, item: ReadEvent, found: WikiPage, known: Event | None, run_id: str, now: datetime
) -> Event:
    return Event(
        event_id=event_id, region=region.region_id, year=year, language=region.language, start_date=item.date.start, end_date=item.date.end,
        date_precision=item.date.precision, date_text=item.date.text, text=item.text, section=item.section, position=item.position,
        links=item.links, page_title=found.title, page_url=found.url, revision_id=found.revision_id, notes=item.notes, status="current",
        first_run=known.first_run if known else run_id, changed_run=known.changed_run if known else run_id, run_id=run_id, noted=now,
    )  # fmt: skip


def _citations(event_id: str, region: str, year: int, item: ReadEvent) -> list[Citation]:
    return [
        Citation(
            event_id=event_id, region=region, year=year, position=position, url=cited.url, archive_url=cited.archive_url, title=cited.title,
            publisher=cited.publisher, language=cited.language, published=cited.published, kind=cited.kind, name=cited.name,
        )
        for position, cited in enumerate(item.cited)
    ]  # fmt: skip
