"""The pool of worker processes: a job can neither hang nor end the run, and nothing is left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from made_pages import page, prose

from storage.schemas.errors import Permanent
from tasks.extraction.extract import Extraction, PageJob
from tasks.extraction.options import PoolOptions
from tasks.extraction.pool import ExtractionPool, PoolResult

HERE = str(Path(__file__).parent)


@pytest.fixture(autouse=True)
def _jobs_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(HERE)


def make(workers: int = 1, seconds: float = 5.0, **options: int) -> ExtractionPool:
    chosen = PoolOptions(workers=workers, page_seconds=seconds, **options)  # type: ignore[arg-type]
    return ExtractionPool(chosen, work="pool_jobs:work", prepare="pool_jobs:prepare")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if Path("/proc").is_dir() else True


def gone_within(pids: list[int], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(map(is_running, pids)):
            return True
        time.sleep(0.05)
    return False


async def test_jobs_come_back_each_with_its_own_result() -> None:
    async with make(workers=2) as pool:
        results = await asyncio.gather(*(pool.run(("echo", number)) for number in range(50)))
        assert [result.value for result in results] == list(range(50))
        assert (await pool.run(("prepared", None))).value == 1


async def test_a_job_that_hangs_costs_only_itself() -> None:
    async with make(workers=2, seconds=0.5) as pool:
        await pool.run(("echo", 1))
        hanging, *others = await asyncio.gather(pool.run(("sleep", 60)), *(pool.run(("echo", n)) for n in range(20)))
        assert hanging.reason == "extraction_timeout"
        assert [other.value for other in others] == list(range(20))
        assert (await pool.run(("echo", "after"))).value == "after"


async def test_a_job_that_hangs_inside_c_code_is_ended_too() -> None:
    async with make(seconds=0.5) as pool:
        assert (await pool.run(("hold the interpreter", None))).reason == "extraction_timeout"
        assert (await pool.run(("echo", "after"))).value == "after"


async def test_a_job_that_ends_its_process_costs_only_itself() -> None:
    async with make(workers=2) as pool:
        dying, *others = await asyncio.gather(pool.run(("die", 11)), *(pool.run(("echo", n)) for n in range(20)))
        assert dying.reason == "extraction_crashed"
        assert [other.value for other in others] == list(range(20))


async def test_a_job_that_raises_says_what_and_its_process_goes_on() -> None:
    async with make() as pool:
        before = (await pool.run(("pid", None))).value
        assert await pool.run(("raise", "no such thing")) == PoolResult(None, "extraction_failed", "ValueError: no such thing")
        assert (await pool.run(("pid", None))).value == before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds a process's address space")
async def test_a_job_that_wants_all_memory_costs_only_itself() -> None:
    async with make(memory_mb=300) as pool:
        assert (await pool.run(("allocate", 1 << 30))).reason == "extraction_crashed"
        assert (await pool.run(("allocate", 1 << 20))).value == 1 << 20


async def test_what_libraries_print_does_not_disturb_the_results() -> None:
    async with make() as pool:
        assert (await pool.run(("print", "noise"))).value == "noise"
        assert (await pool.run(("echo", 2))).value == 2


async def test_a_process_is_replaced_after_its_share_of_jobs() -> None:
    async with make(jobs_per_worker=2) as pool:
        pids = [(await pool.run(("pid", None))).value for _ in range(4)]
        assert pids[0] == pids[1] != pids[2] == pids[3]


async def test_a_cancelled_job_leaves_no_half_answer_behind() -> None:
    async with make() as pool:
        await pool.run(("echo", 0))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await pool.run(("sleep", 0.5))
        assert (await pool.run(("echo", "right"))).value == "right"


async def test_no_process_is_left_after_closing_even_of_jobs_under_way() -> None:
    async with make(workers=3) as pool:
        await pool.run(("echo", 1))
        pids = pool.pids
        running = asyncio.ensure_future(pool.run(("sleep", 60)))
        await asyncio.sleep(0.1)
    assert len(pids) == 3
    assert gone_within(pids, 2)
    running.cancel()


async def test_work_that_cannot_be_loaded_is_one_clear_error() -> None:
    async with ExtractionPool(PoolOptions(workers=1), work="no.such:thing", prepare="") as pool:
        results = [await pool.run(1), await pool.run(1)]
        assert {result.reason for result in results} == {"extraction_crashed"}
        with pytest.raises(Permanent, match="no worker process"):
            await pool.run(1)


PARENT = """
import asyncio, sys
sys.path.insert(0, {here!r})
from tasks.extraction.options import PoolOptions
from tasks.extraction.pool import ExtractionPool

async def main():
    async with ExtractionPool(PoolOptions(workers=3, page_seconds=1), work="pool_jobs:work", prepare="") as pool:
        await asyncio.gather(*(pool.run(("echo", 1)) for _ in range(6)))
        print(*pool.pids, flush=True)
        await asyncio.gather(pool.run(("hold the interpreter", 1)), pool.run(("sleep", 60)))

asyncio.run(main())
"""


@pytest.mark.slow
def test_no_process_outlives_a_parent_that_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT.format(here=HERE)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = [int(pid) for pid in parent.stdout.readline().split()]
    time.sleep(0.2)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert len(pids) == 3
    assert gone_within(pids, 8)  # the one that holds the interpreter by its alarm, the others by the end of their input


@pytest.mark.slow
async def test_pages_are_read_by_default() -> None:
    async with ExtractionPool(PoolOptions(workers=1)) as pool:
        result = await pool.run(PageJob(url="https://lantern.example/a", body=page(body=prose(2))))
    assert isinstance(result.value, Extraction)
    assert result.value.body == prose(2)
