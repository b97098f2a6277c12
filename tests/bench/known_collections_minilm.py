"""MiniLM on CACM and SciFact through the dense and the late-interaction path, whole documents and passages: the figures of docs/retrieval.md.

    python tests/bench/known_collections_minilm.py [--collections cacm scifact] [--ways dense late] [--keep FOLDER] [--reference 20]

For late interaction the first ten documents of some topics are compared with a plain reference: NumPy in fp32 over every stored token vector,
document by document. Minutes for CACM, an hour or more for SciFact on two cores; with ``--keep`` embeddings survive, and a second run
goes on where the first was stopped. Needs the folder of real inputs beside the checkout.
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from known_collections import FOLDER, collection

from retrieval.checkpoints import MINILM
from retrieval.corpus import Corpus
from retrieval.embedded_method import EmbeddedMethod, dense, late
from retrieval.embeddings import EmbeddingStore
from retrieval.index_folder import build_index, open_index
from retrieval.measures import per_question
from retrieval.options import PassageOptions, RetrievalOptions
from retrieval.ranking import Ranking, best_passages
from retrieval.token_candidates import recall_at

MEASURES = {"cacm": ("AP", "P@30", "nDCG@10", "RR@10"), "scifact": ("nDCG@10", "R@100", "Success@10", "RR@10")}
DEPTH = {"cacm": 1000, "scifact": 100}
SMALL = 500_000  # token vectors up to which the FAISS option is tried as well


def main() -> int:
    """Run and print; 1 when late interaction differs from its reference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collections", nargs="+", choices=list(MEASURES), default=list(MEASURES))
    parser.add_argument("--ways", nargs="+", choices=["dense", "late"], default=["dense", "late"])
    parser.add_argument("--keep", type=Path, help="folder for indexes and embeddings; default: a temporary one")
    parser.add_argument("--reference", type=int, default=20, help="topics compared with the plain reference")
    args = parser.parse_args()
    same = True
    with folder_of(args.keep) as folder:
        for name in args.collections:
            corpus, topics, gold = collection(FOLDER, name)
            asked = {question: topics[question] for question in topics if question in gold}
            for way in args.ways:
                for whole in (True, False):
                    same &= measured(name, corpus, asked, gold, way=way, whole=whole, folder=folder, reference=args.reference)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB")
    return 0 if same else 1


@contextlib.contextmanager
def folder_of(keep: Path | None) -> Iterator[Path]:
    """The folder to keep, or one that goes."""
    if keep is not None:
        yield keep
        return
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def measured(
    name: str, corpus: Corpus, topics: dict[str, str], gold: dict[str, set[str]], *, way: str, whole: bool, folder: Path, reference: int
) -> bool:
    """Print one line of figures; whether late interaction equals its reference."""
    options = RetrievalOptions(offline=True, passages=PassageOptions(whole=whole))
    method = {"dense": dense, "late": late}[way](MINILM, options)
    places = {"indexes": folder / name / "indexes", "embeddings": folder / name / "embeddings"}
    start = time.perf_counter()
    built = build_index(method, corpus, **places)
    building = time.perf_counter() - start
    retriever: Any = open_index(method, corpus, **places)
    start = time.perf_counter()
    rankings = dict(zip(topics, retriever.search(list(topics.values()), DEPTH[name]), strict=True))
    searching = time.perf_counter() - start
    values = per_question(rankings, {question: gold[question] for question in topics}, list(MEASURES[name]))
    figures = ", ".join(f"{measure} {sum(own.values()) / len(own):.4f}" for measure, own in values.items())
    counts = built.counts
    print(
        f"{name} {way} {'whole' if whole else 'passages'}: {figures}; {counts['passages']} passages, {counts.get('cut_passages', 0)} cut, "
        f"{counts['vectors']:,} vectors, {retriever.cut_questions} of {len(topics)} topics cut; built in {building:.0f} s, "
        f"searched in {searching:.1f} s",
        flush=True,
    )
    if way != "late":
        return True
    chosen = list(topics)[:reference]
    wanted = plain_reference(method, corpus, [topics[question] for question in chosen], places["embeddings"], options)
    equal = sum(
        [hit.doc_id for hit in rankings[question][:10]] == [hit.doc_id for hit in right]
        for question, right in zip(chosen, wanted, strict=True)
    )
    print(f"  equal to the plain reference in its first ten for {equal} of {len(chosen)} topics", flush=True)
    if counts["vectors"] <= SMALL:
        faiss = late(MINILM, options.model_copy(update={"candidates": "faiss"}))
        start = time.perf_counter()
        build_index(faiss, corpus, **places)
        candidates = open_index(faiss, corpus, **places)
        opening = time.perf_counter() - start
        found = candidates.search(list(topics.values()), 10)
        print(f"  FAISS candidates: recall@10 {recall_at(10, found, list(rankings.values())):.3f}, opened in {opening:.0f} s", flush=True)
    return equal == len(chosen)


def plain_reference(method: EmbeddedMethod, corpus: Corpus, questions: list[str], embeddings: Path, options: RetrievalOptions) -> list[Ranking]:
    """The first ten documents by the formula: for each token of the question its best match in a passage, summed; the best passage counts."""
    window = EmbeddingStore(embeddings, method.encoder, options.passages).load(corpus.documents)
    ends = np.cumsum(window.counts)
    encoded = method.encoder.encode_questions(questions)
    matrices = [encoded.of(i) for i in range(len(questions))]
    scored: list[list[tuple[int, float]]] = [[] for _ in questions]
    for row, (end, count) in enumerate(zip(ends, window.counts, strict=True)):
        tokens = window.vectors[end - count : end].astype(np.float32)
        for own, matrix in zip(scored, matrices, strict=True):
            own.append((row, float((matrix @ tokens.T).max(axis=1).sum())))
    return [best_passages((window.table.hit(row, score) for row, score in own), 10) for own in scored]


if __name__ == "__main__":
    raise SystemExit(main())
