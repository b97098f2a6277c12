"""Models against one another in one setting: every pair on its common questions, corrected for the number of pairs, and letters of groups.

The method stands in ``tasks.scoring.paired`` (sign-flip test over articles), ``many`` (Holm) and ``groups`` (letters).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tasks.report.results.columns import setting_words
from tasks.report.results.gather import Results
from tasks.report.results.scored import Marks, Scored
from tasks.report.results.table import Column, Table
from tasks.scoring.groups import letter_groups
from tasks.scoring.many import holm
from tasks.scoring.paired import Comparison, compare_paired

LEVEL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The better model first. corrected: the p-value after Holm's correction over all pairs of the setting."""

    better: str
    worse: str
    comparison: Comparison
    corrected: float


def compare_marks(first: Marks, second: Marks) -> Comparison | None:
    """Two evaluations on the questions that both hold; None without one."""
    common, one, other = np.intersect1d(first.questions, second.questions, assume_unique=True, return_indices=True)
    if not len(common):
        return None
    clusters, a, b = first.clusters[one], first.right[one], second.right[other]
    _, place = np.unique(clusters, return_inverse=True)
    only_a, only_b = np.bincount(place, weights=a & ~b).astype(int), np.bincount(place, weights=b & ~a).astype(int)
    return compare_paired(zip(only_a.tolist(), only_b.tolist(), np.bincount(place).tolist(), strict=True))


def pairs_of(scores: Sequence[Scored]) -> list[Pair]:
    """All pairs of models of one setting that share questions, as they lie apart."""
    ranked = sorted((one for one in scores if one.marks is not None and one.accuracy is not None), key=_rank)
    found = []
    for one, other in combinations(ranked, 2):
        if one.marks is not None and other.marks is not None and (comparison := compare_marks(one.marks, other.marks)) is not None:
            found.append((one.model, other.model, comparison))
    corrected = holm([comparison.p_value for *_, comparison in found])
    return [Pair(better=a, worse=b, comparison=c, corrected=p) for (a, b, c), p in zip(found, corrected, strict=True)]


def letters_of(scores: Sequence[Scored]) -> dict[str, str]:
    """Letters by model: two that share one cannot be told apart. Empty with fewer than two models to compare."""
    pairs = pairs_of(scores)
    if not pairs:
        return {}
    names = [one.model for one in sorted((one for one in scores if one.marks is not None and one.accuracy is not None), key=_rank)]
    return letter_groups(names, [(pair.better, pair.worse) for pair in pairs if pair.corrected < LEVEL])


def pairs_table(results: Results) -> Table:
    """Every pair in every setting with more than one model and no retrieval, and in the retrieval settings as well."""
    columns = (
        Column(name="setting"), Column(name="better", meaning="Model with the higher accuracy on all its questions."), Column(name="other"),
        Column(name="difference", kind="points", meaning="Of accuracies on common questions, in points."),
        Column(name="95 %", kind="interval", meaning="Interval of the difference, in points; Student's, on the error over articles."),
        Column(name="p", kind="p", meaning="Sign-flip test over articles, exact, two-sided."),
        Column(name="p, corrected", kind="p", meaning="By Holm, for all pairs of the setting: below 0.05 the two differ."),
        Column(name="only better", kind="count", meaning="Questions that only the better model had right."),
        Column(name="only other", kind="count", meaning="Questions that only the other had right."),
        Column(name="questions", kind="count", meaning="Common to both."), Column(name="articles", kind="count", meaning="That these questions come from."),
    )  # fmt: skip
    rows = []
    for setting in sorted({one.setting for one in results.scores}):
        words = setting_words(setting) + (", open-ended" if setting.open_ended else "")
        for pair in pairs_of(results.of(setting)):
            it = pair.comparison
            bounds = None if it.low is None or it.high is None else (it.low, it.high)
            test = (it.difference, bounds, it.p_value, pair.corrected)
            rows.append((words, pair.better, pair.worse, *test, it.only_first, it.only_second, it.counted, it.clusters))
    return Table(
        key="pairs", title="Pairs of models on common questions", columns=columns, rows=tuple(rows),
        about="Each pair is compared on the questions that both were asked; open-ended answers by the rule of normalised equality.",
        notes=(
            "Each article gives the questions that only one of the two had right, less those that only the other had; the sum is compared with the sums "
            "under all patterns of signs. p-values are corrected for the number of pairs of a setting by Holm's method.",
        ),
        empty="Two models in one setting are needed to compare.",
    )  # fmt: skip


def _rank(one: Scored) -> tuple[float, str]:
    return -(one.accuracy.value if one.accuracy else 0.0), one.model
