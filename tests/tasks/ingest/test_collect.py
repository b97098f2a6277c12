import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from loopback import Reply, Seen, Site
from made_feeds import item, rss

from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.news import Entry, FeedFetch, FeedState
from storage.schemas.window import Window
from tasks.fetching.fetcher import Fetcher
from tasks.fetching.policy import FetchPolicy
from tasks.ingest.collect import FeedCollected, collect_feed
from tasks.ingest.earlier import Earlier
from tasks.ingest.feed_states import ask_again
from tasks.ingest.feeds import Feed

NOON = datetime(2025, 6, 3, 12, tzinfo=UTC)
TODAY = Window(NOON, 24)
TOMORROW = Window(NOON + timedelta(days=1), 24)
XML = {"Content-Type": "application/rss+xml", "ETag": '"v1"', "Last-Modified": "Tue, 03 Jun 2025 09:00:00 GMT"}
BODY = rss(
    item("Bridge opens", "https://news.example/bridge", "Tue, 03 Jun 2025 08:00:00 GMT", "g1"),
    item("Fair next day", "https://news.example/fair", "Wed, 04 Jun 2025 08:00:00 GMT", "g2"),
    item("Last week", "https://news.example/old", "Tue, 27 May 2025 08:00:00 GMT", "g3"),
)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def feed(site: Site) -> Feed:
    return Feed(feed_id="gazette", outlet="gazette", url=site.url + "/feed.xml", category="general")


async def collect(feed: Feed, lake: Lake, policy: FetchPolicy, run_id: str = "run-1", window: Window = TODAY) -> FeedCollected:
    async with Fetcher(policy.model_copy(update={"retries": 0})) as fetcher:
        return await collect_feed(feed, fetcher=fetcher, lake=lake, run_id=run_id, window=window)


def conditional(body: bytes) -> Callable[[Seen], Reply]:
    return lambda seen: Reply(status=304) if seen.headers.get("if-none-match") == '"v1"' else Reply(body, headers=XML)


class TestAGoodFeed:
    async def test_rows_are_returned_and_lie_in_the_lake(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(BODY, headers=XML))
        found = await collect(feed, lake, policy)
        assert (found.fetch.status, found.fetch.http_status, found.fetch.entries, found.fetch.in_window) == ("ok", 200, 3, 1)
        assert [row.reason or row.fate for row in found.entries] == ["pending", "future_date", "outside_window"]
        assert lake.read(Entry, "run-1") == found.entries
        assert lake.read(FeedFetch, "run-1") == [found.fetch]

    async def test_the_next_run_asks_conditionally_and_reads_the_kept_body_again(
        self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy
    ) -> None:
        """What was of the future yesterday is admitted on its day, though the feed says it has not changed."""
        site.put("/feed.xml", conditional(BODY))
        await collect(feed, lake, policy)
        second = await collect(feed, lake, policy, "run-2", TOMORROW)
        assert site.asked("/feed.xml")[1].headers["if-none-match"] == '"v1"'
        assert site.asked("/feed.xml")[1].headers["if-modified-since"] == XML["Last-Modified"]
        assert (second.fetch.status, second.fetch.http_status) == ("not_modified", 304)
        assert [(row.title, row.fate) for row in second.entries] == [
            ("Bridge opens", "dropped"),
            ("Fair next day", "pending"),
            ("Last week", "dropped"),
        ]

    async def test_a_kept_body_that_was_lost_is_fetched_anew(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", conditional(BODY))
        await collect(feed, lake, policy)
        for path in (lake.root / "feed_bodies").rglob("*.gz"):
            path.write_bytes(b"damaged")
        second = await collect(feed, lake, policy, "run-2")
        assert (second.fetch.status, len(second.entries)) == ("ok", 3)
        assert "if-none-match" not in site.asked("/feed.xml")[1].headers

    async def test_a_feed_with_nothing_new_is_quiet(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(rss(item("Old", "https://n.example/o", "Tue, 27 May 2025 08:00:00 GMT")), headers=XML))
        found = await collect(feed, lake, policy)
        assert (found.fetch.status, found.fetch.reason, found.fetch.in_window) == ("ok", "quiet", 0)

    async def test_an_address_changed_in_the_list_starts_afresh(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(BODY, headers=XML))
        site.put("/new.xml", Reply(BODY, headers=XML))
        await collect(feed, lake, policy)
        await collect(replace(feed, url=site.url + "/new.xml"), lake, policy, "run-2")
        assert "if-none-match" not in site.asked("/new.xml")[0].headers

    async def test_only_the_last_two_bodies_are_kept(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", *(Reply(rss(item(f"Title {n}"))) for n in range(5)))
        for n in range(5):
            await collect(feed, lake, policy, f"run-{n}")
        assert len(list((lake.root / "feed_bodies").rglob("*.gz"))) == 2


class TestABrokenFeed:
    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            (Reply(b"", headers=XML), "empty body"),
            (
                Reply(b"<html><title>Just a moment...</title></html>", headers={"Content-Type": "text/html"}),
                "HTML instead of a feed, probable bot challenge",
            ),
            (Reply(b"<html><body>Welcome</body></html>", headers={"Content-Type": "text/html"}), "HTML instead of a feed"),
            (Reply(b"x", status=404), "http_404"),
            (Reply(b"x", status=500), "http_500"),
            (Reply(b"<title>Just a moment...</title>", status=403), "bot_block"),
            (Reply(reset=True), "reset"),
            (Reply(BODY, wait_s=1.5), "timeout"),
            (Reply(status=302, headers={"Location": "file:///etc/passwd"}), "scheme"),
            (Reply(rss(item(date="someday"), item(date="later")), headers=XML), "no date can be read: 'someday' is one of 2"),
            (Reply(rss(item(link="mailto:x@y", date="Tue, 03 Jun 2025 08:00:00 GMT")), headers=XML), "no link can be used: bad_scheme"),
        ],
    )
    async def test_it_says_why_and_raises_nothing(
        self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy, reply: Reply, reason: str
    ) -> None:
        site.put("/feed.xml", reply)
        found = await collect(feed, lake, policy.model_copy(update={"read_timeout_s": 0.3}))
        assert found.fetch.status == "broken"
        assert found.fetch.reason.startswith(reason)
        assert lake.read(FeedFetch, "run-1") == [found.fetch]

    async def test_a_feed_that_writes_no_dates_is_not_broken_for_its_pages_may_have_them(
        self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy
    ) -> None:
        site.put("/feed.xml", Reply(rss(item(), item("Another")), headers=XML))
        found = await collect(feed, lake, policy)
        assert (found.fetch.status, found.fetch.reason.partition(":")[0]) == ("ok", "undated")

    async def test_a_bad_answer_does_not_replace_what_was_kept(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        wall = Reply(b"<html>Just a moment...</html>", headers={"Content-Type": "text/html", "ETag": '"wall"'})
        site.put("/feed.xml", Reply(BODY, headers=XML), wall, conditional(BODY))
        for number in range(3):
            found = await collect(feed, lake, policy, f"run-{number}")
        assert site.asked("/feed.xml")[2].headers["if-none-match"] == '"v1"'
        assert (found.fetch.status, len(found.entries)) == ("not_modified", 3)

    async def test_404_is_asked_again_the_next_day(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(status=404), Reply(BODY, headers=XML))
        await collect(feed, lake, policy)
        assert (await collect(feed, lake, policy, "run-2")).fetch.status == "ok"

    async def test_410_is_not_asked_again_until_a_person_says_so(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(status=410), Reply(BODY, headers=XML))
        assert (await collect(feed, lake, policy)).fetch.http_status == 410
        for number in (2, 3):
            found = await collect(feed, lake, policy, f"run-{number}")
            assert found.fetch.reason.startswith("gone: answered 410 on")
            assert found.fetch.status == "broken"
        assert len(site.asked("/feed.xml")) == 1
        assert ask_again(lake, feed.feed_id)
        assert not ask_again(lake, feed.feed_id)
        assert (await collect(feed, lake, policy, "run-4")).fetch.status == "ok"


class TestTheSameRunAgain:
    async def test_decided_entries_keep_their_fate_and_new_ones_join(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        dates = "Tue, 03 Jun 2025 08:00:00 GMT"
        items = [item(f"Story {n}", f"https://news.example/{n}", dates, f"g{n}") for n in range(4)]
        site.put("/feed.xml", Reply(rss(*items[:3]), headers=XML), Reply(rss(*items).replace(b"Story 2", b"Story II"), headers=XML))
        first = (await collect(feed, lake, policy)).entries
        kept = replace(first[0], fate="kept", article_id="a1", version_id="v1", noted=utc_now())
        dropped = replace(first[1], fate="dropped", reason="too_short", noted=utc_now())
        lake.append(Entry, [kept, dropped], "run-1")
        again = (await collect(feed, lake, policy)).entries
        assert [(row.title, row.fate, row.reason) for row in again] == [
            ("Story 0", "kept", ""),
            ("Story 1", "dropped", "too_short"),
            ("Story II", "pending", ""),
            ("Story 3", "pending", ""),
        ]
        assert again[0].article_id == "a1"
        assert lake.read(Entry, "run-1") == again

    async def test_nothing_is_written_twice(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(BODY, headers=XML))
        await collect(feed, lake, policy)
        parts = lake.parts(Entry, "run-1")
        await collect(feed, lake, policy)
        assert lake.parts(Entry, "run-1") == parts

    async def test_a_feed_that_broke_meanwhile_keeps_its_rows(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(BODY, headers=XML), Reply(status=500))
        first = await collect(feed, lake, policy)
        assert await collect(feed, lake, policy) == first

    async def test_what_the_run_held_can_be_read_once_for_all_feeds(self, site: Site, feed: Feed, lake: Lake, policy: FetchPolicy) -> None:
        site.put("/feed.xml", Reply(BODY, headers=XML))
        first = await collect(feed, lake, policy)
        kept = replace(first.entries[0], fate="kept", article_id="a1")
        lake.append(Entry, [kept], "run-1")
        earlier = Earlier.read(lake, "run-1")
        async with Fetcher(policy) as fetcher:
            again = await collect_feed(feed, fetcher=fetcher, lake=lake, run_id="run-1", window=TODAY, earlier=earlier)
        assert again.entries == [kept, *first.entries[1:]]

    async def test_many_feeds_at_once_disturb_each_other_not(self, site: Site, lake: Lake, policy: FetchPolicy) -> None:
        feeds = [Feed(feed_id=f"f{n}", outlet="o", url=site.put(f"/{n}.xml", Reply(BODY, headers=XML)), category="c") for n in range(12)]
        async with Fetcher(policy) as fetcher:
            found = await asyncio.gather(*(collect_feed(f, fetcher=fetcher, lake=lake, run_id="r", window=TODAY) for f in feeds))
        assert [one.fetch.feed_id for one in found] == [f.feed_id for f in feeds]
        assert len(lake.read(Entry, "r")) == 36
        assert len(lake.read(FeedFetch, "r")) == 12
        assert len(lake.partitions(FeedState)) == 12
