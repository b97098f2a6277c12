"""Dense retrieval and late interaction as retrieval methods: both embed the corpus through the store and search the joined vectors.

Their index folder holds the list of passages and counts; the vectors stay in the store, so windows of 1, 5 and 10 days share them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np

from retrieval.corpus import Corpus, Document
from retrieval.dense import DenseRetriever
from retrieval.dense_encoder import load_dense
from retrieval.embeddings import EmbeddingStore
from retrieval.encoder import Encoder
from retrieval.late_encoder import load_late
from retrieval.late_interaction import LateRetriever
from retrieval.method import Estimate, Place, Retriever
from retrieval.options import RetrievalOptions
from retrieval.passage import Passage
from retrieval.passage_table import PassageTable
from retrieval.progress import Progress
from storage.schemas.errors import BadConfig, StaleIndex

_PROBE = 16
Kind = Literal["dense", "late"]


def dense(argument: str, options: RetrievalOptions) -> EmbeddedMethod:
    """``dense:NAME``: any sentence-transformers checkpoint for passages and questions alike."""
    name = _needed(argument, "dense")
    return EmbeddedMethod("dense", f"dense:{_short(name)}", lambda: _dense(name, name, options, separator="dpr-" in name), options)


def dpr(argument: str, options: RetrievalOptions) -> EmbeddedMethod:
    """``dpr``: the passage and question encoders of the settings."""
    if argument:
        raise BadConfig(
            f"dpr takes no model, {argument!r} was given",
            where="retrievers",
            todo="Set index.retrieval.dpr_passage_encoder and dpr_question_encoder, or write dense:NAME",
        )
    passage, question = options.dpr_passage_encoder, options.dpr_question_encoder
    return EmbeddedMethod(
        "dense", _label("dpr", passage, "dpr_passage_encoder"), lambda: _dense(passage, question, options, separator=True), options
    )


def late(argument: str, options: RetrievalOptions) -> EmbeddedMethod:
    """``late:NAME``: late interaction with any checkpoint; a plain model's own token vectors where it was not trained for it."""
    name = _needed(argument, "late")
    return EmbeddedMethod("late", f"late:{_short(name)}", lambda: _late(name, options), options)


def colbert(argument: str, options: RetrievalOptions) -> EmbeddedMethod:
    """``colbert``: the ColBERT checkpoint of the settings."""
    if argument:
        raise BadConfig(
            f"colbert takes no model, {argument!r} was given", where="retrievers", todo="Set index.retrieval.colbert_encoder, or write late:NAME"
        )
    name = options.colbert_encoder
    return EmbeddedMethod("late", _label("colbert", name, "colbert_encoder"), lambda: _late(name, options), options)


class EmbeddedMethod:
    """A method over embeddings. ``encoder`` is loaded at first use."""

    def __init__(self, kind: Kind, label: str, load_encoder: Callable[[], Encoder], options: RetrievalOptions) -> None:
        self.kind, self.options, self._load_encoder = kind, options, load_encoder
        self._faiss = kind == "late" and options.candidates == "faiss"
        self.label = f"{label}/faiss" if self._faiss else label  # what may miss a document never stands under the name of what cannot

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder. NotInstalled when it is not here and cannot be fetched."""
        return self._load_encoder()

    def identity(self, corpus: Corpus) -> Mapping[str, Any]:
        """Encoder, its weights, how documents are split, and how candidates are found where not all are scored."""
        searched = {"candidates": "faiss", "probes": self.options.probes} if self._faiss else {}
        return {"method": self.kind, "version": 1, **self.encoder.identity, "passages": self.options.passages.model_dump(), **searched}

    def estimate(self, corpus: Corpus, place: Place) -> Estimate:
        """Seconds from encoding a few of the new passages now."""
        store = self._store(place)
        missing = store.missing(corpus.documents)
        passages, _ = store.split(missing)
        return Estimate(
            new_documents=len(missing),
            known_documents=len(corpus) - len(missing),
            new_passages=len(passages),
            seconds=_seconds(self.encoder, passages),
        )

    def build(self, corpus: Corpus, place: Place, progress: Progress) -> Mapping[str, int]:
        """Embed what is new and list the passages."""
        store = self._store(place)
        done = store.ensure(corpus.documents, progress=progress)
        held = store.held(corpus.documents)
        held.table.write(place.folder)
        return {**asdict(held.split), "cut_passages": held.cut_passages, "vectors": held.vectors, **asdict(done)}

    def check(self) -> None:
        """Load the encoder."""
        _ = self.encoder

    def missing(self, corpus: Corpus, place: Place) -> list[Document]:
        """The documents that are not embedded yet."""
        return self._store(place).missing(corpus.documents)

    def embed(self, corpus: Corpus, place: Place, progress: Progress) -> None:
        """Embed those documents."""
        self._store(place).ensure(corpus.documents, progress=progress)

    def load(self, corpus: Corpus, place: Place) -> Retriever:
        """Join the vectors of the corpus. StaleIndex when the store's passages are not those that the index lists."""
        window = self._store(place).load(corpus.documents)
        if _columns(window.table) != _columns(PassageTable.read(place.folder)):
            raise StaleIndex(
                "the stored embeddings are of other passages", where=str(place.folder), todo="Delete the folder and build the index again"
            )
        if self.kind == "dense":
            return DenseRetriever(window, self.encoder)
        return LateRetriever(window, self.encoder, self.options)

    def _store(self, place: Place) -> EmbeddingStore:
        return EmbeddingStore(place.embeddings, self.encoder, self.options.passages)


def _columns(table: PassageTable) -> tuple[list[Any], ...]:
    return list(table.doc_ids), list(table.passage_ids), list(table.starts), list(table.ends)


def _seconds(encoder: Encoder, passages: list[Passage]) -> float:
    if not passages:
        return 0.0
    chosen = [passages[i] for i in np.random.default_rng(0).permutation(len(passages))[:_PROBE]]
    encoder.encode_passages(chosen[:1])  # the first run of a model is slower than all others
    start = time.perf_counter()
    encoder.encode_passages(chosen)
    return (time.perf_counter() - start) / len(chosen) * len(passages)


def _needed(argument: str, method: str) -> str:
    if not argument:
        raise BadConfig(
            f"{method} needs a model",
            where="retrievers",
            todo=f"Write {method}:all-MiniLM-L6-v2, or the name or folder of another checkpoint",
        )
    return argument


def _short(name: str) -> str:
    return name.rstrip("/").rsplit("/", 1)[-1]


def _label(name: str, model: str, setting: str) -> str:
    """The method's own name while its setting is the published checkpoint; another model's name is said."""
    published = RetrievalOptions.model_fields[setting].default
    return name if model == published else f"{name}:{_short(model)}"


def _dense(passage: str, question: str, options: RetrievalOptions, *, separator: bool) -> Encoder:
    return _loaded_dense(passage, question, _relevant(options), separator)


def _late(name: str, options: RetrievalOptions) -> Encoder:
    return _loaded_late(name, _relevant(options))


def _relevant(options: RetrievalOptions) -> RetrievalOptions:
    """The settings that an encoder depends on, so that windows and methods share a loaded one."""
    return RetrievalOptions(precision=options.precision, batch=options.batch, threads=options.threads, offline=options.offline)


@lru_cache(maxsize=4)
def _loaded_dense(passage: str, question: str, options: RetrievalOptions, separator: bool) -> Encoder:
    return load_dense(passage, question, options, separator=separator)


@lru_cache(maxsize=4)
def _loaded_late(name: str, options: RetrievalOptions) -> Encoder:
    return load_late(name, options)
