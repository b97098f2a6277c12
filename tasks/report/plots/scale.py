"""Where x values stand in a panel, from 0 to 1: sizes of models on a logarithmic scale, names and days side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence

_NICE = (0.1, 0.2, 0.5, 1, 2, 4, 8, 16, 32, 70, 140, 280, 600, 1200)
_MARGIN = 0.06


class SizeScale:
    """Sizes in billions of parameters, logarithmic, the smallest near 0 and the largest near ``end``."""

    def __init__(self, sizes: Sequence[float], end: float = 1.0) -> None:
        known = [size for size in sizes if size > 0] or [1.0, 10.0]
        low, high = math.log(min(known)), math.log(max(known))
        if high - low < 0.7:  # one size, or nearly: show a doubling to either side
            low, high = low - 0.7, high + 0.7
        self._low, self._span, self._end = low, high - low, end

    def x(self, size: float) -> float:
        """The place of a size."""
        share = (math.log(max(size, 1e-3)) - self._low) / self._span
        return self._end * (_MARGIN + (1 - 2 * _MARGIN) * share)

    def ticks(self) -> list[tuple[float, str]]:
        """Round sizes that lie on the scale."""
        return [(self.x(size), f"{size:g}") for size in _NICE if 0 <= self.x(size) <= self._end]


def side_by_side(count: int) -> list[float]:
    """Places of so many names or days."""
    return [(number + 0.5) / count for number in range(count)]
