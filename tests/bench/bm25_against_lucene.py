"""BM25 through okbench against Lucene driven bare: building and searching, in turns.

    python tests/bench/bm25_against_lucene.py [--articles 5000] [--questions 2350] [--rounds 3]

Articles of about 620 words of a Zipf vocabulary, questions of 12. Both sides index whole articles and take the best ten. Bare: Anserini's indexer
and searcher called through pyjnius, hits read field by field. Ours: locks, document counts, digests, synced files and a manifest as well, hits
as objects. Aim: within 1.2 times for each. The first round warms the Java machine up and is not counted. Shown beside: ours in passages.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from retrieval.bm25_method import Bm25Method
from retrieval.corpus import Corpus, Document, make_corpus
from retrieval.index_folder import build_index, open_index
from retrieval.jvm import java_class, start_jvm
from retrieval.options import JavaOptions, PassageOptions, RetrievalOptions
from retrieval.threads import thread_count


def main() -> int:
    """Run and print; 1 when an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--articles", type=int, default=5000)
    parser.add_argument("--questions", type=int, default=2350)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    corpus, questions = made(args.articles, args.questions)
    start_jvm(JavaOptions())
    times: dict[str, list[float]] = {}
    for _ in range(args.rounds + 1):
        scratch = Path(tempfile.mkdtemp())
        bare_top, ours_top = bare(corpus, questions, scratch / "bare", times), ours(corpus, questions, scratch / "ours", times, whole=True)
        ours(corpus, questions, scratch / "passages", times, whole=False)
        shutil.rmtree(scratch)
    same = np.mean([a == b for a, b in zip(bare_top, ours_top, strict=True)])
    middle = {name: statistics.median(values[1:]) for name, values in times.items()}
    print(
        f"{len(corpus)} articles, {len(questions)} questions, {thread_count(0)} threads, median of {args.rounds} rounds after one to warm up"
    )
    for name, seconds in middle.items():
        print(f"{name:16} {seconds:6.2f} s")
    build, search = middle["build, ours"] / middle["build, bare"], middle["search, ours"] / middle["search, bare"]
    print(f"build {build:.2f}, search {search:.2f} times bare Lucene (aim 1.2); the same ten articles for {same:.1%} of questions")
    return 0 if build <= 1.2 and search <= 1.2 and same == 1.0 else 1


def made(articles: int, questions: int) -> tuple[Corpus, list[str]]:
    """A corpus and questions by a seed."""
    rng = np.random.default_rng(7)
    vocabulary = np.array([f"w{number:x}q" for number in range(60_000)])

    def text(words: int) -> str:
        drawn = vocabulary[np.minimum(rng.zipf(1.25, words), len(vocabulary)) - 1]
        return " ".join(" ".join(drawn[i : i + 20]) + "." for i in range(0, words, 20))

    lengths = np.clip(rng.normal(620, 200, articles), 60, 3000).astype(int)
    documents = [Document(doc_id=f"a{i:06d}", text=text(n), language="en") for i, n in enumerate(lengths)]
    asked = []
    for i in rng.integers(0, articles, questions):
        words = documents[i].text.split()
        asked.append(" ".join(words[j] for j in rng.integers(0, len(words), 12)))
    return make_corpus(documents), asked


def bare(corpus: Corpus, questions: list[str], folder: Path, times: dict[str, list[float]]) -> list[list[str]]:
    """Lucene with nothing around it; the ids found."""
    indexer_class = java_class("io.anserini.index.SimpleIndexer")
    document, array = java_class("io.anserini.collection.JsonCollection$Document"), java_class("java.util.ArrayList")
    start = time.perf_counter()
    indexer = indexer_class(str(folder), False, thread_count(0))
    for first in range(0, len(corpus), 500):
        indexer.addJsonDocuments([document.fromFields(d.doc_id, d.text) for d in corpus.documents[first : first + 500]])
    indexer.close()
    times.setdefault("build, bare", []).append(time.perf_counter() - start)
    searcher = java_class("io.anserini.search.SimpleSearcher")(str(folder))
    searcher.set_bm25(0.9, 0.4)
    start = time.perf_counter()
    texts, names = array(), array()
    for number, question in enumerate(questions):
        texts.add(question)
        names.add(str(number))
    found: list[list[str]] = [[] for _ in questions]
    for entry in searcher.batch_search(texts, names, 10, thread_count(0)).entrySet().toArray():
        found[int(entry.getKey())] = [(hit.docid, hit.score)[0] for hit in entry.getValue()]
    times.setdefault("search, bare", []).append(time.perf_counter() - start)
    searcher.close()
    return found


def ours(corpus: Corpus, questions: list[str], folder: Path, times: dict[str, list[float]], *, whole: bool) -> list[list[str]]:
    """The method as okbench runs it; the ids found."""
    method, name = Bm25Method(RetrievalOptions(passages=PassageOptions(whole=whole))), "ours" if whole else "passages"
    start = time.perf_counter()
    build_index(method, corpus, indexes=folder, embeddings=folder)
    times.setdefault(f"build, {name}", []).append(time.perf_counter() - start)
    retriever = open_index(method, corpus, indexes=folder, embeddings=folder)
    start = time.perf_counter()
    rankings = retriever.search(questions, 10)
    times.setdefault(f"search, {name}", []).append(time.perf_counter() - start)
    retriever.close()  # type: ignore[attr-defined]
    return [[hit.doc_id for hit in ranking] for ranking in rankings]


if __name__ == "__main__":
    raise SystemExit(main())
