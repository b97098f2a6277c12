"""Counts of events, links and documents by region and year, and why links were lost: losses differ between regions, and so bias them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from storage.lake import Lake
from storage.schemas.events import Citation, DocumentLink, Event, YearPage
from storage.schemas.questions import FunnelRow

_PAGE_REASONS = {"missing": "no_such_page", "failed": "wiki_failed"}


@dataclass(slots=True)
class Losses:
    """One region and year. ``ways``: kept links by way; ``reasons``: dropped links by reason; ``shared``: kept links whose document serves
    several events; ``unknown``: kept links that could not be compared with their event."""

    region: str
    year: int
    status: str = ""
    events: int = 0
    events_cited: int = 0
    events_kept: int = 0
    links: int = 0
    kept: int = 0
    documents: int = 0
    shared: int = 0
    unknown: int = 0
    not_understood: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def lost_share(self) -> float:
        """Share of the links that gave no document, 0 to 1."""
        return 1 - self.kept / self.links if self.links else 0.0


def losses_of(
    region: str, year: int, *, page: YearPage | None, events: Sequence[Event], citations: Sequence[Citation], links: Sequence[DocumentLink]
) -> Losses:
    """The counts from the rows of one region and year; citations without a fate yet count as dropped, ``not_tried``."""
    current = {event.event_id for event in events if event.status == "current"}
    fates = {(link.event_id, link.url): link for link in links if link.event_id in current}
    cited = [row for row in citations if row.event_id in current]
    kept = [link for link in fates.values() if link.outcome == "kept"]
    found = Losses(region=region, year=year, status=page.status if page else "", not_understood=page.not_understood if page else 0)
    found.events, found.links, found.kept = len(current), len(cited), len(kept)
    found.events_cited = len({row.event_id for row in cited})
    found.events_kept = len({link.event_id for link in kept})
    found.documents = len({link.version_id for link in kept})
    found.shared = sum(link.shared for link in kept)
    found.unknown = sum(link.matches is None for link in kept)
    found.ways.update(link.way for link in kept)
    for row in cited:
        link = fates.get((row.event_id, row.url))
        if link is None or link.outcome != "kept":
            found.reasons[link.reason if link else "not_tried"] += 1
    return found


def read_losses(lake: Lake, regions: Sequence[str] = (), years: Sequence[int] = ()) -> list[Losses]:
    """The counts of every region and year in the lake, or of those named, in order."""
    rows: list[Losses] = []
    for place in lake.partitions(YearPage):
        region, _, year = place.rpartition("/")
        if (regions and region not in regions) or (years and int(year) not in years):
            continue
        pages = lake.read(YearPage, place)
        rows.append(
            losses_of(
                region,
                int(year),
                page=pages[-1] if pages else None,
                events=lake.read(Event, place),
                citations=lake.read(Citation, place),
                links=lake.read(DocumentLink, place),
            )
        )
    return rows


def funnel_of(rows: Sequence[Losses], run_id: str) -> list[FunnelRow]:
    """The counts as a funnel: pages, events with a document or without, links kept or dropped by reason. The sums agree stage by stage."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        page = ("kept", "") if row.status in ("ok", "unchanged") else ("dropped", _PAGE_REASONS.get(row.status, "not_read"))
        counts["event_pages", *page] += 1
        counts["events", "kept", ""] += row.events_kept
        counts["events", "dropped", "no_citation"] += row.events - row.events_cited
        counts["events", "dropped", "no_matching_document"] += row.events_cited - row.events_kept
        counts["event_links", "kept", ""] += row.kept
        for reason, count in row.reasons.items():
            counts["event_links", "dropped", reason] += count
    return [
        FunnelRow(run_id=run_id, stage=stage, outcome=outcome, reason=reason, count=count)
        for (stage, outcome, reason), count in counts.items()
        if count
    ]
