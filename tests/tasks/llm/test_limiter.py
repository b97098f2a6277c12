"""Requests and tokens per window: never more than the limit in any window, and nothing turned away."""

from __future__ import annotations

import asyncio
import time

from tasks.llm.limiter import Limiter


async def starts(limiter: Limiter, tokens: list[int]) -> list[float]:
    begun: list[float] = []

    async def one(n: int) -> None:
        await limiter.admit(n)
        begun.append(time.monotonic())

    await asyncio.gather(*(one(n) for n in tokens))
    return begun


async def test_no_window_holds_more_starts_than_the_limit() -> None:
    begun = await starts(Limiter(5, None, window_s=0.2), [1] * 15)
    assert len(begun) == 15
    assert all(later - earlier >= 0.19 for earlier, later in zip(begun, begun[5:], strict=False))


async def test_no_window_holds_more_tokens_than_the_limit() -> None:
    begun = await starts(Limiter(None, 100, window_s=0.2), [40] * 6)
    assert all(later - earlier >= 0.19 for earlier, later in zip(begun, begun[2:], strict=False))


async def test_tokens_really_used_take_the_place_of_those_expected() -> None:
    limiter = Limiter(None, 100, window_s=30)
    start = await limiter.admit(100)
    limiter.settle(start, 10)
    before = time.monotonic()
    await limiter.admit(80)
    assert time.monotonic() - before < 5


async def test_a_call_larger_than_the_limit_goes_alone_and_not_never() -> None:
    begun = await starts(Limiter(None, 100, window_s=0.1), [500, 500])
    assert 0.09 <= begun[1] - begun[0] < 1


async def test_a_parked_lane_starts_nothing_until_the_pause_is_over() -> None:
    limiter = Limiter(None, None)
    limiter.park(0.5)
    before = time.monotonic()
    await asyncio.gather(limiter.admit(1), limiter.admit(1))
    assert 0.45 <= time.monotonic() - before < 10
    before = time.monotonic()
    await limiter.admit(1)
    assert time.monotonic() - before < 0.45
