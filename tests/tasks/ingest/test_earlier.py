from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from made_feeds import item, rss

from storage.lake import Lake
from storage.schemas.news import Entry
from storage.schemas.window import Window
from tasks.ingest.earlier import Earlier
from tasks.ingest.entries import read_entries
from tasks.ingest.feed_document import read_feed
from tasks.ingest.feeds import Feed
from tasks.ingest.options import CollectOptions

WINDOW = Window(datetime(2025, 6, 3, 12, tzinfo=UTC), 24)


def rows(feed_id: str) -> list[Entry]:
    feed = Feed(feed_id=feed_id, outlet="o", url="https://n.example/f", category="c")
    body = rss(item("A", "https://n.example/a", "Tue, 03 Jun 2025 08:00:00 GMT"), item("B", "https://n.example/b", "1 Jan 2020 10:00 GMT"))
    return read_entries(read_feed(body, {}, feed.url), feed, run_id="r", window=WINDOW, options=CollectOptions())


def test_a_fresh_run_holds_nothing(tmp_path: Path) -> None:
    assert Earlier.read(Lake.open(tmp_path), "r") == Earlier({}, {})


def test_rows_come_by_feed_with_their_latest_fate(tmp_path: Path) -> None:
    lake = Lake.open(tmp_path)
    one, two = rows("one"), rows("two")
    lake.append(Entry, one + two, "r")
    kept = replace(one[0], fate="kept", article_id="a1")
    lake.append(Entry, [kept], "r")
    assert Earlier.read(lake, "r").entries == {"one": (kept, one[1]), "two": tuple(two)}
