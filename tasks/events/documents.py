"""Fetches the documents that the events of one region and year cite, and records the fate of every link.

Each address is followed once, however many events cite it; an earlier run's documents and lasting losses are not tried again, so a run that was
stopped goes on where it stood. A document counts for an event only when it matches it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from storage.lake import Lake
from storage.schemas.events import Citation, Document, DocumentLink, Event
from tasks.events.collect import partition_of
from tasks.events.matching import Match, Rarity, ReadDocument, match_document
from tasks.events.options import EventOptions
from tasks.events.ways import PASSING, Found, Lead, Ways
from tasks.events.wikitext.dates import leading_date
from tasks.extraction.versions import address_of, article_id_of, body_digest_of, version_id_of

_BATCH = 100  # links after which what was found is stored


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsCollected:
    """Fates of all links of a region and year, and the documents that they name. ``followed``: addresses that this run fetched."""

    links: tuple[DocumentLink, ...]
    documents: tuple[Document, ...]
    followed: int

    def kept(self) -> list[tuple[str, Document]]:
        """(event id, document) for every link that was kept."""
        by_version = {document.version_id: document for document in self.documents}
        return [(link.event_id, by_version[link.version_id or ""]) for link in self.links if link.outcome == "kept" and link.version_id in by_version]


async def collect_documents(
    region: str,
    year: int,
    *,
    events: Sequence[Event],
    citations: Sequence[Citation],
    ways: Ways,
    lake: Lake,
    run_id: str,
    now: datetime,
    options: EventOptions,
) -> DocumentsCollected:
    """Follow the links of the current events, store documents and fates. Raises only what concerns the lake or ends a run."""
    place = partition_of(region, year)
    by_id = {event.event_id: event for event in events if event.status == "current"}
    cited = [row for row in citations if row.event_id in by_id]
    known_links = {(row.event_id, row.url): row for row in await asyncio.to_thread(lake.read, DocumentLink, place)}
    documents = {row.version_id: row for row in await asyncio.to_thread(lake.read, Document, place)}
    chosen = [row for row in cited if row.position < options.links_per_event]
    settled = _settled(known_links.values(), documents, options)
    wanted: dict[str, list[Citation]] = defaultdict(list)
    for row in chosen:
        if row.url not in settled:
            wanted[row.url].append(row)
    followed: dict[str, Found] = {}
    for start in range(0, len(wanted), _BATCH):
        some = list(wanted.items())[start : start + _BATCH]
        fresh: dict[str, Document] = {}
        for found in await _follow(some, by_id, ways, options):
            document = _document(found, region, by_id[wanted[found.lead.url][0].event_id], wanted[found.lead.url][0], run_id, now)
            if document is not None and document.version_id not in documents:
                fresh[document.version_id] = document
            followed[found.lead.url] = replace(found, page=None, detail=document.version_id if document else found.detail)
        documents |= fresh
        await asyncio.to_thread(lake.append, Document, fresh.values(), place)
        # Fates so far, so that a stopped run need not follow them again; matching and sharing are judged below, when all are known.
        rows = [_link(row, followed[row.url], documents, run_id, now) for url, several in some for row in several]
        await asyncio.to_thread(lake.append, DocumentLink, rows, place)
    links = [_fate(row, row.position, followed, settled, documents, options, run_id, now) for row in cited]
    links = await asyncio.to_thread(_judged, links, cited, by_id, documents, options)
    used = {link.version_id for link in links}
    kept = tuple(document for document in documents.values() if document.version_id in used)
    await asyncio.to_thread(lake.replace, DocumentLink, links, place)
    await asyncio.to_thread(lake.compact, Document, place)
    return DocumentsCollected(links=tuple(links), documents=kept, followed=len(followed))


async def _follow(some: Sequence[tuple[str, list[Citation]]], by_id: Mapping[str, Event], ways: Ways, options: EventOptions) -> list[Found]:
    places = asyncio.Semaphore(options.links_at_once)

    async def one(url: str, rows: Sequence[Citation]) -> Found:
        first = next((row for row in rows if row.archive_url), rows[0])
        lead = Lead(url=url, archive_url=first.archive_url, title=first.title, language=first.language, day=by_id[rows[0].event_id].start_date)
        async with places:
            return await ways.follow(lead)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(url, rows)) for url, rows in some]
    return [task.result() for task in tasks]


def _settled(known: Iterable[DocumentLink], documents: Mapping[str, Document], options: EventOptions) -> dict[str, DocumentLink]:
    """Earlier fates by address that need no new try: the text is there, or it is lost for a lasting reason."""
    settled: dict[str, DocumentLink] = {}
    for link in known:
        if link.version_id in documents:
            settled[link.url] = link
        elif link.outcome == "dropped" and link.reason != "over_link_limit" and not options.retry_dropped and not _is_passing(link):
            settled.setdefault(link.url, link)
    return settled


def _is_passing(link: DocumentLink) -> bool:
    reasons = [step.partition(":")[2] for step in link.tried] or [link.reason]
    return any(reason in PASSING or reason.startswith("http_5") for reason in reasons)


def _fate(
    row: Citation,
    position: int,
    followed: Mapping[str, Found],
    settled: Mapping[str, DocumentLink],
    documents: Mapping[str, Document],
    options: EventOptions,
    run_id: str,
    now: datetime,
) -> DocumentLink:
    if position >= options.links_per_event:
        return _blank(row, run_id, now, reason="over_link_limit")
    if row.url in followed:
        return _link(row, followed[row.url], documents, run_id, now)
    earlier = settled[row.url]
    return replace(earlier, event_id=row.event_id, region=row.region, year=row.year, archive_url=row.archive_url)


def _blank(row: Citation, run_id: str, now: datetime, *, reason: str = "") -> DocumentLink:
    return DocumentLink(
        event_id=row.event_id, region=row.region, year=row.year, url=row.url, archive_url=row.archive_url, outcome="dropped", reason=reason,
        detail="", way="", tried=(), final_url="", article_id=None, version_id=None, shared=False, matches=None, match_score=None, run_id=run_id,
        noted=now,
    )  # fmt: skip


def _link(row: Citation, found: Found, documents: Mapping[str, Document], run_id: str, now: datetime) -> DocumentLink:
    """A link's fate before it is compared with its event."""
    blank = replace(_blank(row, run_id, now), tried=found.tried, way=found.way, final_url=found.final_url, reason=found.reason)
    document = documents.get(found.detail) if found.way else None
    if document is None:
        return replace(blank, detail=found.detail)
    return replace(blank, outcome="kept", article_id=document.article_id, version_id=document.version_id)


def _judged(
    links: Sequence[DocumentLink], cited: Sequence[Citation], events: Mapping[str, Event], documents: Mapping[str, Document], options: EventOptions
) -> list[DocumentLink]:
    """The fates with match and sharing. Events of the whole page say which words are rare."""
    rarity = Rarity(event.text for event in events.values())
    titles = {(row.event_id, row.url): row.title for row in cited}
    twins = _twins(links, documents)
    read: dict[str, ReadDocument] = {}
    judged: list[DocumentLink] = []
    for link in links:
        document = documents.get(link.version_id or "")
        if document is None:
            judged.append(link)
            continue
        if document.version_id not in read:
            read[document.version_id] = ReadDocument(
                title=document.title, body=document.body, language=document.language, published=_own_day(document)
            )
        event = events[link.event_id]
        match = match_document(
            event.text, read[document.version_id], event_language=event.language, rarity=rarity, options=options.match,
            cited_title=titles.get((link.event_id, link.url), ""), event_day=event.start_date if event.date_precision == "day" else None,
        )  # fmt: skip
        judged.append(_with_match(link, match, document.body_digest in twins))
    cited_by: dict[str, set[str]] = defaultdict(set)
    for link in judged:
        if link.outcome == "kept" and link.article_id:
            cited_by[link.article_id].add(link.event_id)
    return [replace(link, shared=len(cited_by.get(link.article_id or "", ())) > 1) for link in judged]


def _with_match(link: DocumentLink, match: Match, template: bool) -> DocumentLink:
    told = replace(link, outcome="kept", reason="", detail="", matches=match.matches, match_score=None if match.matches is None else match.score)
    if match.matches is False:
        return replace(told, outcome="dropped", reason="document_mismatch", detail=f"score {match.score} over {match.compared} marks")
    if match.matches is None and template:
        return replace(told, outcome="dropped", reason="template_page", detail="the same text at several addresses of one host")
    return told


def _twins(links: Sequence[DocumentLink], documents: Mapping[str, Document]) -> set[str]:
    """Digests of texts that several addresses of one host gave: notices, not stories."""
    addresses: dict[tuple[str, str], set[str]] = defaultdict(set)
    for link in links:
        document = documents.get(link.version_id or "")
        if document is not None:
            addresses[urlsplit(document.url).netloc, document.body_digest].add(document.article_id)
    return {digest for (_, digest), ids in addresses.items() if len(ids) > 1}


def _own_day(document: Document) -> date | None:
    """The day that the page itself states; the event's own or the archive's day would prove nothing."""
    return document.published.date() if document.published_source == "page" else None


def _document(found: Found, region: str, event: Event, row: Citation, run_id: str, now: datetime) -> Document | None:
    page = found.page
    if page is None:
        return None
    url = address_of(found.url, page.canonical)
    article_id = article_id_of(url)
    title = page.title or row.title
    body = page.body
    published, source, confidence = _published(found, event, row, now)
    return Document(
        article_id=article_id, version_id=version_id_of(article_id, title, body), cluster_id=article_id, cluster_head=True, version=1,
        day=now.date().isoformat(), run_id=run_id, feed_id=region, outlet=urlsplit(url).netloc.removeprefix("www."), category="events", url=url,
        fetched_url=found.final_url, guid="", title=title, page_title=page.title, authors=page.authors, published=published,
        published_source=source, published_confidence=confidence, modified=page.modified, fetched=now, language=page.language or row.language or "und",
        body=body, word_count=page.words, body_digest=body_digest_of(body), kind=found.kind, redistribution="unknown", licence="",
        notes=(*page.notes, f"way:{found.way}"),
    )  # fmt: skip


def _published(found: Found, event: Event, row: Citation, now: datetime) -> tuple[datetime, str, str]:
    """(instant, source, confidence): what the page states, else the reference, the archive, the event."""
    if found.page is not None and found.page.published is not None:
        return found.page.published, "page", found.page.published_confidence
    cited, _ = leading_date(row.published, event.year) if row.published else (None, "")
    days = (("citation", cited.start if cited and cited.precision == "day" else None), ("archive", found.archived), ("event", event.start_date))
    for source, day in days:
        if day:
            return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC), source, "day_only"
    return now, "fetch", "none"
