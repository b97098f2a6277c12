"""Real pages: their text against bodies that people marked, and which of them pass the gates."""

import asyncio
import gzip
import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from storage.lake import Lake
from storage.schemas.window import Window
from tasks.extraction.extract import Extraction, PageJob
from tasks.extraction.gates import Visit, judge_page, kind_of
from tasks.extraction.options import GateOptions, PoolOptions
from tasks.extraction.pool import ExtractionPool
from tasks.fetching.fetcher import Fetcher
from tasks.fetching.policy import FetchPolicy
from tasks.ingest.collect import collect_feed
from tasks.ingest.feeds import Feed
from tasks.ingest.known import KnownArticles
from tasks.ingest.page_options import PageOptions
from tasks.ingest.pages import PageRead, entries_to_read, read_pages
from tasks.ingest.snapshot import Snapshot, finish_snapshot

pytestmark = [pytest.mark.world, pytest.mark.slow]
# Teasers of sold stories, two front pages, a snippet that is no page, and a blog in which no text is found.
NO_ARTICLES = {
    "aeb_042bb7b5fedab6ea": "paywall",
    "aeb_7ab16ade32386ece": "paywall",
    "aeb_f8ff621a0b9b7646": "paywall",
    "n4k_japanese_article": "paywall",
    "n4k_cnn_main_site": "index_page",
    "readability_nytimes-5": "index_page",
    "readability_005-unescape-html-entities": "empty_text",
    "traf_abookshelffullofsunshine.blogspot.com.interview": "empty_text",
}


@pytest.fixture(scope="module")
def pages(world: Path) -> list[tuple[dict[str, Any], Extraction]]:
    """Every page with what people say of it, and what was extracted."""
    folder = world / "data" / "articles"
    paths = {row["file"]: folder / row["path"] for row in map(json.loads, (folder / "manifest.jsonl").read_text().splitlines())}
    gold = [json.loads(line) for line in (folder / "handed" / "gold.jsonl").read_text().splitlines()]

    async def read() -> list[Extraction]:
        async with ExtractionPool(PoolOptions(workers=2, page_seconds=60)) as pool:
            jobs = [PageJob(url=address(row), body=gzip.decompress(paths[row["file"]].read_bytes())) for row in gold]
            results = await asyncio.gather(*map(pool.run, jobs))
            return [result.value for result in results]

    return list(zip(gold, asyncio.run(read()), strict=True))


def address(row: dict[str, Any]) -> str:
    return row.get("url") or "https://site.example/2026/a-page-without-an-address"


def f1(found: str, gold: str) -> float:
    ours, theirs = (Counter(re.findall(r"\w+", text.lower())) for text in (found, gold))
    shared = sum((ours & theirs).values())
    return 2 * shared / (sum(ours.values()) + sum(theirs.values())) if shared else 0.0


def test_bodies_are_closer_to_those_that_people_marked_than_the_extractors_own(pages: list[tuple[dict[str, Any], Extraction]]) -> None:
    scores = [f1(found.body, row["body"]) for row, found in pages if row["set"] == "aeb"]
    assert len(scores) == 91
    assert sum(scores) / len(scores) > 0.955  # newspaper4k alone: 0.929 on these


def test_segments_that_people_marked_are_in_or_out(pages: list[tuple[dict[str, Any], Extraction]]) -> None:
    def inside(key: str) -> list[bool]:
        return [" ".join(part.split()) in " ".join(found.body.split()) for row, found in pages for part in row.get(key) or []]

    assert sum(inside("with")) >= 0.88 * len(inside("with"))
    assert sum(inside("without")) <= 0.08 * len(inside("without"))


def test_dates_are_right_or_missing(pages: list[tuple[dict[str, Any], Extraction]]) -> None:
    found = [(row["date"], page.published) for row, page in pages if row.get("date") and row["set"] == "trafilatura"]
    stated = [(date, instant) for date, instant in found if instant is not None]
    assert len(stated) >= 0.7 * len(found)
    for date, instant in stated:
        # People wrote the local day; ours is UTC.
        assert abs((instant.date() - datetime.fromisoformat(date[:10]).date()).days) <= 1


def test_real_articles_pass_the_gates_and_nothing_else_does(pages: list[tuple[dict[str, Any], Extraction]]) -> None:
    dropped = {}
    for row, found in pages:
        visit = Visit(asked=address(row), final=address(row), feed_title=row.get("title") or found.title, page=found)
        drop = judge_page(visit, GateOptions())
        assert kind_of(visit) == "article"
        if drop is not None:
            dropped[row["file"].removesuffix(".html.gz")] = drop.reason
    assert dropped == NO_ARTICLES


@pytest.fixture(scope="module")
def server(world: Path) -> Iterator[str]:
    """The loopback world, its "now" pinned."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(world / "serve_world.py"), "--port", str(port), "--now", str(MOMENT.timestamp())]
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(base + "/stats").read()
                break
            except OSError:
                time.sleep(0.05)
        yield base
    finally:
        running.terminate()
        running.wait()


MOMENT = datetime(2026, 11, 30, 18, tzinfo=UTC)


async def run(base: str, lake: Lake, run_id: str, window: Window, query: str) -> tuple[list[PageRead], Snapshot]:
    # The pages' own robots.txt asks for a second between requests, which makes minutes here.
    policy = FetchPolicy(
        contact="desk@example.org", allow_private=True, per_host_delay_s=0, per_host_concurrency=8, crawl_delay_cap_s=0, read_timeout_s=2,
        total_timeout_s=3, max_bytes=5_000_000, retry_wait_s=0.05,
    )  # fmt: skip
    feed = Feed(feed_id="daily", outlet="Daily", url=f"{base}/feed/daily.xml?{query}", category="general")
    options = PageOptions()
    async with Fetcher(policy) as fetcher, ExtractionPool(PoolOptions(workers=2)) as pool:
        collected = await collect_feed(feed, fetcher=fetcher, lake=lake, run_id=run_id, window=window)
        known = KnownArticles.load(lake, window=window, run_id=run_id, options=options)
        todo = entries_to_read(collected.entries, options)
        results = [
            result
            for start in range(0, len(todo), 20)
            for result in await read_pages(
                todo[start : start + 20], fetcher=fetcher, pool=pool, known=known, lake=lake, run_id=run_id, window=window, options=options
            )
        ]
    return results, await finish_snapshot(lake, run_id=run_id, window=window, options=options)


def stats(base: str) -> dict[str, Any]:
    found: dict[str, Any] = json.load(urllib.request.urlopen(base + "/stats"))
    urllib.request.urlopen(base + "/stats/reset").read()
    return found


async def test_a_messy_feed_gives_articles_and_reasons_and_a_second_run_asks_for_little(server: str, tmp_path: Path) -> None:
    lake, window = Lake.open(tmp_path / "lake"), Window(MOMENT, 24)
    _, found = await run(server, lake, "run-1", window, "n=30&messy=1")
    reasons = Counter(row.reason for row in found.entries)
    assert len(found.articles) == reasons[""] >= 28
    assert sum(row.count for row in found.funnel if row.stage == "entries") == len(found.entries) == 49
    expected = {
        "duplicate_page", "duplicate_entry", "undated", "http_404", "http_500", "timeout", "not_html", "robots", "too_many_redirects",
        "too_large", "template_page", "future_date", "outside_window", "bad_scheme", "paywall",
    }  # fmt: skip
    assert set(reasons) - {""} == expected
    assert stats(server)["disallowed_hits"] == []
    _, again = await run(server, lake, "run-2", window, "n=30&messy=1")
    assert [row.version_id for row in again.articles] == [row.version_id for row in found.articles]
    asked = {path for path in stats(server)["by_path"] if path.startswith("/articles/")}
    assert asked == set()


async def test_the_next_day_knows_what_the_last_one_had(server: str, tmp_path: Path) -> None:
    lake = Lake.open(tmp_path / "lake")
    _, first = await run(server, lake, "run-1", Window(MOMENT, 24), "n=8")
    results, second = await run(server, lake, "run-2", Window(datetime(2026, 12, 1, 18, tzinfo=UTC), 24), "n=8&day=1&overlap=3")
    assert Counter(result.entry.reason for result in results)["known_article"] == 3
    assert {row.article_id for row in second.articles}.isdisjoint(row.article_id for row in first.articles)
