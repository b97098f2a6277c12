"""BM25 as a retrieval method: passages counted in words, indexed by Lucene."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from retrieval.analysers import analyser_for
from retrieval.bm25 import LuceneSearcher, build_lucene
from retrieval.corpus import Corpus
from retrieval.jvm import choose_java, start_jvm
from retrieval.method import Estimate, Place
from retrieval.options import RetrievalOptions
from retrieval.passage import Passage
from retrieval.passage_table import PassageTable
from retrieval.progress import Progress
from retrieval.ranking import Ranking, best_passages
from retrieval.splitting import split_documents
from retrieval.threads import thread_count
from storage.schemas.errors import DamagedFile

_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def bm25(argument: str, options: RetrievalOptions) -> Bm25Method:
    """The entry point: ``bm25``, or ``bm25:de`` for another language's analyser."""
    return Bm25Method(options if not argument else options.model_copy(update={"language": argument}))


def count_words(texts: Sequence[str]) -> list[int]:
    """Words of each text; in scripts without spaces each character is one."""
    return [len(text.split()) if text.isascii() else len(_UNSPACED.sub(" x ", text).split()) for text in texts]


def contents(passage: Passage) -> str:
    """What is indexed of a passage: its title, then its text."""
    return f"{passage.title} {passage.text}" if passage.title else passage.text


class Bm25Method:
    """BM25 with the settings of ``options``."""

    label = "bm25"

    def __init__(self, options: RetrievalOptions) -> None:
        self.options = options

    def identity(self, corpus: Corpus) -> Mapping[str, Any]:
        """k1, b, analyser and how documents are split."""
        o = self.options
        analyser = analyser_for(o.language or corpus.language)
        return {"method": "bm25", "version": 1, "k1": o.k1, "b": o.b, "analyser": analyser, "passages": o.passages.model_dump()}

    def check(self) -> None:
        """Choose the Java, without starting it."""
        choose_java(self.options.java)

    def estimate(self, corpus: Corpus, place: Place) -> Estimate | None:
        """None: thousands of articles take seconds."""
        return None

    def build(self, corpus: Corpus, place: Place, progress: Progress) -> Mapping[str, int]:
        """Split and index the corpus."""
        start_jvm(self.options.java)
        passages, report = split_documents(corpus.documents, options=self.options.passages, count=count_words)
        PassageTable.of(passages).write(place.folder)
        analyser = self.identity(corpus)["analyser"]
        threads = thread_count(self.options.threads)
        build_lucene(place.folder / "lucene", [contents(p) for p in passages], analyser=analyser, threads=threads, progress=progress)
        return asdict(report)

    def load(self, corpus: Corpus, place: Place) -> Bm25Retriever:
        """Open the index."""
        start_jvm(self.options.java)
        table = PassageTable.read(place.folder)
        analyser = self.identity(corpus)["analyser"]
        searcher = LuceneSearcher(place.folder / "lucene", analyser=analyser, k1=self.options.k1, b=self.options.b)
        if searcher.documents > len(table):
            searcher.close()
            raise DamagedFile(
                f"Lucene holds {searcher.documents} passages, the list {len(table)}", where=str(place.folder), todo="Build the index again"
            )
        return Bm25Retriever(searcher, table, thread_count(self.options.threads))


class Bm25Retriever:
    """An open BM25 index."""

    def __init__(self, searcher: LuceneSearcher, table: PassageTable, threads: int) -> None:
        self._searcher, self._table, self._threads = searcher, table, threads
        self._several = len(set(table.doc_ids)) < len(table)

    def search(self, questions: Sequence[str], k: int) -> list[Ranking]:
        """The best ``k`` documents for each question; fewer when fewer share a word with it."""
        rankings: list[Ranking] = [()] * len(questions)
        open_ones = list(range(len(questions)))
        depth = 3 * k if self._several else k
        while open_ones:
            found = self._searcher.search([questions[i] for i in open_ones], depth, self._threads)
            again: list[int] = []
            for i, rows in zip(open_ones, found, strict=True):
                # Rows are in the order of documents, so Lucene's order by score, then row, is already the rule for ties.
                rankings[i] = best_passages((self._table.hit(row, score) for row, score in rows), k)
                if len(rankings[i]) < k and len(rows) == depth:
                    again.append(i)
            open_ones, depth = again, depth * 4
        return rankings

    def close(self) -> None:
        """Free the index's files."""
        self._searcher.close()
