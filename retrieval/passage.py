"""A passage: a stretch of one document, with its place in it and the document's title.

``passage_id`` is the document's id, ``#`` and a number of fixed width, so that passages sort as their documents do and in the order of
the text.
"""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.corpus import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """``text`` is ``document.text[start:end]``; ``title`` the document's title, shortened where it would fill the passage."""

    passage_id: str
    doc_id: str
    title: str
    text: str
    start: int
    end: int


def make_passage(document: Document, number: int, start: int, end: int, title: str | None = None) -> Passage:
    """Passage ``number`` of a document, of its text from ``start`` to ``end``."""
    return Passage(
        passage_id=passage_id(document.doc_id, number),
        doc_id=document.doc_id,
        title=document.title if title is None else title,
        text=document.text[start:end],
        start=start,
        end=end,
    )


def passage_id(doc_id: str, number: int) -> str:
    """``a1#00003``."""
    return f"{doc_id}#{number:05d}"


def whole(document: Document) -> Passage:
    """The document as a single passage."""
    return make_passage(document, 0, 0, len(document.text))
