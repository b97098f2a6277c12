"""What a new day costs on a window of ten: building the new window's index against embedding the new day's articles alone.

    python tests/bench/retrieval_increment.py [--articles 400] [--days 10] [--rounds 2] [--kinds dense late]

Articles of about 620 words, MiniLM in passages. The days before are in the store already, under vectors made by a seed: reading and joining them
costs the same whatever they say. Each round adds a day: bare is the library's own encoding of its passages and nothing else; ours splits,
embeds, stores, digests, seals and lists the window of the last ten days. They take turns. Aim: ratio under 1.15.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from retrieval.checkpoints import MINILM
from retrieval.corpus import Corpus, Document, make_corpus
from retrieval.embedded_method import EmbeddedMethod, dense, late
from retrieval.encoder import Encoded, Encoder
from retrieval.index_folder import build_index, open_index
from retrieval.options import RetrievalOptions
from retrieval.passage import Passage
from retrieval.splitting import split_documents

OPTIONS = RetrievalOptions(offline=True)


def main() -> int:
    """Run and print; 1 when the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--articles", type=int, default=400)
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", choices=["dense", "late"], default=["dense", "late"])
    args = parser.parse_args()
    ratios = [bench(kind, args.articles, args.days, args.rounds) for kind in args.kinds]
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB")
    return 0 if max(ratios) < 1.15 else 1


def bench(kind: str, articles: int, days: int, rounds: int) -> float:
    """The ratio of one kind, printed."""
    method = {"dense": dense, "late": late}[kind](MINILM, OPTIONS)
    history = [day(method.encoder, number, articles) for number in range(days + rounds)]
    bare_times, own_times, open_times = [], [], []
    bare_work = own_work = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        places = {"indexes": Path(scratch) / "indexes", "embeddings": Path(scratch) / "embeddings"}
        seeded = EmbeddedMethod(method.kind, method.label, lambda: Made(method.encoder), OPTIONS)
        build_index(seeded, joined(history[:days]), **places)
        for number in range(days, days + rounds):
            new, window = history[number], joined(history[number - days + 1 : number + 1])
            passages, _ = split_documents(new, options=OPTIONS.passages, count=method.encoder.count_tokens, capacity=method.encoder.capacity)
            start, worked = time.perf_counter(), time.process_time()
            bare(method.encoder, kind, passages)
            bare_times.append(time.perf_counter() - start)
            bare_work += time.process_time() - worked
            start, worked = time.perf_counter(), time.process_time()
            built = build_index(method, window, **places)
            own_times.append(time.perf_counter() - start)
            own_work += time.process_time() - worked
            if (built.counts["new_documents"], built.counts["known_documents"]) != (articles, articles * (days - 1)):
                raise SystemExit(f"the build embedded {built.counts['new_documents']} articles, not {articles}")
            start = time.perf_counter()
            open_index(method, window, **places)
            open_times.append(time.perf_counter() - start)
    ratio = sum(own_times) / sum(bare_times)
    print(
        f"{method.label}: {articles} new articles ({len(passages)} passages) on a window of {articles * days}: bare embedding "
        f"{statistics.mean(bare_times):.1f} s, the new window's index {statistics.mean(own_times):.1f} s, ratio {ratio:.3f} (aim 1.15); "
        f"processor time {bare_work:.1f} and {own_work:.1f} s, ratio {own_work / bare_work:.3f}; opening it {statistics.mean(open_times):.1f} s"
    )
    return ratio


class Made:
    """The identity and counts of an encoder with vectors from a seed: fills the days before the one that is measured."""

    multi: bool

    def __init__(self, real: Encoder) -> None:
        self._real, self._rng = real, np.random.default_rng(3)
        self.name, self.dimension, self.multi, self.capacity = real.name, real.dimension, real.multi, real.capacity
        self.identity, self.count_tokens, self.encode_questions = real.identity, real.count_tokens, real.encode_questions

    def encode_passages(self, passages: Sequence[Passage]) -> Encoded:
        """Vectors from the seed, as many as the real encoder would give."""
        counts = [1] * len(passages)
        if self.multi:
            counts = [n + 2 for n in self.count_tokens([f"{p.title} {p.text}" for p in passages])]
        vectors = self._rng.standard_normal((sum(counts), self.dimension), np.float32)
        return Encoded(vectors, np.array(counts, np.int32), np.zeros(len(passages), np.bool_))


def day(encoder: Encoder, number: int, articles: int) -> list[Document]:
    """Articles of one day by a seed: lower-case words of the encoder's own vocabulary, drawn by Zipf, in sentences of 20."""
    rng = np.random.default_rng(number)
    words = np.array(sorted(word for word in vocabulary(encoder) if word.isascii() and word.isalpha() and len(word) > 2))
    rng_words = words[np.random.default_rng(1).permutation(len(words))]

    def text(length: int) -> str:
        drawn = rng_words[np.minimum(rng.zipf(1.25, length), len(words)) - 1]
        return " ".join(" ".join(drawn[i : i + 20]).capitalize() + "." for i in range(0, length, 20))

    lengths = np.clip(rng.normal(620, 200, articles), 60, 3000).astype(int)
    return [Document(doc_id=f"d{number:02d}a{i:04d}", title=text(9)[:-1], text=text(n), language="en") for i, n in enumerate(lengths)]


def vocabulary(encoder: Any) -> list[str]:
    """The words that the encoder's tokenizer knows whole."""
    model = encoder._passages if hasattr(encoder, "_passages") else encoder._model
    return list(model.tokenizer.get_vocab())


def joined(days: Sequence[Sequence[Document]]) -> Corpus:
    """A window."""
    return make_corpus(document for one in days for document in one)


def bare(encoder: Any, kind: str, passages: Sequence[Passage]) -> None:
    """The library's own encoding of all texts, which sorts them by length itself."""
    texts = [f"{p.title} {p.text}" for p in passages]
    model = encoder._passages if kind == "dense" else encoder._model
    model.encode_document(texts, batch_size=OPTIONS.batch, show_progress_bar=False)


if __name__ == "__main__":
    raise SystemExit(main())
