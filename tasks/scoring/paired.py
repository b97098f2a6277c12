"""Two models on the same questions: the difference of their accuracies, its interval, and a paired test that knows which questions
share an article.

Test. Each article (near-copies count as one) gives one number: questions that only the first model had right minus those that only the
second had right. If neither model is better, an article's number is as likely to be seen with the opposite sign, so the sum over the
articles is compared with the sums under all patterns of signs (Fisher's randomization test for paired samples, The Design of Experiments,
1935; with one question an article it is the exact form of McNemar's test, 1947). As the numbers are whole, the distribution of that sum is
a convolution and is computed exactly, without random draws: the same answers always give the same p-value.

Interval. Student's, on the cluster-robust error of the mean difference with G-1 degrees of freedom (Liang and Zeger, Biometrika 1986). Test
and interval rest on different approximations, and may disagree where a p-value is close to 0.05. Where the two models agree on every
question there is no spread to estimate from; the interval is then Wilson's bound for no disagreement in G articles.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tasks.scoring.intervals import student, wilson

_EXACT_UP_TO = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """First against second. difference: of accuracies (first minus second, -1 to 1) on ``counted`` common questions of ``clusters`` articles.

    only_first, only_second: questions that just one of them had right. p_value: two-sided. error, low, high: None with fewer than two articles.
    """

    difference: float
    low: float | None
    high: float | None
    error: float | None
    p_value: float
    counted: int
    clusters: int
    only_first: int
    only_second: int


def compare_paired(clusters: Iterable[tuple[int, int, int]], confidence: float = 0.95) -> Comparison | None:
    """The comparison over articles, each given as (only the first right, only the second right, counted); None when nothing was counted.

    ValueError for more disagreements than questions.
    """
    table = np.array(list(clusters), dtype=np.int64).reshape(-1, 3)
    table = table[table.any(axis=1)]
    first, second, counted = table.T
    if (table < 0).any() or (first + second > counted).any():
        raise ValueError("an article has more disagreements than counted questions")
    total = int(counted.sum())
    if not total:
        return None
    sums = first - second
    difference = float(sums.sum() / total)
    found = Comparison(
        difference=difference, low=None, high=None, error=None, p_value=sign_flip_p_value(sums.tolist()), counted=total, clusters=len(table),
        only_first=int(first.sum()), only_second=int(second.sum()),
    )  # fmt: skip
    return _with_interval(found, sums - difference * counted, confidence)


def sign_flip_p_value(sums: Sequence[int]) -> float:
    """Chance that the sum with random signs is at least as far from 0 as the one seen; 1 when all are 0.

    Exact up to 4,000 disagreements (a day has some hundreds), by the normal law with the same variance beyond that.
    """
    sizes = Counter(abs(one) for one in sums if one)
    seen, total = abs(sum(sums)), sum(size * count for size, count in sizes.items())
    if not total or not seen:
        return 1.0
    if total > _EXACT_UP_TO:
        return math.erfc(seen / math.sqrt(2 * sum(size * size * count for size, count in sizes.items())))
    law = np.ones(1)
    for size, count in sorted(sizes.items()):
        law = np.convolve(law, _signed_sum(size, count))
    # law[i] is the chance of the sum i - total; sums of one parity only, the others are 0
    tail = float(law[total + seen :].sum())
    return min(1.0, 2 * tail)


def _signed_sum(size: int, count: int) -> np.ndarray:
    """Distribution of the sum of ``count`` numbers ``size`` with random signs, from -size*count to size*count."""
    from scipy.special import gammaln  # here, for it takes a moment to load

    ups = np.arange(count + 1)
    law = np.zeros(2 * size * count + 1)
    law[:: 2 * size] = np.exp(gammaln(count + 1) - gammaln(ups + 1) - gammaln(count - ups + 1) - count * math.log(2))
    return law


def _with_interval(found: Comparison, rests: np.ndarray, confidence: float) -> Comparison:
    """``rests``: each article's sum less what the mean difference would make of it."""
    count = len(rests)
    if count < 2:
        return found
    quantile = student(confidence, count - 1)
    error = math.sqrt(float(rests @ rests) * count / (count - 1)) / found.counted
    half = quantile * error if found.only_first or found.only_second else wilson(0.0, count, quantile)[1]
    low, high = max(-1.0, found.difference - half), min(1.0, found.difference + half)
    return dataclasses.replace(found, low=low, high=high, error=error)
