"""How far annotators agree: the share of equal pairs, and Krippendorff's alpha, which takes off what chance would give.

Agreement ratio: of all pairs of annotators who labelled the same item, the share that decided alike. Alpha (Krippendorff, Content Analysis,
1980; nominal distance) is 1 for full agreement and 0 for what chance gives; labels may be missing anywhere. It is not defined when nobody
shares an item or when all labels are the same. Its interval is a percentile bootstrap over clusters of items (articles) with a fixed seed.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tasks.scoring.intervals import Estimate, accuracy_by_cluster

_RESAMPLES = 1000

Labels = Mapping[str, Sequence[str]]
"""The labels of each item, one for each annotator who gave one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alpha:
    """Krippendorff's alpha with its 95 % interval (None when too few resamples have one). items: with at least two labels."""

    value: float
    low: float | None
    high: float | None
    items: int


def agreement_ratio(labels: Labels, clusters: Mapping[str, str]) -> Estimate | None:
    """The share of equal pairs, with an interval clustered by ``clusters``; None when no item has two labels."""
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for item, given in labels.items():
        for one, other in combinations(given, 2):
            counted[clusters[item]][0] += one == other
            counted[clusters[item]][1] += 1
    return accuracy_by_cluster((equal, pairs) for equal, pairs in counted.values())


def krippendorff_alpha(labels: Labels, clusters: Mapping[str, str]) -> Alpha | None:
    """Nominal alpha; None where it is not defined."""
    several = {item: given for item, given in labels.items() if len(given) > 1}
    domain = sorted({label for given in several.values() for label in given})
    if len(domain) < 2:
        return None
    by_cluster: dict[str, list[list[int]]] = defaultdict(list)
    for item, given in several.items():
        counts = Counter(given)
        by_cluster[clusters[item]].append([counts[label] for label in domain])
    groups = list(by_cluster.values())
    value = _alpha([row for group in groups for row in group])
    assert value is not None
    draws = random.Random(len(several))
    found = [_alpha([row for group in draws.choices(groups, k=len(groups)) for row in group]) for _ in range(_RESAMPLES)]
    held = sorted(one for one in found if one is not None)
    if len(groups) < 2 or len(held) < _RESAMPLES // 2:
        return Alpha(value=value, low=None, high=None, items=len(several))
    return Alpha(value=value, low=held[int(0.025 * len(held))], high=held[int(0.975 * len(held)) - 1], items=len(several))


def _alpha(counts: Sequence[Sequence[int]]) -> float | None:
    """Alpha of label counts, one row for each item; None when only one label occurs."""
    import krippendorff  # here, for it takes a moment to load
    import numpy as np

    table = np.asarray(counts)
    if (table.sum(axis=0) > 0).sum() < 2:
        return None
    return float(krippendorff.alpha(value_counts=table, level_of_measurement="nominal"))
