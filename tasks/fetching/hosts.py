"""One host in one run: its turns, the pause between them, and whether it is parked. Waiting for one host holds up no other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.schemas.errors import FetchFailed


class Host:
    """Turns at one host (name and port): so many at a time, so far apart."""

    def __init__(self, name: str, *, concurrency: int, delay_s: float) -> None:
        self.name = name
        self.delay_s = delay_s
        self.parked: str | None = None
        self.bot_blocks = 0
        self._slots = asyncio.Semaphore(concurrency)
        self._free_at = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn. FetchFailed(host_parked) when the host is or gets parked meanwhile."""
        async with self._slots:
            self._refuse_if_parked()
            # Looked at again after each sleep: another turn or a pause may have moved the time.
            while (wait := self._free_at - time.monotonic()) > 0:
                await asyncio.sleep(wait)
                self._refuse_if_parked()
            self._free_at = time.monotonic() + self.delay_s
            yield

    def pause(self, seconds: float) -> None:
        """No new turn for ``seconds``."""
        self._free_at = max(self._free_at, time.monotonic() + seconds)

    def park(self, why: str) -> None:
        """No more turns in this run."""
        self.parked = self.parked or why

    def _refuse_if_parked(self) -> None:
        if self.parked:
            what = f"not asked again in this run: {self.parked}"
            raise FetchFailed(what, where=self.name, todo="The next run asks again", reason="host_parked")
