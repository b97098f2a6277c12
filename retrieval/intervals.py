"""Confidence interval of a mean over questions that come in clusters (several of one article).

The variance is the cluster-robust one (Liang and Zeger, Biometrika 1986) with the correction for few clusters and Student's t; it agrees
with a regression on a constant with clustered errors.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its interval; bounds are kept within [0, 1], where all our measures lie. NaN for no values."""

    mean: float
    low: float
    high: float


def clustered_interval(values: Sequence[float], clusters: Sequence[Hashable], confidence: float = 0.95) -> Interval:
    """Mean of ``values`` with its interval. With fewer than two clusters nothing is known: [0, 1]. ValueError for lists of unequal
    length."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values, {len(clusters)} clusters")
    if not values:
        return Interval(math.nan, math.nan, math.nan)
    mean = math.fsum(values) / len(values)
    sums: dict[Hashable, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value - mean
    count = len(sums)
    if count < 2:
        return Interval(mean, 0.0, 1.0)
    from scipy.stats import t

    error = math.sqrt(math.fsum(s * s for s in sums.values()) * count / (count - 1)) / len(values)
    half = float(t.ppf((1 + confidence) / 2, count - 1)) * error
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))
