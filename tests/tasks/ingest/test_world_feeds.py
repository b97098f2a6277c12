"""Real feeds of real outlets, odd ones among them, against what other readers found in them."""

import asyncio
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.lake import Lake
from storage.schemas.news import Entry
from storage.schemas.window import Window
from tasks.fetching.fetcher import Fetcher
from tasks.fetching.policy import FetchPolicy
from tasks.ingest.collect import collect_feed
from tasks.ingest.entries import read_entries
from tasks.ingest.feed_document import read_feed
from tasks.ingest.feeds import Feed
from tasks.ingest.options import CollectOptions
from tasks.ingest.text import plain_text

pytestmark = pytest.mark.world
EVER = Window(datetime(2030, 1, 1, tzinfo=UTC), 24 * 365 * 60)
FEED = Feed(feed_id="f", outlet="o", url="https://feed.example/f", category="c")


def rows_of(path: Path, content_type: str = "text/xml") -> list[Entry]:
    document = read_feed(path.read_bytes(), {"content-type": content_type}, FEED.url)
    return read_entries(document, FEED, run_id="r", window=EVER, options=CollectOptions())


def found_elsewhere(gold: dict[str, Any]) -> list[dict[str, Any]]:
    """Title, link and publication date of each entry in either of the two forms of the right values."""
    if "feed" in gold:
        return [{"title": e.get("title"), "link": e.get("link"), "date": e.get("isoDate")} for e in gold["feed"].get("items", [])]
    entries = []
    for entry in gold["entries"]:
        links = sorted(entry["links"], key=lambda link: link.get("rel") not in (None, "alternate"))
        entries.append(
            {
                "title": (entry["title"] or {}).get("content"),
                "link": links[0]["href"] if links else "",
                "date": entry["published"] or entry["updated"],
            }
        )
    return entries


def test_entries_are_those_that_other_readers_found(world: Path) -> None:
    folder = world / "data" / "feeds" / "handed"
    compared = 0
    for path in sorted((folder / "gold").glob("*.expected.json")):
        name = path.name.removesuffix(".expected.json")
        raw = path.read_bytes()
        gold, rows = found_elsewhere(json.loads(raw.decode("utf-8", "replace"))), rows_of(folder / name)
        assert len(rows) == len(gold), name
        for row, expected in zip(rows, gold, strict=True):
            title = plain_text(expected["title"] or "")
            if "\ufffd" not in title:  # where the other reader lost letters
                assert row.title == title, name
            if "feed" not in row.link and row.link.startswith("http") and "feed" not in (expected["link"] or ""):
                assert row.link.casefold() == expected["link"].strip().casefold(), name
            if expected["date"]:
                moment = datetime.fromisoformat(expected["date"].replace("Z", "+00:00"))
                assert row.published is not None, name
                assert abs(row.published - moment) <= timedelta(seconds=1), (name, row.published_raw)
            compared += 1
    assert compared > 250


@pytest.mark.slow
def test_no_feed_however_odd_raises_and_no_entry_is_lost(world: Path) -> None:
    folder = world / "data" / "feeds"
    manifest = [json.loads(line) for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines()]
    undated: list[str] = []
    for entry in manifest:
        rows = rows_of(folder / entry["path"])
        assert len(rows) >= entry["items_by_regex"], entry["file"]
        undated += [row.published_raw for row in rows if row.published is None and row.published_raw]
    assert len(manifest) > 200
    assert undated == []


@pytest.fixture(scope="module")
def running(world: Path) -> Iterator[str]:
    """The loopback server of the real inputs, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, str(world / "serve_world.py"), "--port", str(port)], stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(url + "/robots.txt", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait(timeout=10)


@pytest.mark.slow
async def test_a_messy_day_ends_with_every_entry_accounted_for(running: str, tmp_path: Path) -> None:
    lake = Lake.open(tmp_path)
    feed = Feed(feed_id="daily", outlet="daily", url=running + "/feed/daily.xml?messy=1", category="general")
    policy = FetchPolicy(allow_private=True, per_host_delay_s=0, crawl_delay_cap_s=0, contact="desk@example.org")
    window = Window(datetime.now(UTC), 24)
    async with Fetcher(policy) as fetcher:
        first = await collect_feed(feed, fetcher=fetcher, lake=lake, run_id="r1", window=window)
        second = await collect_feed(feed, fetcher=fetcher, lake=lake, run_id="r2", window=window)
    assert (first.fetch.status, second.fetch.status) == ("ok", "not_modified")
    reasons = Counter(row.reason or row.fate for row in first.entries)
    assert reasons == {"pending": 41, "duplicate_entry": 3, "undated": 2, "outside_window": 1, "future_date": 1, "bad_scheme": 1}
    assert {row.published_confidence for row in first.entries if row.fate == "pending"} == {"exact"}
    assert "Markup & entities ’ twice" in {row.title for row in first.entries}
    stats = json.loads(await asyncio.to_thread(lambda: urllib.request.urlopen(running + "/stats").read()))
    assert stats["not_modified"] == 1
    assert set(stats["user_agents"]) >= {policy.user_agent}
