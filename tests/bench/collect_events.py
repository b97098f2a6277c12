"""Collecting 60 year pages and their 2,500 citations over loopback against a bare loop under the same politeness.

    python tests/bench/collect_events.py [--pages 60] [--citations 2500] [--rounds 1] [--delay 0.005]

Ours: ``flows.events_collect.collect_events`` into a fresh lake: year pages through the API, events, references, documents through gates and matching,
every fate stored. Bare: httpx, mwparserfromhell for the links of each page, newspaper4k in as many worker processes as ours, one JSON Lines file. Both
ask the host at most 8 times at once and leave ``delay`` seconds between two starts; neither looks at robots.txt twice. Each side is a fresh process,
by turns. Prints wall time, CPU time (workers included) and peak memory of the main process. Aim: at most 1.2; 1 is returned when it is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

AIM = 1.2
AT_ONCE = 8
WORKERS = min(8, os.cpu_count() or 1)


async def ours(base: str, a: argparse.Namespace) -> int:
    """The product's collecting; how many links it kept."""
    from wiki_site import titles

    from flows.events_collect import collect_events
    from flows.house import House
    from flows.settings import load_settings
    from storage.schemas.clock import utc_now
    from tasks.events.options import ArchiveOptions, BrowserOptions, EventOptions, WikiOptions
    from tasks.events.regions import Region
    from tasks.extraction.options import PoolOptions
    from tasks.fetching.policy import FetchPolicy

    settings = load_settings(
        lake=a.folder / "lake",
        fetch=FetchPolicy(allow_private=True, per_host_delay_s=a.delay, per_host_concurrency=AT_ONCE, total_concurrency=AT_ONCE),
        events=EventOptions(
            wiki=WikiOptions(delay_s=a.delay, concurrency=AT_ONCE), browser=BrowserOptions(use="never"), archive=ArchiveOptions(use=False)
        ),
        pool=PoolOptions(workers=WORKERS),
    )
    names = list(dict.fromkeys(region for region, _ in titles(a.pages)))
    years = sorted({year for _, year in titles(a.pages)})
    regions = [Region(region_id=name, name=name, titles=(f"{{year}} in {name}",), wiki=f"{base}/w/api.php") for name in names]
    async with House(settings) as house:
        done = await collect_events(house, regions, years, run_id="events-bench", now=utc_now())
    return sum(year.losses.kept for year in done.years)


def read_page(url: str, markup: str) -> dict[str, object]:
    """newspaper4k on one page, in a worker."""
    import newspaper

    article = newspaper.Article(url, fetch_images=False)
    article.download(input_html=markup)
    article.parse()
    return {"url": url, "title": article.title, "text": article.text, "authors": article.authors, "date": str(article.publish_date)}


async def bare(base: str, a: argparse.Namespace) -> int:
    """The same libraries and nothing around them; how many texts of 100 words it found."""
    from concurrent.futures import ProcessPoolExecutor

    import httpx
    import mwparserfromhell
    from wiki_site import titles

    loop, places, turn = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE), asyncio.Lock()

    async def get(client: httpx.AsyncClient, url: str, **query: str) -> httpx.Response:
        async with places:
            async with turn:
                await asyncio.sleep(a.delay)
            return await client.get(url, params=query or None)

    with ProcessPoolExecutor(WORKERS) as pool, (a.folder / "rows.jsonl").open("w") as out:
        async with httpx.AsyncClient(limits=httpx.Limits(max_connections=AT_ONCE), headers={"User-Agent": "okbench-bench"}, timeout=60) as client:

            async def visit(link: str) -> int:
                response = await get(client, link)
                row = await loop.run_in_executor(pool, read_page, link, response.text)
                out.write(json.dumps(row) + "\n")
                return int(len(str(row["text"]).split()) >= 100)

            async def year_page(title: str) -> int:
                answer = await get(client, f"{base}/w/api.php", titles=title)
                text = answer.json()["query"]["pages"][0]["revisions"][0]["slots"]["main"]["content"]
                links = [str(t.get("url").value).strip() for t in mwparserfromhell.parse(text).filter_templates() if t.has("url")]
                return sum(await asyncio.gather(*map(visit, links)))

            return sum(await asyncio.gather(*(year_page(f"{year} in {region}") for region, year in titles(a.pages))))


def measure(side: str, base: str, a: argparse.Namespace) -> tuple[float, float, float, int]:
    """(wall, CPU seconds with workers, peak MB of the main process, links with a text) of one side in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="okbench-bench-") as folder:
        command = [sys.executable, __file__, "--side", side, "--base", base, "--pages", str(a.pages), "--citations", str(a.citations)]
        command += ["--delay", str(a.delay), "--folder", folder]
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
    assert status == 0, f"{side} ended with {status}"
    kept, peak = printed.split()[-2:]
    return wall, usage.ru_utime + usage.ru_stime, float(peak), int(kept)


def compare(base: str, a: argparse.Namespace) -> int:
    """Run the rounds and print; 1 when the aim is missed."""
    taken: dict[str, list[tuple[float, float, float, int]]] = {"ours": [], "bare": []}
    for number in range(a.rounds):
        for side in sorted(taken, reverse=number % 2 == 0):
            wall, cpu, peak, kept = measure(side, base, a)
            taken[side].append((wall, cpu, peak, kept))
            print(f"round {number + 1} {side}: {wall:6.1f} s, {cpu:6.1f} s CPU, peak {peak:.0f} MB, {kept} of {a.citations} documents", flush=True)
    wall, cpu = ({side: statistics.median(row[at] for row in rows) for side, rows in taken.items()} for at in (0, 1))
    print(f"ratio {wall['ours'] / wall['bare']:.2f} (CPU {cpu['ours'] / cpu['bare']:.2f}); aim at most {AIM}; load {os.getloadavg()[0]:.1f}")
    return int(wall["ours"] > AIM * wall["bare"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--citations", type=int, default=2500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--delay", type=float, default=0.005)
    parser.add_argument("--side", choices=("ours", "bare"), help=argparse.SUPPRESS)
    parser.add_argument("--base", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.side:
        kept = asyncio.run({"ours": ours, "bare": bare}[a.side](a.base, a))
        print(kept, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        return 0
    command = [sys.executable, str(ROOT / "tests" / "bench" / "wiki_site.py"), "--pages", str(a.pages), "--citations", str(a.citations)]
    site = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert site.stdout is not None
        return compare(site.stdout.readline().strip(), a)
    finally:
        site.kill()
        site.wait()


if __name__ == "__main__":
    sys.exit(main())
