"""The FAISS option: fewer passages scored, and what that loses is known."""

import numpy as np
import pytest
from toy_encoder import ToyEncoder

from retrieval.corpus import Document, make_corpus
from retrieval.embeddings import EmbeddingStore
from retrieval.late_interaction import LateRetriever
from retrieval.options import PassageOptions, RetrievalOptions
from retrieval.ranking import Hit
from retrieval.token_candidates import TokenCandidates, recall_at


def test_passages_with_a_near_token_are_candidates():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((400, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    counts = np.full(40, 10, np.int32)
    rows = TokenCandidates(vectors, counts, probes=16).rows(vectors[[55, 203]], neighbours=1)
    assert list(rows) == [5, 20]


def test_recall_compares_with_exact_search():
    def ranking(*names):
        return tuple(Hit(name, 1.0, f"{name}#0", 0, 1) for name in names)

    exact = [ranking("a", "b"), ranking("c"), ()]
    assert recall_at(2, exact, exact) == 1.0
    assert recall_at(2, [ranking("b", "x"), (), ranking("z")], exact) == pytest.approx((0.5 + 0 + 1) / 3)
    assert recall_at(1, [], []) == 1.0


def test_the_option_finds_what_exact_search_finds_on_a_small_corpus(tmp_path):
    encoder = ToyEncoder(multi=True)
    store = EmbeddingStore(tmp_path, encoder, PassageOptions(size=16))
    documents = make_corpus(Document(doc_id=f"a{i:02d}", text=f"word{i} word{i + 1} common filler text") for i in range(60)).documents
    store.ensure(documents)
    window = store.load(documents)
    questions = [f"word{i} common" for i in range(0, 60, 7)]
    exact = LateRetriever(window, encoder, RetrievalOptions()).search(questions, 2)
    faiss = LateRetriever(window, encoder, RetrievalOptions(candidates="faiss", probes=64)).search(questions, 2)
    assert recall_at(2, faiss, exact) == 1.0
