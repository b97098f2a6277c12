"""Does a model prefer a position? The share of each letter among its picks against that letter's share among the keys.

Beside it stands the recall of each letter, right answers among the questions whose key stands there; the spread of the recalls is the
measure of position bias of Zheng et al. (ICLR 2024, "RStd").
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One letter. keys: questions whose key stands there; picks: answers that chose it; right: answers that chose it rightly.

    Over the questions in which a choice was read; shares and recall are None where there is nothing to divide by.
    """

    letter: str
    keys: int
    picks: int
    right: int
    key_share: float | None
    pick_share: float | None
    recall: float | None


def positions(picks: Mapping[tuple[int, int], int], size: int = 4) -> tuple[Position, ...]:
    """The letters from the first, at least ``size`` of them, given the number of answers by (position of the key, position picked)."""
    read = sum(picks.values())
    last = max([size - 1, *(place for pair in picks for place in pair)])
    found = []
    for place in range(last + 1):
        keys = sum(count for (key, _), count in picks.items() if key == place)
        picked = sum(count for (_, pick), count in picks.items() if pick == place)
        right = picks.get((place, place), 0)
        found.append(
            Position(
                letter=letter(place), keys=keys, picks=picked, right=right, key_share=keys / read if read else None,
                pick_share=picked / read if read else None, recall=right / keys if keys else None,
            )
        )  # fmt: skip
    return tuple(found)


def recall_spread(found: Iterable[Position]) -> float | None:
    """Standard deviation of the letters' recalls (population form), 0 for a model without preference; None with fewer than two."""
    recalls = [position.recall for position in found if position.recall is not None]
    if len(recalls) < 2:
        return None
    mean = math.fsum(recalls) / len(recalls)
    return math.sqrt(math.fsum((recall - mean) ** 2 for recall in recalls) / len(recalls))


def letter(place: int) -> str:
    """A, B, C, ...; a number from the 27th choice on."""
    return ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)
