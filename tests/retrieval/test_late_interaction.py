"""Late interaction: documents by their best passage, exactly."""

import numpy as np
import pytest
from known_collections import collection
from toy_encoder import ToyEncoder

from retrieval.corpus import Document, make_corpus
from retrieval.embeddings import EmbeddingStore
from retrieval.late_encoder import load_late
from retrieval.late_interaction import LateRetriever
from retrieval.options import PassageOptions, RetrievalOptions
from retrieval.ranking import best_passages
from retrieval.token_candidates import TokenCandidates


def retriever(tmp_path, documents, capacity=40):
    encoder = ToyEncoder(multi=True, capacity=capacity)
    store = EmbeddingStore(tmp_path, encoder, PassageOptions(size=16))
    kept = make_corpus(documents).documents
    store.ensure(kept)
    return LateRetriever(store.load(kept), encoder, RetrievalOptions()), store, kept, encoder


def test_documents_rank_as_the_formula_over_their_passages_says(tmp_path):
    rng = np.random.default_rng(0)
    words = [f"w{i}" for i in range(60)]
    documents = [Document(doc_id=f"a{i:03d}", text=". ".join(" ".join(rng.choice(words, 6)) for _ in range(6)) + ".") for i in range(150)]
    search, store, kept, encoder = retriever(tmp_path, documents)
    questions = [" ".join(rng.choice(words, 5)) for _ in range(10)]
    passages, _ = store.split(kept)
    encoded = encoder.encode_passages(passages)
    asked = encoder.encode_questions(questions)
    for number, found in enumerate(search.search(questions, 10)):
        question = asked.of(number)
        best: dict[str, float] = {}
        for i, passage in enumerate(passages):
            vectors = encoded.of(i).astype(np.float16).astype(np.float32)
            best[passage.doc_id] = max(best.get(passage.doc_id, -9.0), float((question @ vectors.T).max(axis=1).sum()))
        scores = [best[hit.doc_id] for hit in found]
        assert np.allclose(scores, sorted(best.values(), reverse=True)[:10], atol=1e-4)
        assert np.allclose([hit.score for hit in found], scores, atol=1e-4)


def test_what_faiss_candidates_miss_is_known_and_exact_search_misses_nothing(tmp_path, monkeypatch):
    documents = [Document(doc_id=f"a{i:03d}", text=f"topic{i} and filler{i % 7} text") for i in range(60)]
    search, store, kept, encoder = retriever(tmp_path, documents)
    questions = [f"topic{i} filler{i % 7}" for i in range(0, 60, 9)]
    assert search.recall(questions, 10) == 1.0
    monkeypatch.setattr(TokenCandidates, "rows", lambda self, question: np.arange(30))
    few = LateRetriever(store.load(kept), encoder, RetrievalOptions(candidates="faiss"))
    assert 0.2 < few.recall(questions, 10) < 0.8
    assert few.recall([], 10) == 1.0


def test_copies_tie_and_go_by_document_id(tmp_path):
    search, *_ = retriever(tmp_path, [Document(doc_id=f"d{i:03d}", text="the very same words") for i in reversed(range(100))])
    assert [hit.doc_id for hit in search.search(["same words"], 3)[0]] == ["d000", "d001", "d002"]


def test_long_questions_are_counted_and_none_give_none(tmp_path):
    search, *_ = retriever(tmp_path, [Document(doc_id="a", text="words")], capacity=20)
    search.search(["word " * 30], 1)
    assert search.cut_questions == 1
    assert search.search([], 3) == []


@pytest.mark.world
@pytest.mark.slow
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "passages"])
def test_minilm_on_real_abstracts_ranks_as_the_plain_formula_says(tmp_path, collections, whole):
    corpus, topics, _ = collection(collections, "cacm")
    kept = corpus.documents[::60]
    options = RetrievalOptions(offline=True, passages=PassageOptions(whole=whole, size=64))
    encoder = load_late("all-MiniLM-L6-v2", options)
    store = EmbeddingStore(tmp_path, encoder, options.passages)
    store.ensure(kept)
    window = store.load(kept)
    questions = list(topics.values())[:5]
    asked, ends = encoder.encode_questions(questions), np.cumsum(window.counts)
    for number, found in enumerate(LateRetriever(window, encoder, options).search(questions, 10)):
        tokens = [window.vectors[end - count : end].astype(np.float32) for end, count in zip(ends, window.counts, strict=True)]
        scored = [window.table.hit(row, float((asked.of(number) @ own.T).max(axis=1).sum())) for row, own in enumerate(tokens)]
        assert [hit.doc_id for hit in found] == [hit.doc_id for hit in best_passages(scored, 10)]
