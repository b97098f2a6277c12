import asyncio
import time
from itertools import pairwise

import pytest

from storage.schemas.errors import FetchFailed
from tasks.fetching.hosts import Host


async def test_so_many_at_a_time() -> None:
    host, inside, peak = Host("n.example", concurrency=2, delay_s=0), 0, 0

    async def visit() -> None:
        nonlocal inside, peak
        async with host.turn():
            inside += 1
            peak = max(peak, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*(visit() for _ in range(7)))
    assert peak == 2


async def test_so_far_apart() -> None:
    host, starts = Host("n.example", concurrency=5, delay_s=0.05), []

    async def visit() -> None:
        async with host.turn():
            starts.append(time.monotonic())

    await asyncio.gather(*(visit() for _ in range(4)))
    assert all(later - earlier >= 0.049 for earlier, later in pairwise(starts))


async def test_a_pause_holds_those_who_already_wait() -> None:
    host = Host("n.example", concurrency=1, delay_s=0.01)
    async with host.turn():
        waiting = asyncio.create_task(_enter(host))
        await asyncio.sleep(0)
        host.pause(0.1)
        start = time.monotonic()
    await waiting
    assert time.monotonic() - start >= 0.09


async def test_a_parked_host_gives_no_turn_and_says_why() -> None:
    host = Host("n.example", concurrency=1, delay_s=0)
    host.park("it asked for 900 s")
    host.park("another reason")
    with pytest.raises(FetchFailed, match="it asked for 900 s") as caught:
        await _enter(host)
    assert caught.value.reason == "host_parked"


async def test_parking_reaches_those_who_wait() -> None:
    host = Host("n.example", concurrency=3, delay_s=0.05)
    await _enter(host)
    waiting = [asyncio.create_task(_enter(host)) for _ in range(2)]
    await asyncio.sleep(0)
    host.park("enough")
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, FetchFailed) for result in results)


async def test_who_is_cancelled_while_waiting_takes_no_place_with_them() -> None:
    host = Host("n.example", concurrency=1, delay_s=0)
    async with host.turn():
        waiting = asyncio.create_task(_enter(host))
        await asyncio.sleep(0)
        waiting.cancel()
    await asyncio.wait_for(_enter(host), timeout=1)


async def _enter(host: Host) -> None:
    async with host.turn():
        pass
