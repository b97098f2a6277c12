"""Regions and years are collected side by side, each once, and a second run finds nothing new."""

from datetime import UTC, datetime

import pytest

from flows.events_collect import collect_events
from flows.house import House
from flows.settings import load_settings
from sample.encyclopedia.server import SampleEncyclopedia
from storage.schemas.events import DocumentLink, Event, YearPage
from tasks.events.options import ArchiveOptions, BrowserOptions, EventOptions, WikiOptions
from tasks.events.regions import load_regions
from tasks.extraction.options import PoolOptions
from tasks.fetching.policy import FetchPolicy

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def encyclopedia():
    with SampleEncyclopedia() as served:
        yield served


@pytest.fixture
def house(encyclopedia, tmp_path):
    (tmp_path / "regions.toml").write_text(encyclopedia.events_toml(), encoding="utf-8")
    settings = load_settings(
        lake=tmp_path / "lake",
        regions=tmp_path / "regions.toml",
        fetch=FetchPolicy(allow_private=True, per_host_delay_s=0, per_host_concurrency=8),
        events=EventOptions(
            wiki=WikiOptions(delay_s=0, concurrency=8),
            browser=BrowserOptions(use="never"),
            archive=ArchiveOptions(address=f"{encyclopedia.base}/web/", delay_s=0, concurrency=8),
        ),
        pool=PoolOptions(workers=1),
    )
    return House(settings)


async def test_all_year_pages_without_their_documents(house, encyclopedia):
    told = []

    async def report(done):
        told.append((done.region, done.year))

    async with house:
        regions = load_regions(house.settings.regions)
        done = await collect_events(house, regions, [], run_id="r1", now=NOW, documents=False, report=report)
        again = await collect_events(house, regions, [2022, 2023], run_id="r2", now=NOW, documents=False)
    assert len(done.years) == len(told) == len(set(told)) == 12
    assert {year.status for year in done.years} == {"ok"}
    assert sum(len(year.new) for year in done.years) == sum(len(house.lake.read(Event, place)) for place in house.lake.partitions(Event)) > 100
    assert [(year.region, year.year) for year in again.years][:2] == [("oskelund", 2022), ("oskelund", 2023)]
    assert {year.status for year in again.years} == {"unchanged"}
    assert house.lake.read(YearPage, "talmere/2022")[0].title == "2022 in the Republic of Talmere"
    assert not any(path.startswith("/press/") for path in encyclopedia.requests)
    # Lists of events in tables and in sentences are read too; what is no event is counted.
    pages = {place: house.lake.read(YearPage, place)[0] for place in house.lake.partitions(YearPage)}
    assert all(pages[f"maravales/{year}"].understood == 6 for year in (2021, 2022, 2023, 2024))
    assert "paragraph=1" in pages["maravales/2022"].notes


@pytest.mark.slow
async def test_documents_of_some_years_are_counted_alike_in_result_and_lake(house):
    async with house:
        regions = [region for region in load_regions(house.settings.regions) if region.region_id != "oskelund"]
        done = await collect_events(house, regions, [2023, 2030], run_id="r1", now=NOW)
    by_place = {(year.region, year.year): year for year in done.years}
    assert by_place["talmere", 2030].status == "missing"
    talmere = by_place["talmere", 2023].losses
    assert (talmere.links, talmere.kept, talmere.ways) == (7, 7, {"plain": 5, "archive": 2})
    maravales = by_place["maravales", 2023].losses
    assert (maravales.links, maravales.kept, dict(maravales.reasons)) == (5, 4, {"soft_404": 1})
    assert sum(link.outcome == "kept" for link in house.lake.read(DocumentLink, "maravales/2023")) == 4
    stages = {(row.stage, row.outcome, row.reason): row.count for row in done.funnel("r1")}
    assert stages["event_pages", "kept", ""] == 2
    assert stages["event_pages", "dropped", "no_such_page"] == 2
    assert stages["event_links", "kept", ""] == 11
