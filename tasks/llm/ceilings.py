"""Limits over the sum of all runs: what the lake's calls of a day or a month may cost together.

What other processes spend meanwhile is read from the lake anew every ``FRESH_S`` seconds, so that runs side by side share one ceiling; between two
readings each sees only its own calls, and the sum can pass the ceiling by what the others pay in that time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

FRESH_S = 15.0


class Ceiling:
    """At most ``max_usd`` for ``label``, such as "day 2026-11-30". ``read``: USD that the lake holds for it so far; may take a moment."""

    def __init__(self, label: str, max_usd: float, read: Callable[[], float], *, fresh_s: float = FRESH_S) -> None:
        self.label, self.max_usd = label, max_usd
        self._read, self._fresh_s = read, fresh_s
        self._base = 0.0
        self._own_then = 0.0
        self._at: float | None = None

    @property
    def stale(self) -> bool:
        """Whether the last reading is too old to decide by."""
        return self._at is None or time.monotonic() - self._at > self._fresh_s

    def refresh(self, own: float) -> None:
        """Read the lake; ``own`` is what this process has paid at this moment, which the reading includes."""
        self._at = time.monotonic()
        self._base, self._own_then = self._read(), own

    def spent(self, own: float) -> float:
        """USD spent under this ceiling, ``own`` being what this process has paid by now."""
        return self._base + own - self._own_then
