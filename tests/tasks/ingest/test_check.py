from datetime import UTC, datetime

from loopback import Reply, Site
from made_feeds import item, rss

from storage.schemas.window import Window
from tasks.fetching.fetcher import Fetcher
from tasks.fetching.policy import FetchPolicy
from tasks.ingest.check import check_feeds
from tasks.ingest.feeds import Feed

WINDOW = Window(datetime(2025, 6, 3, 12, tzinfo=UTC), 24)


async def test_each_feed_is_said_to_be_well_quiet_or_dead(site: Site, policy: FetchPolicy) -> None:
    site.put("/well", Reply(rss(item(date="Tue, 03 Jun 2025 09:00:00 GMT"), item(link="", date="x"))))
    site.put("/quiet", Reply(rss(item(date="Sun, 01 Jun 2025 12:00:00 GMT"))))
    site.put("/bare", Reply(rss()))
    site.put("/wall", Reply(b"<html>Just a moment...</html>"))
    site.put("/gone", Reply(status=410))
    site.put("/linkless", Reply(rss(item(link="", date="Tue, 03 Jun 2025 09:00:00 GMT"))))
    site.put("/moved", Reply(status=301, headers={"Location": "/well"}))
    site.put("/dateless", Reply(rss(item(), item("Another"))))
    names = ["well", "quiet", "bare", "wall", "gone", "linkless", "moved", "dateless"]
    feeds = [Feed(feed_id=name, outlet=name, url=f"{site.url}/{name}", category="c") for name in names]
    async with Fetcher(policy) as fetcher:
        checks = {check.feed.feed_id: check for check in await check_feeds(feeds, fetcher=fetcher, window=WINDOW)}
    assert list(checks) == names
    assert {name: check.state for name, check in checks.items()} == {
        "well": "ok", "quiet": "quiet", "bare": "quiet", "wall": "dead", "gone": "dead", "linkless": "dead", "moved": "ok",
        "dateless": "quiet",
    }  # fmt: skip
    assert (checks["well"].entries, checks["well"].usable, checks["well"].newest_hours) == (2, 1, 3.0)
    assert checks["quiet"].newest_hours == 48.0
    assert checks["bare"].newest_hours is None
    assert "bot challenge" in checks["wall"].reason
    assert checks["gone"].reason.startswith("http_410")
    assert "no_link" in checks["linkless"].reason
    assert "no dates" in checks["dateless"].reason
    assert checks["moved"].moved_to == site.url + "/well"


async def test_all_are_asked_at_the_same_time(site: Site, policy: FetchPolicy) -> None:
    feeds = [Feed(feed_id=f"f{n}", outlet="o", url=site.put(f"/{n}", Reply(rss(), wait_s=0.3)), category="c") for n in range(8)]
    async with Fetcher(policy) as fetcher:
        await check_feeds(feeds, fetcher=fetcher, window=WINDOW)
    assert site.peak > 1
