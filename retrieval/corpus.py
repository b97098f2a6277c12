"""What is searched: documents with stable ids, and a corpus of them with a digest.

Rules for odd input, each counted in ``Corpus.left_out``: a document without any letter or digit in title and text is left out ("empty"); of
several documents with one id the last holds ("repeated_id"). Copies under different ids all stay: that a copy of the right
article counts as right is the business of the gold labels, not of the corpus.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from storage.schemas.ids import digest

_UNUSABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document. ``language`` is a code such as ``en``, or empty when it is not known."""

    doc_id: str
    text: str
    title: str = ""
    language: str = ""

    @property
    def digest(self) -> str:
        """Hex SHA-256 of what is searched: title, text, and the language whose rules split it."""
        return digest(self.title, self.text, self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Documents sorted by id, what was left out by reason, and the digest of ids and texts."""

    documents: tuple[Document, ...]
    digest: str
    left_out: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def language(self) -> str:
        """The language of most documents; empty when none says."""
        counts = Counter(d.language for d in self.documents if d.language)
        return min(counts, key=lambda code: (-counts[code], code)) if counts else ""


def make_corpus(documents: Iterable[Document]) -> Corpus:
    """A corpus by the rules above. Characters that no tool can take (NUL, lone surrogates) become a blank, so offsets stay."""
    left_out: Counter[str] = Counter()
    kept: dict[str, Document] = {}
    for document in documents:
        clean = _clean(document)
        if not any(map(str.isalnum, clean.title + clean.text)):
            left_out["empty"] += 1
            continue
        if clean.doc_id in kept:
            left_out["repeated_id"] += 1
        kept[clean.doc_id] = clean
    ordered = tuple(kept[doc_id] for doc_id in sorted(kept))
    parts = [part for d in ordered for part in (d.doc_id, d.digest)]
    return Corpus(documents=ordered, digest=digest(*parts), left_out=dict(left_out))


def _clean(document: Document) -> Document:
    if not (_UNUSABLE.search(document.text) or _UNUSABLE.search(document.title)):
        return document
    return Document(
        doc_id=document.doc_id, text=_UNUSABLE.sub(" ", document.text), title=_UNUSABLE.sub(" ", document.title), language=document.language
    )
