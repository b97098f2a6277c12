"""Waiting for many jobs at once without abandoning any: a call in flight is paid, so it must end and be recorded even if another failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def finish_all(jobs: Iterable[Awaitable[T]]) -> list[T]:
    """Results in the order of the jobs. When some fail, the first error is raised after all have ended."""
    done = await asyncio.gather(*jobs, return_exceptions=True)
    results: list[T] = []
    for result in done:
        if isinstance(result, BaseException):
            raise result
        results.append(result)
    return results
