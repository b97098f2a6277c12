"""What a retrieval method is to okbench: something that builds an index of a corpus in a folder, and loads it to search.

Your own method implements ``Method`` and ``Retriever`` and registers a function that makes it under the entry-point group
``okbench.retrievers``; docs/retrieval.md has an example. Locks, manifests, digests and the refusal of stale indexes are not its business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from retrieval.corpus import Corpus, Document
from retrieval.progress import Progress
from retrieval.ranking import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a method keeps things: ``folder`` belongs to one index alone, ``embeddings`` is shared by all indexes."""

    folder: Path
    embeddings: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a build will cost: passages to embed, those embedded already, and seconds expected on this machine."""

    new_documents: int
    known_documents: int
    new_passages: int
    seconds: float


class Retriever(Protocol):
    """An index, open for searching. An attribute ``cut_questions``, where there is one, counts questions that it saw only in part."""

    def search(self, questions: Sequence[str], k: int) -> list[Ranking]:
        """At most ``k`` documents for each question, best first, each once; equal scores by document id."""
        ...


class Method(Protocol):
    """A retrieval method with its settings.

    label: what tables call it; with a model, the model's true name is part of it.
    """

    label: str

    def identity(self, corpus: Corpus) -> Mapping[str, Any]:
        """All that an index of the corpus depends on beside its documents (JSON values); another identity makes another index."""
        ...

    def estimate(self, corpus: Corpus, place: Place) -> Estimate | None:
        """What building will cost; None when it is a matter of seconds."""
        ...

    def build(self, corpus: Corpus, place: Place, progress: Progress) -> Mapping[str, int]:
        """Write the index into ``place.folder``, which is empty. Counts worth reporting, such as passages and cut characters."""
        ...

    def load(self, corpus: Corpus, place: Place) -> Retriever:
        """Open what ``build`` wrote for the same corpus and identity."""
        ...


@runtime_checkable
class Checking(Protocol):
    """What a method has beside when something that it needs may be missing on this machine."""

    def check(self) -> None:
        """Raise now what a build or search would raise later: NotInstalled, BadConfig."""
        ...


@runtime_checkable
class Embedding(Protocol):
    """What a method has beside when its indexes need something outside of their folders that is made document by document."""

    def missing(self, corpus: Corpus, place: Place) -> Sequence[Document]:
        """The documents for which it is not there."""
        ...

    def embed(self, corpus: Corpus, place: Place, progress: Progress) -> None:
        """Make it where it is missing."""
        ...


@runtime_checkable
class Approximate(Protocol):
    """What a retriever has beside when it may miss what exact search would find."""

    def recall(self, questions: Sequence[str], k: int) -> float:
        """Share of the first ``k`` documents of exact search that it finds, over some questions; 1 when it is exact."""
        ...
