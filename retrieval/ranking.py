"""Rankings of documents: best passage per document, ties by document id.

A document scores as its best passage (as MaxP of Dai and Callan, SIGIR 2019), documents are made unique before the cut at k, and equal
scores are ordered by document id: a rule that knows nothing of the right answer, so a scorer that gives all documents one score gets no
credit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from retrieval.passage import Passage


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found for a question, with its score and the passage that earned it: ``text[start:end]`` of the document."""

    doc_id: str
    score: float
    passage_id: str
    start: int
    end: int


Ranking = tuple[Hit, ...]
"""Hits of one question, best first."""


def hit_of(passage: Passage, score: float) -> Hit:
    """The hit that a passage earns its document."""
    return Hit(passage.doc_id, score, passage.passage_id, passage.start, passage.end)


def best_passages(scored: Iterable[Hit], k: int | None) -> Ranking:
    """Documents by their best passage, the first ``k``. Equal scores: lower document id first, then lower passage id."""
    best: dict[str, Hit] = {}
    for hit in scored:
        there = best.get(hit.doc_id)
        if there is None or (-hit.score, hit.passage_id) < (-there.score, there.passage_id):
            best[hit.doc_id] = hit
    return tuple(sorted(best.values(), key=lambda h: (-h.score, h.doc_id))[:k])


def settled(scored: list[Hit], k: int) -> bool:
    """Whether a list of the best passages, in descending order of score, already decides the first ``k`` documents.

    It does when ``k`` documents score above the list's last passage: whatever follows scores no higher than that one.
    """
    if not scored:
        return False
    last = scored[-1].score
    return len({hit.doc_id for hit in scored if hit.score > last}) >= k
