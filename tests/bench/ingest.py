"""Ingest of 500 pages over loopback against the same work by bare httpx, feedparser and newspaper4k in a process pool.

    python tests/bench/ingest.py [--pages 500] [--rounds 5] [--flow]

Ours: the stage functions called plainly, as ``flows.news_ingest`` calls them, into a fresh lake: ten feeds of 50 items, their pages, robots.txt,
gates, languages, versions, clusters, everything stored. Bare: one httpx client, ``feedparser.parse`` and ``newspaper.Article.parse`` in as many
worker processes as ours; titles, texts, authors and dates to one JSON Lines file. Each round is a fresh process for each side, by turns, timed
from its start to its end, imports included. With ``--flow`` also the Prefect flow on a server that is already up, timed inside the flow.
Prints medians of wall time and of CPU time (workers included, which a busy machine disturbs less). Aim: at most 1.2; 1 is returned when it is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

AIM = 1.2
AT_ONCE = 24
WORKERS = min(8, os.cpu_count() or 1)
MOMENT = "2026-11-30T18:00:00+00:00"


async def ours(base: str, pages: int, folder: Path) -> int:
    """The product's ingest without Prefect; how many articles it kept."""
    from storage.lake import Lake
    from storage.schemas.clock import parse_moment
    from storage.schemas.window import Window
    from tasks.extraction.options import PoolOptions
    from tasks.extraction.pool import ExtractionPool
    from tasks.fetching.fetcher import Fetcher
    from tasks.fetching.policy import FetchPolicy
    from tasks.ingest.collect import collect_feed
    from tasks.ingest.earlier import Earlier
    from tasks.ingest.feeds import Feed
    from tasks.ingest.known import KnownArticles
    from tasks.ingest.options import CollectOptions
    from tasks.ingest.page_options import PageOptions
    from tasks.ingest.pages import entries_to_read, read_pages
    from tasks.ingest.snapshot import finish_snapshot

    feeds = [
        Feed(feed_id=f"feed-{n}", outlet=f"outlet-{n}", url=f"{base}/feed/{n}.xml", category="general", language="en", zone="UTC")
        for n in range(-(-pages // 50))
    ]
    lake, window, run_id, options = Lake.open(folder / "lake"), Window(parse_moment(MOMENT), 24), "news-bench", PageOptions()
    policy = FetchPolicy(allow_private=True, per_host_delay_s=0, per_host_concurrency=AT_ONCE, total_concurrency=AT_ONCE)
    async with Fetcher(policy) as fetcher, ExtractionPool(PoolOptions(workers=WORKERS)) as pool:
        earlier = Earlier.read(lake, run_id)
        collected = await asyncio.gather(
            *(
                collect_feed(feed, fetcher=fetcher, lake=lake, run_id=run_id, window=window, options=CollectOptions(), earlier=earlier)
                for feed in feeds
            )
        )
        chosen = entries_to_read([entry for one in collected for entry in one.entries], options)
        known = KnownArticles.load(lake, window=window, run_id=run_id, options=options)
        by_id = {feed.feed_id: feed for feed in feeds}
        await asyncio.gather(
            *(
                read_pages(
                    chosen[at : at + 40], fetcher=fetcher, pool=pool, known=known, lake=lake, run_id=run_id, window=window, options=options, feeds=by_id
                )
                for at in range(0, len(chosen), 40)
            )
        )
        snapshot = await finish_snapshot(lake, run_id=run_id, window=window, options=options)
    return len(snapshot.articles)


def read_page(url: str, markup: str) -> dict[str, object]:
    """newspaper4k on one page, in a worker."""
    import newspaper

    article = newspaper.Article(url, fetch_images=False)
    article.download(input_html=markup)
    article.parse()
    return {"url": url, "title": article.title, "text": article.text, "authors": article.authors, "date": str(article.publish_date)}


async def bare(base: str, pages: int, folder: Path) -> int:
    """The same libraries and nothing around them; how many texts of 100 words it found."""
    from concurrent.futures import ProcessPoolExecutor

    import feedparser
    import httpx

    loop, places = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
    with ProcessPoolExecutor(WORKERS) as pool:
        async with httpx.AsyncClient(limits=httpx.Limits(max_connections=AT_ONCE), headers={"User-Agent": "okbench-bench"}) as client:
            answers = await asyncio.gather(*(client.get(f"{base}/feed/{n}.xml") for n in range(-(-pages // 50))))
            links = [entry.link for answer in answers for entry in feedparser.parse(answer.content).entries]

            async def visit(link: str) -> dict[str, object]:
                async with places:
                    response = await client.get(link)
                    return await loop.run_in_executor(pool, read_page, link, response.text)

            rows = await asyncio.gather(*map(visit, links))
    with (folder / "articles.jsonl").open("w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    return sum(len(str(row["text"]).split()) >= 100 for row in rows)


async def flow(base: str, pages: int, folder: Path) -> float:
    """Seconds that the flow's own ingest takes, tasks and artifacts included."""
    from prefect import flow as prefect_flow

    from flows.house import House
    from flows.news_ingest import ingest
    from flows.run_record import pin_run
    from flows.settings import load_settings
    from storage.schemas.clock import parse_moment
    from tasks.fetching.policy import FetchPolicy
    from tasks.ingest.feeds import Feed

    policy = FetchPolicy(allow_private=True, per_host_delay_s=0, per_host_concurrency=AT_ONCE, total_concurrency=AT_ONCE)
    settings = load_settings(lake=folder / "lake", fetch=policy)
    feeds = [
        Feed(feed_id=f"feed-{n}", outlet=f"outlet-{n}", url=f"{base}/feed/{n}.xml", category="general", language="en", zone="UTC")
        for n in range(-(-pages // 50))
    ]

    @prefect_flow(name="bench_ingest")
    async def work() -> float:
        async with House(settings) as house:
            run = pin_run(house.lake, flow="news", name="bench", moment=parse_moment(MOMENT), moment_given=True, hours=24, parameters={})
            started = time.perf_counter()
            found = await ingest(house, run, feeds)
            seconds = time.perf_counter() - started
        assert len(found.snapshot.articles) == pages, len(found.snapshot.articles)
        return seconds

    return await work()


def measure(side: str, base: str, pages: int, **environment: str) -> tuple[float, float, float]:
    """(wall, CPU seconds of the process and its workers, what it printed) of one side in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="okbench-bench-") as folder:
        command = [sys.executable, __file__, "--side", side, "--base", base, "--pages", str(pages), "--folder", folder]
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
    assert status == 0, f"{side} ended with {status}"
    return wall, usage.ru_utime + usage.ru_stime, float(printed.split()[-1])


def prefect_server(folder: str) -> tuple[subprocess.Popen[bytes], dict[str, str]]:
    """A Prefect server of its own, and the environment in which to use it."""
    import socket
    import urllib.request

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {"PREFECT_HOME": folder, "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}
    command = [sys.executable, "-m", "prefect", "server", "start", "--no-ui", "--port", str(port)]
    server = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(900):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5).close()
            return server, environment | {"PREFECT_API_URL": f"http://127.0.0.1:{port}/api", "PREFECT_LOGGING_LEVEL": "ERROR"}
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the Prefect server did not start")


def compare(base: str, a: argparse.Namespace) -> int:
    """Run the rounds and print; 1 when the aim is missed."""
    taken: dict[str, list[tuple[float, float, float]]] = {"ours": [], "bare": []}
    for number in range(a.rounds):
        for side in sorted(taken, reverse=number % 2 == 0):
            taken[side].append(measure(side, base, a.pages))
            wall, cpu, kept = taken[side][-1]
            print(f"round {number + 1} {side}: {wall:5.1f} s, {cpu:5.1f} s CPU, {kept:.0f} articles", flush=True)
            assert kept == a.pages, f"{side} found {kept:.0f} of {a.pages}"
    wall, cpu = ({side: statistics.median(row[at] for row in rows) for side, rows in taken.items()} for at in (0, 1))
    print(f"{a.pages} pages, {WORKERS} workers, medians of {a.rounds}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"ours {wall['ours']:.1f} s, {cpu['ours']:.1f} s CPU; bare {wall['bare']:.1f} s, {cpu['bare']:.1f} s CPU")
    print(f"ratio {wall['ours'] / wall['bare']:.2f} (CPU {cpu['ours'] / cpu['bare']:.2f}); aim at most {AIM}")
    if a.flow:
        with tempfile.TemporaryDirectory(prefix="okbench-prefect-") as folder:
            server, environment = prefect_server(folder)
            try:
                seconds = [measure("flow", base, a.pages, **environment)[2] for _ in range(a.rounds)]
            finally:
                server.terminate()
                server.wait()
        print(f"inside the Prefect flow: {statistics.median(seconds):.1f} s")
    return int(wall["ours"] > AIM * wall["bare"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--flow", action="store_true", help="measure the Prefect flow as well")
    parser.add_argument("--side", choices=("ours", "bare", "flow"), help=argparse.SUPPRESS)
    parser.add_argument("--base", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.side:
        print(asyncio.run({"ours": ours, "bare": bare, "flow": flow}[a.side](a.base, a.pages, a.folder)))
        return 0
    command = [sys.executable, str(ROOT / "tests" / "bench" / "news_site.py"), "--pages", str(a.pages)]
    site = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert site.stdout is not None
        return compare(site.stdout.readline().strip(), a)
    finally:
        site.kill()
        site.wait()


if __name__ == "__main__":
    sys.exit(main())
