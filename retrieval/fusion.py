"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): sum of 1 / (60 + rank) over retrievers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retrieval.method import Approximate, Retriever
from retrieval.ranking import Hit, Ranking


def fuse(rankings: Sequence[Ranking], *, k: int | None, constant: float = 60.0) -> Ranking:
    """One ranking of several. A document keeps the passage of the retriever that ranks it highest, the earlier one of equals."""
    scores: dict[str, float] = {}
    best: dict[str, tuple[int, Hit]] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, 1):
            scores[hit.doc_id] = scores.get(hit.doc_id, 0.0) + 1.0 / (constant + rank)
            if hit.doc_id not in best or rank < best[hit.doc_id][0]:
                best[hit.doc_id] = (rank, hit)
    fused = [replace(best[doc_id][1], score=score) for doc_id, score in scores.items()]
    return tuple(sorted(fused, key=lambda h: (-h.score, h.doc_id))[:k])


class FusedRetriever:
    """Searches each of its retrievers to ``depth`` and fuses what they find."""

    def __init__(self, retrievers: Sequence[Retriever], *, constant: float = 60.0, depth: int = 100) -> None:
        self._retrievers, self._constant, self._depth = tuple(retrievers), constant, depth

    @property
    def cut_questions(self) -> int:
        """Questions that some retriever saw only in part."""
        return max(int(getattr(retriever, "cut_questions", 0)) for retriever in self._retrievers)

    def recall(self, questions: Sequence[str], k: int) -> float:
        """The lowest recall of its retrievers against their own exact search; 1 for those that are exact."""
        return min(retriever.recall(questions, k) if isinstance(retriever, Approximate) else 1.0 for retriever in self._retrievers)

    def search(self, questions: Sequence[str], k: int) -> list[Ranking]:
        """The best ``k`` documents of the fused rankings."""
        found = [retriever.search(questions, max(k, self._depth)) for retriever in self._retrievers]
        return [fuse(rankings, k=k, constant=self._constant) for rankings in zip(*found, strict=True)]
