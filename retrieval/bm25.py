"""BM25 (Robertson and Zaragoza, 2009) by Lucene, driven as Anserini drives it (Yang, Fang and Lin, JDIQ 2018).

Building is one at a time: four threads that built an index each in one Java machine left 34 of 80 indexes empty, without any error. So
there is a lock, and the number of documents is compared with what was given. Searching from several threads is sound.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from retrieval.analysers import index_arguments, prepare, set_analyser
from retrieval.jvm import java_class
from retrieval.progress import Progress, silent
from storage.schemas.errors import DamagedFile

_BATCH = 500
_building = threading.Lock()

Found = list[tuple[int, float]]
"""Rows and scores, best first; equal scores by row."""


def build_lucene(folder: Path, texts: Sequence[str], *, analyser: str, threads: int, progress: Progress = silent) -> None:
    """Index the texts under their positions into ``folder``. A text without a word takes its place but is never found.

    The Java machine must run. DamagedFile when Lucene holds another number of documents than it was given.
    """
    document = java_class("io.anserini.collection.JsonCollection$Document")
    arguments = ["-collection", "JsonCollection", "-input", "", "-index", str(folder), "-threads", str(threads), *index_arguments(analyser)]
    given = 0
    with _building:
        indexer = java_class("io.anserini.index.SimpleIndexer")(arguments)
        try:
            for first in range(0, len(texts), _BATCH):
                prepared = ((row, prepare(analyser, text)) for row, text in enumerate(texts[first : first + _BATCH], first))
                batch = [document.fromFields(f"{row:08d}", text) for row, text in prepared if text.strip()]
                given += len(batch)
                if batch:
                    indexer.addJsonDocuments(batch)
                progress("indexing", min(first + _BATCH, len(texts)), len(texts))
        finally:
            indexer.close()
        if given:
            _check(folder, given)


def _check(folder: Path, given: int) -> None:
    held = lucene_documents(folder)
    if held != given:
        raise DamagedFile(f"Lucene kept {held} of {given} passages", where=str(folder), todo="Build the index again")


def lucene_documents(folder: Path) -> int:
    """How many documents an index holds."""
    searcher = LuceneSearcher(folder, analyser="en", k1=0.9, b=0.4)
    try:
        return searcher.documents
    finally:
        searcher.close()


@cache
def _writer() -> Any:
    """Java's Jackson: one text for all hits is fifty times faster across the border than each hit's fields."""
    mapper = java_class("com.fasterxml.jackson.databind.ObjectMapper")()
    stored = java_class("java.lang.Class").forName("org.apache.lucene.document.Document")
    mapper.configOverride(stored).setIsIgnoredType(java_class("java.lang.Boolean")(True))
    return mapper


class LuceneSearcher:
    """A built index, open for searching. DamagedFile when Lucene cannot read it."""

    def __init__(self, folder: Path, *, analyser: str, k1: float, b: float) -> None:
        from jnius import JavaException

        self._analyser = analyser
        try:
            self._java: Any = java_class("io.anserini.search.SimpleSearcher")(str(folder))
        except JavaException as error:
            raise DamagedFile(f"Lucene cannot read this index ({error})", where=str(folder), todo="Build the index again") from error
        self._java.set_bm25(k1, b)
        set_analyser(self._java, analyser)
        self.documents = int(self._java.get_total_num_docs())

    def search(self, questions: Sequence[str], depth: int, threads: int) -> list[Found]:
        """The best ``depth`` rows for each question, as they match at least one word of it."""
        if not questions:
            return []
        array = java_class("java.util.ArrayList")
        texts, names = array(), array()
        for number, question in enumerate(questions):
            texts.add(prepare(self._analyser, question))
            names.add(str(number))
        found: list[Found] = [[] for _ in questions]
        hits = self._java.batch_search(texts, names, depth, threads)
        for number, own in orjson.loads(_writer().writeValueAsString(hits)).items():
            found[int(number)] = [(int(hit["docid"]), hit["score"]) for hit in own]
        return found

    def close(self) -> None:
        """Free the files."""
        self._java.close()
