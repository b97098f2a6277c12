"""Thirty days in one process: does memory, the number of open files or of child processes grow from day to day, and how does the disk?

    python tests/bench/soak.py [--days 30]

Each day the sample newspaper appears anew under the day's moment, a stub model plays all agents, and the whole flow runs plainly in the process that ran
the days before. (A worker starts a process for each run; one process for all is the harder test.) Exit 1 when something grows.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from plain_run import plainly  # noqa: E402
from stub_agents import play  # noqa: E402
from stub_model import StubModel  # noqa: E402

from sample.newspaper.server import SampleNewspaper  # noqa: E402

START = datetime(2026, 11, 1, 6, 15, tzinfo=UTC)
WARM_UP = 3  # days in which libraries load and caches fill
MB_A_DAY = 4.0  # of memory, by a line through the days after the warm-up


@dataclass(frozen=True, slots=True)
class Day:
    """What the process held when a day was over."""

    status: str
    questions: int
    memory_mb: float
    open_files: int
    children: int
    lake_mb: float
    lake_files: int


def soak(days: int, folder: Path) -> list[Day]:
    """Run that many days in this process over one lake in ``folder``; settings come from the environment, which this sets."""
    run = plainly()
    from flows.parameters import DailyNews

    found = []
    with StubModel(answer=play, keep_bodies=False) as stub:
        (folder / "models.toml").write_text(
            f'[models.stub]\nprovider_model = "stub-1"\nbase_url = "{stub.url}"\ndecoding = {{temperature = 0}}\n'
            "price = {input = 1.0, output = 2.0}\ncontext_tokens = 32000\n"
        )
        os.environ |= {
            "OKBENCH_LAKE": str(folder / "lake"), "OKBENCH_MODELS": str(folder / "models.toml"), "OKBENCH_GENERATOR": "stub", "OKBENCH_VALIDATOR": "stub",
            "OKBENCH_FEEDS": str(folder / "feeds.toml"), "OKBENCH_FETCH__ALLOW_PRIVATE": "true", "OKBENCH_FETCH__PER_HOST_DELAY_S": "0",
            "OKBENCH_FETCH__PER_HOST_CONCURRENCY": "8", "OKBENCH_DUPLICATE_DAYS": "0",
        }  # fmt: skip
        for number in range(days):
            moment = START + timedelta(days=number)
            with SampleNewspaper(moment) as paper:
                (folder / "feeds.toml").write_text(paper.feeds_toml())
                result = asyncio.run(run(DailyNews(moment=moment.isoformat(), models=["stub"])))
            found.append(_look(result, folder / "lake"))
    return found


def slope(values: list[float]) -> float:
    """Of the straight line through the values, per step (least squares)."""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    spread = sum((at - middle) ** 2 for at in range(len(values)))
    return sum((at - middle) * (value - mean) for at, value in enumerate(values)) / spread if spread else 0.0


def growing(days: list[Day]) -> list[str]:
    """What grows that must not; empty when nothing does."""
    late = days[WARM_UP:]
    faults = []
    if (rate := slope([day.memory_mb for day in late])) > MB_A_DAY:
        faults.append(f"memory grows by {rate:.1f} MB a day")
    if late[-1].open_files > late[0].open_files + 3:
        faults.append(f"open files grew from {late[0].open_files} to {late[-1].open_files}")
    if late[-1].children > late[0].children:
        faults.append(f"child processes grew from {late[0].children} to {late[-1].children}")
    size = [b.lake_mb - a.lake_mb for a, b in pairwise(late)]
    if len(size) > 2 and max(size) > 2 * max(sorted(size)[len(size) // 2], 0.05):
        faults.append(f"a day took {max(size):.2f} MB of the disk, half of them {sorted(size)[len(size) // 2]:.2f} or less")
    return faults


def _look(result: dict, lake: Path) -> Day:
    gc.collect()
    with open("/proc/self/statm") as file:  # noqa: PTH123
        memory = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    children = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "pid=,args="], capture_output=True, text=True, check=False).stdout
    files = [path for path in lake.rglob("*") if path.is_file()]
    return Day(
        status=result["status"], questions=result["questions"], memory_mb=memory, open_files=len(list(Path("/proc/self/fd").iterdir())),
        children=sum(" ps " not in f" {line} " and "ps --ppid" not in line for line in children.splitlines()),
        lake_mb=sum(path.stat().st_size for path in files) / 1e6, lake_files=len(files),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--days", type=int, default=30)
    with tempfile.TemporaryDirectory() as folder:
        days = soak(parser.parse_args().days, Path(folder))
    print(f"{'day':>3} {'status':9} {'questions':>9} {'memory MB':>10} {'open files':>10} {'children':>8} {'lake MB':>8} {'files':>6}")
    for number, day in enumerate(days, 1):
        print(
            f"{number:3} {day.status:9} {day.questions:9} {day.memory_mb:10.1f} {day.open_files:10} {day.children:8} {day.lake_mb:8.2f} {day.lake_files:6}"
        )
    late = days[WARM_UP:]
    print(f"after day {WARM_UP}: memory {slope([d.memory_mb for d in late]):+.2f} MB a day, lake {slope([d.lake_mb for d in late]):+.2f} MB a day")
    faults = growing(days)
    print("; ".join(faults) or "nothing grows but the lake, evenly")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
