"""A folder of indexes: build, estimate and open them by retriever name, fusions included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from retrieval.corpus import Corpus, Document
from retrieval.fusion import FusedRetriever
from retrieval.index_folder import Built, build_index, index_place, open_index
from retrieval.method import Checking, Embedding, Estimate, Method, Place, Retriever
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

    def check(self, specs: Iterable[str]) -> None:
        """Find out before anything long begins whether all of it can be used. NotFound, NotInstalled, BadConfig."""
        for method in [method for spec in specs for method in self.methods(spec)]:
            if isinstance(method, Checking):
                method.check()

    def quick(self, spec: str, corpus: Corpus) -> bool:
        """Whether building is a matter of seconds: nothing has to be embedded."""
        return not any(self.missing(part, corpus) for part in parts_of(spec))

    def missing(self, part: str, corpus: Corpus) -> list[Document]:
        """The documents that a single method has yet to embed; none for methods that embed nothing."""
        method = make_method(part, self.options)
        return list(method.missing(corpus, self._place(method, corpus))) if isinstance(method, Embedding) else []

    def embed(self, part: str, corpus: Corpus, *, progress: Progress = silent) -> None:
        """Embed the documents of a corpus, or of a part of one, for a single method; nothing for methods that embed nothing."""
        method = make_method(part, self.options)
        if isinstance(method, Embedding):
            method.embed(corpus, self._place(method, corpus), progress)

    def estimates(self, spec: str, corpus: Corpus) -> dict[str, Estimate]:
        """What building will cost, for each method that takes more than seconds."""
        found: dict[str, Estimate] = {}
        for method in self.methods(spec):
            estimate = method.estimate(corpus, self._place(method, corpus)) if len(corpus) else None
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

    def _place(self, method: Method, corpus: Corpus) -> Place:
        return index_place(method, corpus, indexes=self._indexes, embeddings=self._embeddings)

    @property
    def _indexes(self) -> Path:
        return self.root / "indexes"

    @property
    def _embeddings(self) -> Path:
        return self.root / "embeddings"
