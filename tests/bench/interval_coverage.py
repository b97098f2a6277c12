"""How often the intervals hold the truth: days are drawn with a known accuracy, and their 95 % intervals counted.

    python tests/bench/interval_coverage.py [--days 10000] [--questions 5]

Articles have a share of right answers of their own (beta-binomial), so that questions of one article agree by ``alike``, the correlation within an
article. Aim: within 1.5 points of 95 % from 60 articles on; with 30 articles or less, or at 0.95 with answers much alike, the report warns.
The paired comparison is counted too: how often two equal models get p < 0.05, which should be 5 % or less.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tasks.scoring.intervals import accuracy_by_cluster
from tasks.scoring.paired import compare_paired


def main() -> int:
    """Run and print; 1 when the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=5)
    chosen = parser.parse_args()
    print("articles  accuracy  " + "  ".join(f"alike {alike}" for alike in (0.0, 0.1, 0.2, 0.3)))
    missed = False
    for articles in (30, 60, 100, 200, 470):
        for truth in (0.25, 0.6, 0.95):
            shares = [coverage(articles, truth, alike, chosen.days, chosen.questions) for alike in (0.0, 0.1, 0.2, 0.3)]
            print(f"{articles:8}  {truth:8}  " + "  ".join(f"{100 * share:9.1f}" for share in shares), flush=True)
            missed |= articles >= 60 and any(abs(share - 0.95) > 0.015 for share in shares[:3])
    false = [equal_models(articles, chosen.days // 10, chosen.questions) for articles in (30, 100, 470)]
    print("two equal models, p < 0.05 in: " + ", ".join(f"{100 * share:.1f} %" for share in false) + " of days with 30, 100, 470 articles")
    return int(missed)


def coverage(articles: int, truth: float, alike: float, days: int, questions: int) -> float:
    """Share of days whose interval holds the truth."""
    rng = np.random.default_rng(1)
    held = 0
    for row in rng.binomial(questions, _shares(rng, truth, alike, (days, articles))).tolist():
        found = accuracy_by_cluster([(right, questions) for right in row])
        held += found is not None and found.low <= truth <= found.high
    return held / days


def equal_models(articles: int, days: int, questions: int) -> float:
    """Share of days on which two models of one ability differ with p < 0.05."""
    rng = np.random.default_rng(2)
    low = 0
    for shares in _shares(rng, 0.6, 0.2, (days, articles)):
        one, other = rng.random((2, articles, questions)) < shares[:, None]
        rows = zip((one & ~other).sum(1).tolist(), (other & ~one).sum(1).tolist(), [questions] * articles, strict=True)
        found = compare_paired(rows)
        low += found is not None and found.p_value < 0.05
    return low / days


def _shares(rng: np.random.Generator, truth: float, alike: float, shape: tuple[int, int]) -> np.ndarray:
    if not alike:
        return np.full(shape, truth)
    return rng.beta(truth * (1 - alike) / alike, (1 - truth) * (1 - alike) / alike, shape)


if __name__ == "__main__":
    raise SystemExit(main())
