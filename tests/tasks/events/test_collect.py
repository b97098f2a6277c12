"""A year page is collected once; a rerun adds only what is new or changed, and says which."""

from datetime import UTC, datetime

import pytest

from storage.lake import Lake
from storage.schemas.events import Citation, Event, YearPage
from tasks.events.collect import collect_page, known_revisions, stored_page
from tasks.events.mediawiki import MediaWiki

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TITLE = "2021 in Oskelund"


@pytest.fixture
def lake(tmp_path) -> Lake:
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def collect(encyclopedia, fetcher, options, oskelund, lake):
    wiki = MediaWiki(oskelund.wiki, fetcher, options.wiki)

    async def work(run: str = "run-1", year: int = 2021, **more):
        before = stored_page(lake, "oskelund", year)
        latest = await known_revisions(wiki, [before] if before else [])
        return await collect_page(oskelund, year, wiki=wiki, lake=lake, run_id=run, now=NOW, options=options, latest=latest, **more)

    return work


async def test_page_events_and_citations_are_stored_with_where_they_come_from(collect, lake, encyclopedia):
    done = await collect()
    assert (done.page.status, done.page.title, done.page.understood, done.page.not_understood) == ("ok", TITLE, 13, 0)
    assert done.page.wikitext == encyclopedia.text(TITLE)
    events = lake.read(Event, "oskelund/2021")
    assert len(events) == len(done.new) == 13
    assert {event.revision_id for event in events} == {done.page.revision_id}
    assert all(event.start_date.startswith("2021-") and event.date_precision == "day" and event.first_run == "run-1" for event in events)
    citations = lake.read(Citation, "oskelund/2021")
    storm = [row for row in citations if row.name == "storm"]
    assert len(storm) == 2 and len({row.url for row in storm}) == 1
    archived = [row for row in citations if row.archive_url]
    assert len(archived) == 1 and "/gone/" in archived[0].url


async def test_an_unchanged_page_is_not_fetched_again(collect, encyclopedia, lake):
    first = await collect()
    asked = encyclopedia.requests["/w/api.php"]
    again = await collect("run-2")
    assert (again.page.status, again.new, again.changed, again.gone) == ("unchanged", (), (), ())
    assert encyclopedia.requests["/w/api.php"] == asked + 1
    assert [event.event_id for event in again.events] == [event.event_id for event in first.events]


async def test_of_a_changed_page_new_changed_and_gone_events_are_named(collect, encyclopedia, lake):
    first = await collect()
    ferry = next(event for event in first.events if event.text.startswith("The ferry"))
    cup = next(event for event in first.events if "national football cup" in event.text)
    line = next(row for row in encyclopedia.text(TITLE).splitlines() if "national football cup" in row)
    encyclopedia.edit(TITLE, line, "* 24 December – A wholly different thing happens in [[Kvalby]].")
    encyclopedia.edit(TITLE, "all are brought ashore", "all of them are brought safely ashore")
    second = await collect("run-2")
    by_id = {event.event_id: event for event in lake.read(Event, "oskelund/2021")}
    assert second.changed == (ferry.event_id,)
    assert "safely" in by_id[ferry.event_id].text
    assert (by_id[ferry.event_id].first_run, by_id[ferry.event_id].changed_run) == ("run-1", "run-2")
    assert second.gone == (cup.event_id,)
    assert by_id[cup.event_id].status == "gone"
    assert [by_id[event_id].text for event_id in second.new] == ["A wholly different thing happens in Kvalby."]
    assert (second.page.new, second.page.changed, second.page.gone) == (1, 1, 1)
    third = await collect("run-3", reread=True)
    assert (third.new, third.changed, third.gone) == ((), (), ())


async def test_a_missing_page_is_counted_and_a_wiki_that_fails_leaves_the_rows_of_before(collect, encyclopedia, lake):
    missing = await collect(year=2030)
    assert (missing.page.status, missing.page.reason, missing.events) == ("missing", "no_such_page", ())
    await collect()
    encyclopedia.edit(TITLE, "Events", "Events")
    encyclopedia.lag = 100
    failed = await collect("run-2")
    assert (failed.page.status, failed.page.reason) == ("failed", "wiki_busy")
    assert len(failed.events) == 13
    assert lake.read(YearPage, "oskelund/2021")[0].wikitext


async def test_two_runs_give_the_same_ids(collect, oskelund, encyclopedia, fetcher, options, tmp_path):
    first = await collect()
    wiki = MediaWiki(oskelund.wiki, fetcher, options.wiki)
    other = await collect_page(oskelund, 2021, wiki=wiki, lake=Lake.open(tmp_path / "other"), run_id="x", now=NOW, options=options)
    assert [event.event_id for event in first.events] == [event.event_id for event in other.events]
    assert len(set(first.new)) == len(first.new)


async def test_a_fault_on_one_page_is_told_and_ends_nothing(collect, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("tasks.events.collect.read_page", broken)
    done = await collect()
    assert (done.page.status, done.page.reason, done.events) == ("failed", "internal_error", ())
