"""A folder of indexes: build, estimate and open them by retriever name, fusions included."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from retrieval.corpus import Corpus
from retrieval.fusion import FusedRetriever
from retrieval.index_folder import Built, build_index, index_place, open_index
from retrieval.method import Estimate, Method, Retriever
from retrieval.options import RetrievalOptions
from retrieval.progress import Progress, silent
from retrieval.registry import make_method, parts_of


@dataclass(frozen=True, slots=True)
class Indexes:
    """Indexes under ``root/indexes`` and embeddings under ``root/embeddings``."""

    root: Path
    options: RetrievalOptions = field(default_factory=RetrievalOptions)

    def methods(self, spec: str) -> list[Method]:
        """The methods that a name stands for: one, or several for a fusion."""
        return [make_method(part, self.options) for part in parts_of(spec)]

    def label(self, spec: str) -> str:
        """What tables call it: ``bm25``, ``dense:all-MiniLM-L6-v2``, ``bm25+dpr``."""
        return "+".join(method.label for method in self.methods(spec))

    def estimates(self, spec: str, corpus: Corpus) -> dict[str, Estimate]:
        """What building will cost, for each method that takes more than seconds."""
        found: dict[str, Estimate] = {}
        for method in self.methods(spec):
            place = index_place(method, corpus, indexes=self._indexes, embeddings=self._embeddings)
            estimate = method.estimate(corpus, place) if len(corpus) else None
            if estimate is not None:
                found[method.label] = estimate
        return found

    def build(self, spec: str, corpus: Corpus, *, progress: Progress = silent) -> dict[str, Built]:
        """Build what is not there yet; by label."""
        return {
            method.label: build_index(method, corpus, indexes=self._indexes, embeddings=self._embeddings, progress=progress)
            for method in self.methods(spec)
        }

    def open(self, spec: str, corpus: Corpus) -> Retriever:
        """Open for searching. NotFound, StaleIndex or DamagedFile when a part of it cannot be used."""
        opened = [open_index(method, corpus, indexes=self._indexes, embeddings=self._embeddings) for method in self.methods(spec)]
        return opened[0] if len(opened) == 1 else FusedRetriever(opened, constant=self.options.rrf_k, depth=self.options.fusion_depth)

    @property
    def _indexes(self) -> Path:
        return self.root / "indexes"

    @property
    def _embeddings(self) -> Path:
        return self.root / "embeddings"
