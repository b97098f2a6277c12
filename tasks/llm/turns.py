"""One answer at a time to the stages, so that requests that wait for a slot go out first.

Answers come in bursts: 64 requests that left together come back together. What stages do with an answer (reading, rules) takes a
millisecond; done for all of a burst before the loop turns again, the server has nothing to do meanwhile. With one turn of the loop for each
answer, sending goes on in between. Measured on 940 calls of 50 ms, 64 at once: see ``tests/bench/README.md``.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """``await turns.next()`` comes back in the order of asking, one caller for each turn of the event loop."""

    def __init__(self, together: int = 8) -> None:
        self._together = together
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._going = False

    async def next(self) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._waiting.append(future)
        if not self._going:
            self._going = True
            loop.call_soon(self._go, loop)
        await future

    def _go(self, loop: asyncio.AbstractEventLoop) -> None:
        called = 0
        while self._waiting and called < self._together:
            future = self._waiting.popleft()
            if not future.done():  # cancelled while it waited
                future.set_result(None)
                called += 1
        self._going = bool(self._waiting)
        if self._going:
            loop.call_soon(self._go, loop)
