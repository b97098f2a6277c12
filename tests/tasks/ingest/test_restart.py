"""A run that is killed and started again."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from loopback import Reply, Site
from made_pages import WINDOW, page, prose

from storage.lake import Lake
from storage.schemas.news import Article, Entry

HTML = {"Content-Type": "text/html; charset=utf-8"}

RUN = """
import asyncio, sys
from pathlib import Path
from made_pages import WINDOW, entry
from storage.lake import Lake
from storage.schemas.news import Entry
from tasks.fetching.fetcher import Fetcher
from tasks.ingest.known import KnownArticles
from tasks.fetching.policy import FetchPolicy
from tasks.extraction.options import PoolOptions
from tasks.ingest.page_options import PageOptions
from tasks.ingest.pages import entries_to_read, read_pages
from tasks.extraction.pool import ExtractionPool
from tasks.ingest.snapshot import finish_snapshot

async def main(root, base):
    lake, options = Lake.open(Path(root)), PageOptions()
    if not lake.read(Entry, "run-1"):
        lake.append(Entry, [entry(f"{base}/s/{n}", f"Story of {n} cranes") for n in range(16)], "run-1")
    todo = entries_to_read(lake.read(Entry, "run-1"), options)
    known = KnownArticles.load(lake, window=WINDOW, run_id="run-1", options=options)
    policy = FetchPolicy(allow_private=True, per_host_delay_s=0, per_host_concurrency=4)
    async with Fetcher(policy) as fetcher, ExtractionPool(PoolOptions(workers=2)) as pool:
        for start in range(0, len(todo), 4):
            batch = todo[start:start + 4]
            await read_pages(batch, fetcher=fetcher, pool=pool, known=known, lake=lake, run_id="run-1", window=WINDOW, options=options)
    await finish_snapshot(lake, run_id="run-1", window=WINDOW, options=options)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_and_fetches_only_what_is_not_stored(site: Site, tmp_path: Path) -> None:
    for n in range(16):
        site.put(f"/s/{n}", Reply(page(f"Story of {n} cranes", prose(n)), headers=HTML, wait_s=0.05))
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n{RUN}",
        str(tmp_path / "lake"),
        site.url,
    ]
    stored: set[str] = set()
    for _ in range(2):
        run = subprocess.Popen(command)
        before, end = len(stored), time.monotonic() + 30
        while len(stored) <= before and time.monotonic() < end:
            time.sleep(0.05)
            stored = {row.url for row in Lake(tmp_path / "lake").read(Article, WINDOW.day)}
        run.kill()
        run.wait()
        stored = {row.url for row in Lake(tmp_path / "lake").read(Article, WINDOW.day)}
        site.seen.clear()
    subprocess.run(command, check=True, timeout=60)
    asked = {site.url + path for path in site.paths() if path != "/robots.txt"}
    assert asked == {f"{site.url}/s/{n}" for n in range(16)} - stored
    lake = Lake.open(tmp_path / "lake")
    assert lake.damaged == []
    assert len(lake.read(Article, WINDOW.day)) == 16
    assert {row.fate for row in lake.read(Entry, "run-1")} == {"kept"}
