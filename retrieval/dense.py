"""Searching one vector a passage: inner product over all of them by FAISS ``IndexFlatIP``, which is exact.

FAISS numbers rows; which document a row belongs to is the index's own list. Rows that FAISS fills with -1 when there are fewer than asked
for are dropped, never taken for the last document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from retrieval.embeddings import Window
from retrieval.encoder import Encoder
from retrieval.ranking import Hit, Ranking, best_passages, settled
from storage.schemas.errors import DamagedFile


class DenseRetriever:
    """Dense retrieval over a window's vectors. ``cut_questions``: those so far that were longer than the encoder takes."""

    def __init__(self, window: Window, encoder: Encoder) -> None:
        import faiss

        if len(window.table) != len(window.vectors):
            raise DamagedFile(
                f"{len(window.vectors)} vectors for {len(window.table)} passages", where="embeddings", todo="Build the index again"
            )
        self._table, self._encoder = window.table, encoder
        self.cut_questions = 0
        self._index: Any = faiss.IndexFlatIP(encoder.dimension)
        self._index.add(np.ascontiguousarray(window.vectors, np.float32))

    def search(self, questions: Sequence[str], k: int) -> list[Ranking]:
        """The best ``k`` documents for each question."""
        if not questions:
            return []
        encoded = self._encoder.encode_questions(questions)
        vectors = encoded.vectors
        self.cut_questions += encoded.cut
        rankings: list[Ranking] = [()] * len(questions)
        unsettled, depth = np.arange(len(questions)), 4 * k + 8
        while len(unsettled):
            depth = min(depth, len(self._table))
            scores, rows = self._index.search(np.ascontiguousarray(vectors[unsettled]), depth)
            again = []
            for i, own_scores, own_rows in zip(unsettled, scores.tolist(), rows.tolist(), strict=True):
                hits = [self._table.hit(row, score) for row, score in zip(own_rows, own_scores, strict=True) if row >= 0]
                rankings[i] = best_passages(hits, k)
                if depth < len(self._table) and not settled(hits, k):
                    again.append(i)
            unsettled, depth = np.array(again, np.int64), depth * 4
        return rankings

    def hits_of(self, vector: np.ndarray, k: int) -> list[Hit]:
        """The nearest passages to one vector, as they stand."""
        scores, rows = self._index.search(np.ascontiguousarray(vector[None], np.float32), k)
        return [self._table.hit(row, score) for row, score in zip(rows[0].tolist(), scores[0].tolist(), strict=True) if row >= 0]
