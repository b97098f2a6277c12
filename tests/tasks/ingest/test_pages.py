"""A batch of entries: fetched, read, judged, stored."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from loopback import Reply, Site
from made_pages import WINDOW, entry, page, prose

from storage.lake import Lake
from storage.schemas.news import Article, Entry
from tasks.extraction.options import PoolOptions
from tasks.extraction.pool import ExtractionPool
from tasks.fetching.fetcher import Fetched, Fetcher
from tasks.fetching.policy import FetchPolicy
from tasks.ingest.feeds import Feed
from tasks.ingest.known import KnownArticles
from tasks.ingest.page_options import PageOptions
from tasks.ingest.pages import PageRead, entries_to_read, read_pages

pytestmark = pytest.mark.asyncio(loop_scope="module")
HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool() -> AsyncIterator[ExtractionPool]:
    """Real workers; loading them takes longer than all these tests."""
    async with ExtractionPool(PoolOptions(workers=2, page_seconds=5)) as running:
        yield running


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path / "lake")


class Desk:
    """Reads entries of a site into a lake, as a run does."""

    def __init__(self, site: Site, lake: Lake, policy: FetchPolicy, pool: ExtractionPool, options: PageOptions | None = None) -> None:
        self.site, self.lake, self.policy, self.pool = site, lake, policy, pool
        self.options = options or PageOptions()

    def put(self, path: str, body: bytes, **reply: object) -> str:
        return self.site.put(path, Reply(body, **({"headers": HTML} | reply)))  # type: ignore[arg-type]

    async def read(self, *entries: Entry, run: str = "run-1", known: KnownArticles | None = None) -> list[PageRead]:
        base = known or KnownArticles.load(self.lake, window=WINDOW, run_id=run, options=self.options)
        feed = Feed(feed_id="lantern", outlet="The Lantern", url="x", category="general", redistribution="full", licence="CC BY 4.0")
        async with Fetcher(self.policy) as fetcher:
            return await read_pages(
                entries,
                fetcher=fetcher,
                pool=self.pool,
                known=base,
                lake=self.lake,
                run_id=run,
                window=WINDOW,
                options=self.options,
                feeds={"lantern": feed},
            )


@pytest.fixture
def desk(site: Site, lake: Lake, policy: FetchPolicy, pool: ExtractionPool) -> Desk:
    return Desk(site, lake, policy, pool)


def reasons(results: list[PageRead]) -> list[str]:
    return [result.entry.reason or result.entry.fate for result in results]


async def test_a_page_becomes_a_stored_article_and_its_entry_says_so(desk: Desk) -> None:
    url = desk.put("/crane", page("Old crane lifts its last boat", prose(1)))
    (result,) = await desk.read(entry(url))
    (stored,) = desk.lake.read(Article, WINDOW.day)
    (row,) = desk.lake.read(Entry, "run-1")
    assert stored == result.article
    assert (stored.body, stored.title, stored.licence, stored.language) == (prose(1), "Old crane lifts its last boat", "CC BY 4.0", "en")
    assert (row.fate, row.article_id, row.version_id) == ("kept", stored.article_id, stored.version_id)


async def test_each_entry_of_a_batch_has_its_own_fate(desk: Desk) -> None:
    site = desk.site
    rows = [
        entry(desk.put("/good", page(body=prose(1)))),
        entry(site.url + "/gone"),
        entry(desk.put("/broken", b"", status=500)),
        entry(desk.put("/short", page(body="Only a few words here."))),
        entry(desk.put("/paper.pdf", b"%PDF-1.7", headers={"Content-Type": "application/pdf"})),
        entry(desk.put("/file", b"%PDF-1.7 without a type", headers={})),
        entry(desk.put("/empty", b"")),
        entry(desk.put("/reset", b"x", reset=True)),
        entry(desk.put("/slow", b"x", wait_s=2)),
        entry(desk.put("/notice", page("Page not found", "Sorry, we could not find that page."))),
        entry("mailto:desk@lantern.example"),
        entry(desk.put("/other", page("Garden on the roof", prose(2))), "Garden on the roof"),
    ]
    desk.policy = desk.policy.model_copy(update={"total_timeout_s": 1})
    results = await desk.read(*rows)
    assert reasons(results) == [
        "kept", "http_404", "http_500", "too_short", "not_html", "not_html", "empty_body", "reset", "timeout", "soft_404", "scheme", "kept",
    ]  # fmt: skip
    assert [row.entry.entry_id for row in results] == [row.entry_id for row in rows]
    stored = desk.lake.read(Entry, "run-1")
    assert {row.entry_id: row.reason for row in stored} == {row.entry.entry_id: row.entry.reason for row in results}


async def test_redirects_home_and_elsewhere_are_not_the_story(desk: Desk) -> None:
    for path, to in (("/a", "/"), ("/b", "/kites")):
        desk.put(path, b"", status=302, headers={"Location": to})
    desk.put("/", page("The Lantern", prose(3)))
    desk.put("/kites", page("Ninety kites over the beach", "Ninety kites rose in a warm wind. " * 20))
    results = await desk.read(entry(desk.site.url + "/a"), entry(desk.site.url + "/b"))
    assert reasons(results) == ["redirected_home", "redirected_elsewhere"]


async def test_a_list_of_headlines_is_no_article(desk: Desk) -> None:
    items = "".join(
        f"<li><a href='/s/{n}'>Council votes on bridge number {n}</a> <time>30 Nov</time>"
        f"<p>A short summary of what the council did about bridge {n}.</p></li>"
        for n in range(20)
    )
    url = desk.put(
        "/world", f"<html lang='en'><head><title>World</title></head><body><h1>World</h1><ul>{items}</ul></body></html>".encode()
    )
    assert reasons(await desk.read(entry(url, "World"))) == ["index_page"]


async def test_a_live_blog_is_kept_as_one(desk: Desk) -> None:
    counts = "\n\n".join(
        f"The harbour council said that {n} people were missing after the storm, and that boats were looking for them."
        for n in (5, 8, 11, 14, 17, 20)
    )
    url = desk.put("/live/2026/nov/30/storm", page("Storm hits the coast", counts))
    (result,) = await desk.read(entry(url, "Storm hits the coast"))
    assert result.article is not None
    assert result.article.kind == "live_blog"
    assert result.article.body == counts


async def test_the_feeds_own_text_stands_in_where_the_page_fails_but_not_where_the_story_is_gone(desk: Desk) -> None:
    content, other = ("".join(f"<p>{part}</p>" for part in prose(seed).split("\n\n")) for seed in (4, 5))
    rows = [
        entry(desk.put("/down", b"", status=503), content=content),
        entry(desk.put("/sold", page(body="The first words only. Subscribe to continue reading.")), content=other),
        entry(desk.put("/down2", b"", status=503), content="<p>Only a teaser [...]</p>"),
        entry(desk.site.url + "/gone", content=content),
    ]
    results = await desk.read(*rows)
    assert [r.entry.fate for r in results] == ["kept", "kept", "dropped", "dropped"]
    assert [r.entry.reason for r in results[2:]] == ["http_503", "http_404"]
    assert results[0].article is not None
    assert results[0].article.body == prose(4)
    assert "body_from_feed" in results[0].article.notes
    desk.options = PageOptions(body_from_feed=False)
    assert reasons(await desk.read(replace(rows[0], title="Again"), run="run-2")) == ["http_503"]


async def test_a_page_that_only_sends_on_is_followed_once(desk: Desk) -> None:
    desk.put("/story", page(body=prose(5)))
    url = desk.put("/jump", b'<html><head><meta http-equiv="refresh" content="0; url=/story"></head><body></body></html>')
    loop = desk.put("/loop", b'<html><head><meta http-equiv="refresh" content="0; url=/jump2"></head><body></body></html>')
    desk.put("/jump2", b'<html><head><meta http-equiv="refresh" content="0; url=/loop"></head><body></body></html>')
    results = await desk.read(entry(url), entry(loop))
    assert reasons(results) == ["kept", "empty_text"]
    assert results[0].article is not None
    assert results[0].article.fetched_url == desk.site.url + "/story"


async def test_undated_entries_are_read_a_few_for_each_feed_and_only_once(desk: Desk) -> None:
    dated = desk.put("/dated", page(body=prose(1), published="2026-11-30T09:00:00Z"))
    undated = desk.put("/undated", page(body=prose(2), published=None))
    door = {"fate": "dropped", "reason": "undated", "published": None}
    rows = [
        entry(dated, **door),
        entry(undated, "Garden on the roof", **door),
        entry(desk.site.url + "/x", fate="dropped", reason="no_link"),
    ]
    assert entries_to_read(rows, desk.options) == rows[:2]
    assert entries_to_read(rows, PageOptions(undated_per_feed=1)) == rows[:1]
    assert entries_to_read(rows, PageOptions(read_undated=False)) == []
    results = await desk.read(*rows[:2])
    assert reasons(results) == ["kept", "undated"]
    assert results[0].article is not None
    assert results[0].article.published_source == "page"
    assert entries_to_read([result.entry for result in results], desk.options) == []


async def test_a_second_run_of_the_day_fetches_only_what_is_new(desk: Desk) -> None:
    rows = [entry(desk.put(f"/s/{n}", page(f"Story of {n} cranes", prose(n))), f"Story of {n} cranes") for n in range(4)]
    sold = entry(desk.put("/sold", page("Sold story", "The first words only. Subscribe to continue reading.")), "Sold story")
    down = entry(desk.put("/down", b"", status=404), "Down")
    first = await desk.read(*rows[:3], sold, down)
    assert reasons(first) == ["kept", "kept", "kept", "paywall", "http_404"]
    desk.site.seen.clear()
    changed = replace(rows[0], title="Story of no cranes")
    second = await desk.read(changed, *rows[1:], sold, down, run="run-2")
    assert reasons(second) == ["kept", "kept", "kept", "kept", "paywall", "http_404"]
    assert sorted(desk.site.paths()) == ["/down", "/robots.txt", "/s/0", "/s/3"]
    assert [result.new for result in second] == [True, False, False, True, False, False]
    assert sorted(row.version for row in desk.lake.read(Article, WINDOW.day)) == [1, 1, 1, 1, 2]


async def test_an_article_in_two_feeds_is_fetched_once_and_counted(desk: Desk) -> None:
    url = desk.put("/s", page(body=prose(1)))
    rows = entry(url), entry(url, "Old crane lifts its last boat", entry_id="e-other", feed_id="world")
    known = KnownArticles.load(desk.lake, window=WINDOW, run_id="run-1", options=desk.options)
    assert reasons(await desk.read(rows[0], known=known)) == ["kept"]
    assert reasons(await desk.read(rows[1], known=known)) == ["duplicate_entry"]
    # And the same when the run was started again in between.
    assert reasons(await desk.read(rows[1])) == ["duplicate_entry"]
    assert len(desk.site.asked("/s")) == 1


async def test_entries_that_were_decided_come_back_as_they_are(desk: Desk) -> None:
    done = entry("https://lantern.example/x", fate="dropped", reason="outside_window")
    (result,) = await desk.read(done)
    assert result.entry is done
    assert desk.lake.read(Entry, "run-1") == []


class Faulty:
    """A fetcher with a fault of its own."""

    async def get(self, url: str, *, html_only: bool = False) -> Fetched:
        raise ZeroDivisionError("a fault")


async def test_a_fault_of_ours_on_one_page_is_counted(desk: Desk) -> None:
    known = KnownArticles(WINDOW, desk.options)
    results = await read_pages(
        [entry("https://lantern.example/x")], fetcher=Faulty(), pool=desk.pool, known=known, lake=desk.lake, run_id="run-1", window=WINDOW
    )
    assert reasons(results) == ["internal_error"]
    assert "ZeroDivisionError" in results[0].entry.detail
