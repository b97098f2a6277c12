"""Rate limits: a bucket of turns for each visitor, filled at a steady rate."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_KEYS = 10_000


class RateLimit:
    """``burst`` turns at once, ``per_second`` more after that, for each key. The keys longest unseen are forgotten."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self._clock = burst, per_second, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether ``key`` has a turn left; takes it."""
        now = self._clock()
        left = self._left(key, now)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MOST_KEYS:
            self._buckets.popitem(last=False)
        return allowed

    def spent(self, key: str) -> bool:
        """Whether ``key`` has no turn left; takes none."""
        return self._left(key, self._clock()) < 1

    def _left(self, key: str, now: float) -> float:
        left, seen = self._buckets.get(key, (self.burst, now))
        return min(self.burst, left + (now - seen) * self.per_second)
