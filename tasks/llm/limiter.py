"""Requests and tokens per minute, kept as sliding windows: in no 60 seconds do more start than the limit says, and nothing is turned away.

Limits hold for one process; two runs at once each keep their own.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque


class Limiter:
    """One model's rates. ``requests`` and ``tokens`` per ``window_s`` seconds; None is no limit."""

    def __init__(self, requests: int | None, tokens: int | None, *, window_s: float = 60.0) -> None:
        self._requests, self._tokens, self._window = requests, tokens, window_s
        self._starts: deque[_Start] = deque()
        self._used = 0
        self._turn = asyncio.Lock()
        self._parked_until = 0.0

    def park(self, seconds: float) -> None:
        """Start nothing for that long: the server asked for a pause."""
        self._parked_until = max(self._parked_until, time.monotonic() + seconds)

    async def admit(self, tokens: int) -> _Start | None:
        """Wait for a turn for a call of about that many tokens. Turns are given in the order of asking."""
        if self._requests is None and self._tokens is None and not self._parked_until:
            return None
        async with self._turn:
            while (wait := self._wait(tokens)) > 0:  # noqa: ASYNC110 - waits for time to pass, not for an event
                await asyncio.sleep(wait)
            if self._requests is None and self._tokens is None:
                return None
            start = _Start(time.monotonic(), tokens)
            self._starts.append(start)
            self._used += tokens
            return start

    def settle(self, start: _Start | None, tokens: int | None) -> None:
        """Put the tokens really used in the place of those expected."""
        if start is not None and tokens is not None and not start.gone:
            self._used += tokens - start.tokens
            start.tokens = tokens

    def _wait(self, tokens: int) -> float:
        now = time.monotonic()
        if self._parked_until > now:
            return self._parked_until - now
        self._parked_until = 0.0
        while self._starts and self._starts[0].at <= now - self._window:
            gone = self._starts.popleft()
            gone.gone = True
            self._used -= gone.tokens
        if not self._starts:
            return 0.0  # a call larger than the limit itself goes alone
        full = self._requests is not None and len(self._starts) >= self._requests
        heavy = self._tokens is not None and self._used + tokens > self._tokens
        return max(0.001, self._starts[0].at + self._window - now) if full or heavy else 0.0


class _Start:
    __slots__ = ("at", "gone", "tokens")

    def __init__(self, at: float, tokens: int) -> None:
        self.at, self.tokens, self.gone = at, tokens, False
