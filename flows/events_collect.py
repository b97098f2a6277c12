"""From the regions file to events and documents in the lake: year pages one after the other at each wiki, several pages' documents at a time.

Plain functions, so that the flow, the command line and tests call the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from flows.gathering import finish_all
from flows.house import House
from storage.schemas.events import DocumentLink, Event
from storage.schemas.questions import FunnelRow
from tasks.events.browser import Browser
from tasks.events.collect import PageCollected, collect_page, known_revisions, stored_page
from tasks.events.documents import collect_documents
from tasks.events.losses import Losses, funnel_of, losses_of
from tasks.events.mediawiki import MediaWiki
from tasks.events.regions import Region, choose_regions, load_regions
from tasks.events.sharing import mark_shared
from tasks.events.ways import Ways

Report = Callable[["YearCollected"], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class YearCollected:
    """What came of one region and year: status of its page, ids of new, changed and gone events, counts, addresses followed by this run."""

    region: str
    year: int
    status: str
    reason: str
    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    losses: Losses
    followed: int


@dataclass(slots=True)
class EventsCollected:
    """All regions and years of a run, in the order asked for."""

    years: list[YearCollected] = field(default_factory=list)
    browser: bool = False

    def funnel(self, run_id: str) -> list[FunnelRow]:
        """Pages, events and links, kept and dropped by reason."""
        return funnel_of([year.losses for year in self.years], run_id)

    @property
    def failed(self) -> list[YearCollected]:
        """Pages that could not be asked for; missing ones are none of these."""
        return [year for year in self.years if year.status == "failed"]


def chosen_regions(house: House, file: Path | None, names: Sequence[str]) -> list[Region]:
    """The regions of a file, or those named. NotFound names an unknown one."""
    return choose_regions(load_regions(file or house.settings.regions), names)


async def collect_events(
    house: House,
    regions: Sequence[Region],
    years: Sequence[int],
    *,
    run_id: str,
    now: datetime,
    documents: bool = True,
    reread: bool = False,
    at_once: int = 4,
    report: Report | None = None,
) -> EventsCollected:
    """Collect year pages and the documents that their events cite. ``years`` empty: those of the regions file.

    ``documents`` false leaves the links alone. ``report`` is awaited with each region and year as it is done. What is wrong with a page or a link is
    its status and reason; raises only what concerns the lake or the settings.
    """
    options = house.settings.events
    fetcher, pool = await house.fetcher(), await house.pool()
    wikis = {api: MediaWiki(api, fetcher, options.wiki) for api in dict.fromkeys(region.wiki for region in regions)}
    wanted = [(region, year) for region in regions for year in (years or region.years)]
    policy = house.settings.fetch
    places = asyncio.Semaphore(at_once)
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(Browser(options.browser, user_agent=policy.user_agent, allow_private=policy.allow_private))
        ways = Ways(fetcher=fetcher, pool=pool, browser=browser, options=options, gates=house.settings.pages.gates)
        stack.push_async_callback(ways.close)
        latest = await _latest(house, wikis, wanted)

        async def one(region: Region, year: int) -> YearCollected:
            async with places:
                wiki = wikis[region.wiki]
                page = await collect_page(
                    region, year, wiki=wiki, lake=house.lake, run_id=run_id, now=now, options=options,
                    latest=latest.get((region.region_id, year)), reread=reread,
                )  # fmt: skip
                done = await _documents(house, region, year, page, ways if documents else None, run_id, now)
                if report is not None:
                    await report(done)
                return done

        result = await finish_all(one(region, year) for region, year in wanted)
    if documents:
        await asyncio.to_thread(mark_shared, house.lake)
    return EventsCollected(list(result), browser.usable)


async def _latest(house: House, wikis: dict[str, MediaWiki], wanted: Sequence[tuple[Region, int]]) -> dict[tuple[str, int], dict[str, int]]:
    """The wiki's latest revisions of the pages that we have, for each wiki in few requests."""
    found: dict[tuple[str, int], dict[str, int]] = {}
    for api, wiki in wikis.items():
        stored = {}
        for region, year in wanted:
            page = await asyncio.to_thread(stored_page, house.lake, region.region_id, year) if region.wiki == api else None
            if page is not None:
                stored[region.region_id, year] = page
        revisions = await known_revisions(wiki, list(stored.values()))
        found |= dict.fromkeys(stored, revisions)
    return found


async def _documents(
    house: House, region: Region, year: int, page: PageCollected, ways: Ways | None, run_id: str, now: datetime
) -> YearCollected:
    place = f"{region.region_id}/{year}"
    events: tuple[Event, ...] = page.events
    followed = 0
    if ways is not None and page.citations:
        done = await collect_documents(
            region.region_id, year, events=events, citations=page.citations, ways=ways, lake=house.lake, run_id=run_id, now=now,
            options=house.settings.events,
        )  # fmt: skip
        links, followed = done.links, done.followed
    else:
        links = tuple(await asyncio.to_thread(house.lake.read, DocumentLink, place))
    losses = losses_of(region.region_id, year, page=page.page, events=events, citations=page.citations, links=links)
    return YearCollected(
        region=region.region_id, year=year, status=page.page.status, reason=page.page.reason, new=page.new, changed=page.changed, gone=page.gone,
        losses=losses, followed=followed,
    )  # fmt: skip
