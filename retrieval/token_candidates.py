"""The option for corpora of millions of passages: FAISS finds tokens near those of the question, and only their passages are scored.

This is how ColBERT itself searches. At the size of ten days of news it is slower than scoring everything or loses recall (measured in
docs/retrieval.md), so it is an option; ``recall_at`` tells what it loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.ranking import Ranking

_SEED = 1234
_TRAINING_A_CELL = 64


class TokenCandidates:
    """An inverted file over token vectors, about 4 times the square root of their number in cells, as ColBERT's rule has it."""

    def __init__(self, vectors: NDArray[Any], counts: NDArray[np.int32], *, probes: int) -> None:
        import faiss

        self._rows = np.repeat(np.arange(len(counts)), counts)
        dimension = vectors.shape[1]
        cells = int(max(1, min(4 * np.sqrt(len(vectors)), len(vectors) / _TRAINING_A_CELL)))
        self._index = faiss.IndexIVFFlat(faiss.IndexFlatIP(dimension), dimension, cells, faiss.METRIC_INNER_PRODUCT)
        self._index.cp.seed, self._index.cp.niter = _SEED, 10
        sample = np.sort(np.random.default_rng(0).permutation(len(vectors))[: cells * _TRAINING_A_CELL])
        self._index.train(vectors[sample].astype(np.float32))
        for first in range(0, len(vectors), 100_000):
            self._index.add(vectors[first : first + 100_000].astype(np.float32))
        self._index.nprobe = min(probes, cells)

    def rows(self, question: NDArray[np.float32], neighbours: int = 128) -> NDArray[np.int64]:
        """Passages that hold one of the nearest tokens of some token of the question, sorted."""
        _, found = self._index.search(np.ascontiguousarray(question), neighbours)
        tokens = found[found >= 0]
        rows: NDArray[np.int64] = np.unique(self._rows[tokens])
        return rows


def recall_at(k: int, found: Sequence[Ranking], exact: Sequence[Ranking]) -> float:
    """Share of the first ``k`` documents of exact search that another search found among its first ``k``; 1 for questions without any."""
    shares = []
    for own, right in zip(found, exact, strict=True):
        wanted = {hit.doc_id for hit in right[:k]}
        shares.append(len(wanted & {hit.doc_id for hit in own[:k]}) / len(wanted) if wanted else 1.0)
    return sum(shares) / len(shares) if shares else 1.0
