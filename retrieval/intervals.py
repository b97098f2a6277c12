"""Confidence interval of a mean over questions that come in clusters (several of one article).

The variance is the cluster-robust one (Liang and Zeger, Biometrika 1986) with the correction for few clusters; it agrees with a regression on
a constant with clustered errors. The bounds are Wilson's (JASA 1927) on the number of independent questions that would have this
variance, with Student's quantile, as those of accuracies are: they stay within 0 and 1, and a measure that is 1 for every question still
has an interval, as wide as its number of articles makes it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its interval, all within [0, 1], where all our measures lie, and its standard error. NaN for no values."""

    mean: float
    low: float
    high: float
    error: float


def clustered_interval(values: Sequence[float], clusters: Sequence[Hashable], confidence: float = 0.95) -> Interval:
    """Mean of ``values`` (0 to 1) with its interval. With fewer than two clusters nothing is known: [0, 1]. ValueError for lists of unequal
    length."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values, {len(clusters)} clusters")
    if not values:
        return Interval(math.nan, math.nan, math.nan, math.nan)
    mean = min(1.0, max(0.0, math.fsum(values) / len(values)))
    sums: dict[Hashable, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value - mean
    count = len(sums)
    if count < 2:
        return Interval(mean, 0.0, 1.0, math.nan)
    from scipy.special import stdtrit  # here, for it takes a moment to load

    variance = math.fsum(s * s for s in sums.values()) * count / (count - 1) / len(values) ** 2
    low, high = _wilson(mean, _effective(mean, variance, len(values), count), float(stdtrit(count - 1, (1 + confidence) / 2)))
    return Interval(mean, low, high, math.sqrt(variance))


def _effective(mean: float, variance: float, questions: int, clusters: int) -> float:
    """Independent right-or-wrong questions of that variance: at most twice those there are, and the articles where all values are alike."""
    return float(clusters) if variance < 1e-12 else min(2.0 * questions, mean * (1 - mean) / variance)


def _wilson(mean: float, size: float, quantile: float) -> tuple[float, float]:
    square = quantile**2
    middle = (mean + square / (2 * size)) / (1 + square / size)
    half = quantile * math.sqrt(mean * (1 - mean) / size + square / (4 * size**2)) / (1 + square / size)
    return (0.0 if mean == 0 else max(0.0, middle - half)), (1.0 if mean == 1 else min(1.0, middle + half))
