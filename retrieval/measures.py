"""Success@k (is a right document among the first k) and RR@k (one over its rank, 0 beyond k), by ir-measures.

Every question counts: one without a right document among its hits scores 0, and so does one whose search failed; how many failed is shown
beside. Ranks are those of the ranking given; ties were settled there by document id. Intervals are over articles: questions of one
article are not independent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import ir_measures

from retrieval.intervals import Interval, clustered_interval
from retrieval.ranking import Ranking
from storage.schemas.errors import BadInput

CUTOFFS = (1, 3, 5, 10)
Run = Mapping[str, Ranking | None]
"""Ranking by question id; None where the search failed."""
Gold = Mapping[str, Collection[str]]
"""Right document ids by question id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One measure over questions. ``name`` is that of ir-measures, such as ``Success@3``; ``n`` questions, ``failed`` of them without a
    ranking."""

    name: str
    value: float
    low: float
    high: float
    n: int
    failed: int


def per_question(run: Run, gold: Gold, names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Value of each measure (by ir-measures' name) for each question of ``gold``. BadInput when run and gold are of different questions."""
    _same_questions(run, gold)
    # Scores are made from ranks: then no tool reorders equal scores by its own rule.
    # Ids get a mark each: some tools drop a hit that is named as its question.
    qrels = {f"q{question}": {f"d{doc_id}": 1 for doc_id in right} for question, right in gold.items()}
    ranked = {
        f"q{question}": {f"d{hit.doc_id}": float(-rank) for rank, hit in enumerate(ranking)} for question, ranking in run.items() if ranking
    }
    values: dict[str, dict[str, float]] = {name: dict.fromkeys(gold, 0.0) for name in names}
    measures = {ir_measures.parse_measure(name): name for name in names}
    if not gold:
        return values
    for metric in ir_measures.iter_calc(list(measures), qrels, ranked):
        values[measures[metric.measure]][metric.query_id[1:]] = float(metric.value)
    return values


def measure(
    run: Run, gold: Gold, clusters: Mapping[str, str], *, cutoffs: Sequence[int] = CUTOFFS, confidence: float = 0.95
) -> list[Measured]:
    """Success@k and RR@k for each cutoff. ``clusters``: the article of each question, for the intervals."""
    names = [f"{kind}@{k}" for kind in ("Success", "RR") for k in cutoffs]
    values = per_question(run, gold, names)
    failed = sum(ranking is None for ranking in run.values())
    rows = []
    for name in names:
        own = values[name]
        interval: Interval = clustered_interval(list(own.values()), [clusters[question] for question in own], confidence)
        rows.append(Measured(name=name, value=interval.mean, low=interval.low, high=interval.high, n=len(own), failed=failed))
    return rows


def _same_questions(run: Run, gold: Gold) -> None:
    if set(run) != set(gold):
        missing, surplus = len(set(gold) - set(run)), len(set(run) - set(gold))
        what = f"{missing} questions have no entry in the run and {surplus} of the run have no right answer"
        raise BadInput(what, where="measure", todo="Give one entry for each question; None where its search failed")
    empty = sum(not right for right in gold.values())
    if empty:
        raise BadInput(f"{empty} questions have no right document", where="measure", todo="Leave them out, or give their article")
