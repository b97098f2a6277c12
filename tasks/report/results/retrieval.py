"""Retrieval measures of a release as tables read them; without stale questions they are counted anew from the stored hits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from retrieval.intervals import clustered_interval
from storage.schemas.questions import Question
from storage.schemas.retrieval import RetrievalMeasure

HITS, RECIPROCAL_RANK = "Success", "RR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """One measure (Success or RR) at one cutoff of one retriever over one window, 0 to 1. strict: only the article itself counts.

    failed, absent, documents, missing_days, settings: as in the record RetrievalMeasure.
    """

    retriever: str
    days: int
    kind: str
    k: int
    value: float
    interval: tuple[float, float]
    strict: float | None
    questions: int
    failed: int
    absent: int
    documents: int
    missing_days: tuple[str, ...]
    settings: str


FirstRight = Mapping[tuple[str, int], Mapping[str, tuple[int | None, int | None]]]
"""By (retriever, days), for each question with hits: rank of the first copy of its article, rank of the article itself."""


def retrieved(measures: Iterable[RetrievalMeasure]) -> list[Retrieved]:
    """The last measured figures over all questions, by retriever, window, measure and cutoff."""
    last: dict[tuple[str, int, str, str], RetrievalMeasure] = {}
    for row in sorted(measures, key=lambda row: row.measured):
        if (row.question_language, row.article_language) == ("", ""):
            last[row.retriever, row.days, row.measure, row.gold] = row
    found = []
    for (retriever, days, measure, gold), row in last.items():
        if gold == "cluster":
            strict = last.get((retriever, days, measure, "strict"))
            found.append(_retrieved(row, row.value, (row.low, row.high), strict.value if strict else None, row.n))
    return sorted(found, key=lambda one: (one.retriever, one.days, one.kind, one.k))


def recounted(rows: Sequence[RetrievalMeasure], first: FirstRight, questions: Sequence[Question], left_out: Collection[str]) -> list[Retrieved]:
    """The same over the questions that are not left out. One without hits is a miss, as it is when all are counted."""
    kept = [question for question in questions if question.question_id not in left_out]
    found = []
    for one in retrieved(rows):
        ranks = first.get((one.retriever, one.days), {})
        own = [_value(one.kind, one.k, ranks.get(question.question_id, (None, None))[0]) for question in kept]
        strict = [_value(one.kind, one.k, ranks.get(question.question_id, (None, None))[1]) for question in kept]
        if not kept:
            continue
        interval = clustered_interval(own, [question.article_id for question in kept])
        found.append(
            Retrieved(
                retriever=one.retriever, days=one.days, kind=one.kind, k=one.k, value=interval.mean, interval=(interval.low, interval.high),
                strict=sum(strict) / len(strict), questions=len(kept), failed=one.failed, absent=one.absent, documents=one.documents,
                missing_days=one.missing_days, settings=one.settings,
            )
        )  # fmt: skip
    return found


def _value(kind: str, k: int, rank: int | None) -> float:
    if rank is None or rank > k:
        return 0.0
    return 1.0 if kind == HITS else 1 / rank


def _retrieved(row: RetrievalMeasure, value: float, interval: tuple[float, float], strict: float | None, questions: int) -> Retrieved:
    kind, _, k = row.measure.partition("@")
    return Retrieved(
        retriever=row.retriever, days=row.days, kind=kind, k=int(k), value=value, interval=interval, strict=strict, questions=questions,
        failed=row.failed, absent=row.absent, documents=row.documents, missing_days=row.missing_days, settings=row.settings,
    )  # fmt: skip
