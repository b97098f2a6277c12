"""Confidence interval of an accuracy whose questions come in clusters: several of one article, and near-copies of it.

Method. The accuracy is a ratio of sums, right answers over counted ones, and its variance the cluster-robust one of that ratio (Liang and
Zeger, Biometrika 1986) with the correction G/(G-1) for G clusters: the standard error is that of a regression on a constant with clustered
errors. Over answered questions only, the number counted differs by article, and the ratio's variance allows for it.

The bounds are Wilson's score interval (JASA 1927) on the effective sample size, which is p(1-p)/variance, with Student's quantile of G-1
degrees of freedom in the place of the normal one; so they stay within 0 and 1 and hold near both ends and with few articles, where
accuracy plus or minus its error does not (compared for clustered samples by Dean and Pagano, Survey Methodology 2015). Far from the ends
and with many articles the two agree. Two bounds on the effective size: at most twice the number counted, for a low variance may be luck;
and the number of articles when all answers are alike, for then nothing shows how alike an article's questions are.

Coverage by simulation, five questions an article, 60 articles and up: 94 to 96 % at accuracies of 0.25, 0.6 and 0.95. With 30 articles,
accuracy 0.95 and questions of an article much alike (correlation 0.3) it falls to 90 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """An accuracy (0 to 1) with its interval. counted: questions; clusters: articles with at least one of them.

    error: cluster-robust standard error, None with fewer than two clusters; effective: independent questions that would tell as much.
    """

    accuracy: float
    low: float
    high: float
    error: float | None
    counted: int
    clusters: int
    effective: float


def accuracy_by_cluster(clusters: Iterable[tuple[int, int]], confidence: float = 0.95) -> Estimate | None:
    """The accuracy over clusters, each given as (right, counted); None when nothing was counted.

    One cluster alone tells nothing of how articles differ: its interval is 0 to 1. ValueError for more right than counted.
    """
    pairs = [pair for pair in clusters if pair[1] > 0 or pair[0] != 0]
    if any(not 0 <= right <= counted for right, counted in pairs):
        raise ValueError("a cluster has more right answers than counted ones, or fewer than none")
    total, right = sum(counted for _, counted in pairs), sum(right for right, _ in pairs)
    if not total:
        return None
    accuracy = right / total
    squares = math.fsum((right - accuracy * counted) ** 2 for right, counted in pairs)
    return accuracy_from_sums(right, total, len(pairs), squares, confidence)


def accuracy_from_sums(right: int, total: int, count: int, squares: float, confidence: float = 0.95) -> Estimate:
    """The same from sums over the clusters: right answers, counted questions (at least one), clusters, and the sum of the squared differences
    between a cluster's right answers and those that it would have at the accuracy of all."""
    accuracy = right / total
    if count < 2:
        return Estimate(accuracy=accuracy, low=0.0, high=1.0, error=None, counted=total, clusters=count, effective=1.0)
    variance = squares * count / (count - 1) / total**2
    effective = _effective(accuracy, variance, total, count)
    low, high = wilson(accuracy, effective, student(confidence, count - 1))
    return Estimate(
        accuracy=accuracy, low=low, high=high, error=math.sqrt(variance), counted=total, clusters=count, effective=effective
    )  # fmt: skip


def wilson(share: float, size: float, quantile: float) -> tuple[float, float]:
    """Wilson's score interval of a share seen in ``size`` independent trials."""
    square = quantile**2
    middle = (share + square / (2 * size)) / (1 + square / size)
    half = quantile * math.sqrt(share * (1 - share) / size + square / (4 * size**2)) / (1 + square / size)
    # At the ends the bound is the share itself, up to rounding.
    low = 0.0 if share == 0 else max(0.0, middle - half)
    return low, 1.0 if share == 1 else min(1.0, middle + half)


def student(confidence: float, degrees: int) -> float:
    """The two-sided quantile of Student's distribution."""
    from scipy.special import stdtrit  # here, for it takes a moment to load

    return float(stdtrit(degrees, (1 + confidence) / 2))


def _effective(accuracy: float, variance: float, total: int, count: int) -> float:
    spread = accuracy * (1 - accuracy)
    if spread == 0:
        return float(count)
    return min(2.0 * total, spread / variance) if variance > 0 else 2.0 * total
