"""Searching token vectors: exact MaxSim over every passage, or over FAISS's candidates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from retrieval.embeddings import Window
from retrieval.encoder import Encoded, Encoder
from retrieval.maxsim import MaxSim, Scored
from retrieval.options import RetrievalOptions
from retrieval.ranking import Hit, Ranking, best_passages, settled
from retrieval.token_candidates import TokenCandidates, recall_at


class LateRetriever:
    """Late interaction over a window's token vectors. ``cut_questions``: those so far that were longer than the encoder takes."""

    def __init__(self, window: Window, encoder: Encoder, options: RetrievalOptions) -> None:
        self._table, self._encoder = window.table, encoder
        self.cut_questions = 0
        self._maxsim = MaxSim(window.vectors, window.counts)
        self._candidates = TokenCandidates(window.vectors, window.counts, probes=options.probes) if options.candidates == "faiss" else None

    def search(self, questions: Sequence[str], k: int) -> list[Ranking]:
        """The best ``k`` documents for each question."""
        if not questions:
            return []
        encoded = self._encoder.encode_questions(questions)
        self.cut_questions += encoded.cut
        matrices = self._matrices(encoded)
        if self._candidates is not None:
            return [best_passages(self._hits(self._among_candidates(matrix)), k) for matrix in matrices]
        return self._exact(matrices, k)

    def recall(self, questions: Sequence[str], k: int) -> float:
        """Share of the first ``k`` documents of exact search that this one finds among its own: 1 unless FAISS chooses candidates."""
        if self._candidates is None or not questions:
            return 1.0
        matrices = self._matrices(self._encoder.encode_questions(questions))
        found = [best_passages(self._hits(self._among_candidates(matrix)), k) for matrix in matrices]
        return recall_at(k, found, self._exact(matrices, k))

    def _exact(self, matrices: list[np.ndarray], k: int) -> list[Ranking]:
        settled_at = self._maxsim.best(matrices, lambda scored: self._decided(scored, k), first=3 * k + 2)
        return [best_passages(self._hits(scored), k) for scored in settled_at]

    @staticmethod
    def _matrices(encoded: Encoded) -> list[np.ndarray]:
        ends = np.cumsum(encoded.counts)
        return [encoded.vectors[end - count : end] for end, count in zip(ends, encoded.counts, strict=True)]

    def _among_candidates(self, question: np.ndarray) -> Scored:
        assert self._candidates is not None
        rows = self._candidates.rows(question)
        return [(int(row), float(score)) for row, score in zip(rows, self._maxsim.exact(question, rows), strict=True)] if len(rows) else []

    def _hits(self, scored: Scored) -> list[Hit]:
        return [self._table.hit(row, score) for row, score in scored]

    def _decided(self, scored: Scored, k: int) -> bool:
        return settled(self._hits(scored), k)
