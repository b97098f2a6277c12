"""Many comparisons at once: p-values corrected for their number by Holm's step-down method (Scandinavian Journal of Statistics 1979).

It bounds the chance of even one false difference among all pairs, whatever their dependence, and is never weaker than Bonferroni's.
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """The corrected p-values, in the order given. ValueError for one outside 0 to 1."""
    if any(not 0 <= p <= 1 for p in p_values):
        raise ValueError("a p-value lies outside 0 to 1")
    found = [0.0] * len(p_values)
    highest = 0.0
    for place, number in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[number]))
        found[number] = highest
    return found
