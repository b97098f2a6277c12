"""What is known before a page is fetched."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from made_pages import MOMENT, WINDOW, article, entry, prose

from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.news import Article, Entry
from storage.schemas.window import Window
from tasks.extraction.versions import article_id_of
from tasks.ingest.known import KnownArticles
from tasks.ingest.page_options import PageOptions

OPTIONS = PageOptions()
URL = "https://lantern.example/a"


def known(*articles: Article, entries: tuple[Entry, ...] = ()) -> KnownArticles:
    return KnownArticles(WINDOW, OPTIONS, articles, entries)


def test_the_first_entry_with_an_address_claims_it() -> None:
    base = known()
    assert base.claim(entry(URL)) == ""
    assert base.claim(entry(URL)) == ""
    assert base.claim(entry(URL, "Other feed")) == entry(URL).entry_id


def test_an_article_of_this_day_under_the_same_title_need_not_be_fetched() -> None:
    base = known(article(URL, title="Old crane"))
    assert base.stored_today(entry(URL, "old CRANE")) is not None
    assert base.stored_today(entry(URL, "")) is not None
    assert base.stored_today(entry(URL, "Old crane: what we know")) is None
    assert base.stored_today(entry("https://lantern.example/b", "Old crane")) is None
    assert known(article(URL, title="Old crane", day="2026-11-29")).stored_today(entry(URL, "Old crane")) is None


def test_a_change_that_the_feed_reports_before_the_run_asks_for_a_new_look() -> None:
    base = known(article(URL, fetched=MOMENT - timedelta(hours=5)))
    assert base.stored_today(entry(URL, modified=MOMENT - timedelta(hours=1))) is None
    assert base.stored_today(entry(URL, modified=MOMENT - timedelta(hours=6))) is not None
    # A feed that stamps everything with the present says nothing; else a rerun would fetch all pages again.
    assert base.stored_today(entry(URL, modified=MOMENT + timedelta(minutes=1))) is not None


def test_what_a_page_said_of_itself_in_this_days_runs_settles_it_and_a_servers_fault_does_not() -> None:
    short = replace(entry(URL), fate="dropped", reason="too_short", detail="3 words")
    down = replace(entry("https://lantern.example/b"), fate="dropped", reason="http_503")
    door = replace(entry("https://lantern.example/c"), fate="dropped", reason="undated", detail="no date")
    base = known(entries=(short, down, door))
    assert base.settled(entry(URL)) == short
    assert base.settled(entry(URL, "A new title")) is None
    assert base.settled(entry(URL, modified=MOMENT)) is None
    assert base.settled(entry("https://lantern.example/b")) is None
    assert base.settled(entry("https://lantern.example/c")) is None


def test_an_article_is_known_by_its_addresses_and_by_its_outlets_guid() -> None:
    stored = article(URL, guid="p-77", fetched_url="https://lantern.example/a?full")
    base = known(stored)
    new = "https://lantern.example/new-address"
    assert base.article_id(entry(new, guid="x"), URL) == stored.article_id
    assert base.article_id(entry("https://lantern.example/a?full", guid="x"), new) == stored.article_id
    assert base.article_id(entry(new, guid="p-77"), new) == stored.article_id
    assert base.article_id(entry(new, guid="p-77", outlet="The Beacon"), new) == article_id_of(new)
    assert base.article_id(entry(new, guid=""), new) == article_id_of(new)


def test_a_guid_that_several_articles_share_names_none() -> None:
    base = known(article(URL, guid="1"), article("https://lantern.example/b", guid="1"))
    new = "https://lantern.example/new"
    assert base.article_id(entry(new, guid="1"), new) == article_id_of(new)


def test_versions_come_in_order_and_equal_bodies_of_a_host_are_found() -> None:
    first, second = article(URL, version=1), article(URL, body=prose(2), version=2)
    twin = article("https://lantern.example/b", body=prose(2), title="Other")
    base = known(second, first, twin)
    assert [a.version for a in base.versions(first.article_id)] == [1, 2]
    assert base.same_body(second) == {twin.article_id: "Other"}
    assert base.same_body(first) == {}


def test_the_lake_is_read_back_over_the_days_of_memory(tmp_path: Path) -> None:
    lake = Lake.open(tmp_path / "lake")
    window = Window(utc_now(), 24)
    old, older = (utc_now() - timedelta(days=days) for days in (9, 11))
    for moment, url in ((old, URL), (older, "https://lantern.example/b")):
        day = moment.date().isoformat()
        lake.append(Article, [article(url, day=day, guid="")], day)
    done = replace(entry("https://lantern.example/c"), fate="dropped", reason="paywall", noted=utc_now())
    lake.append(Entry, [done], "run-0")
    lake.append(
        Entry, [replace(entry("https://lantern.example/d"), fate="dropped", reason="paywall", noted=utc_now() - timedelta(days=2))], "run-0"
    )
    lake.append(Entry, [replace(entry("https://lantern.example/e"), fate="kept", noted=utc_now())], "run-1")
    base = KnownArticles.load(lake, window=window, run_id="run-1", options=OPTIONS)
    assert base.versions(article_id_of(URL))
    assert not base.versions(article_id_of("https://lantern.example/b"))
    assert base.settled(entry("https://lantern.example/c")) == done
    assert base.settled(entry("https://lantern.example/d")) is None
    assert base.claim(entry("https://lantern.example/e", "The same of another feed")) != ""
