"""Dense search: exact, by article, with ids that never shift."""

import numpy as np
import pytest
from toy_encoder import ToyEncoder

from retrieval.corpus import Document, make_corpus
from retrieval.dense import DenseRetriever
from retrieval.embeddings import EmbeddingStore, Window
from retrieval.options import PassageOptions
from retrieval.passage_table import PassageTable
from storage.schemas.errors import DamagedFile


def table_of(*doc_ids):
    return PassageTable(
        list(doc_ids), [f"{doc_id}#{row:05d}" for row, doc_id in enumerate(doc_ids)], [0] * len(doc_ids), [1] * len(doc_ids)
    )


class Given:
    """An encoder whose questions are vectors written as text."""

    name, dimension, multi, capacity = "given", 2, False, 100

    def encode_questions(self, questions):
        from retrieval.encoder import Encoded

        vectors = np.array([[float(x) for x in q.split()] for q in questions], np.float32)
        return Encoded(vectors, np.ones(len(questions), np.int32), np.zeros(len(questions), np.bool_))


def retriever(vectors, *doc_ids):
    return DenseRetriever(Window(table_of(*doc_ids), np.ones(len(doc_ids), np.int32), np.array(vectors, np.float32)), Given())


def names(ranking):
    return [hit.doc_id for hit in ranking]


def test_documents_by_their_best_inner_product():
    found = retriever([[1, 0], [0, 1], [3, 0], [0, 2]], "a", "b", "b", "c").search(["1 0", "0 1"], 3)
    assert [(h.doc_id, h.score) for h in found[0]] == [("b", 3.0), ("a", 1.0), ("c", 0.0)]
    assert names(found[1]) == ["c", "b", "a"]


def test_fewer_documents_than_asked_for_are_all_there_is():
    assert names(retriever([[1, 0]], "a").search(["1 0"], 10)[0]) == ["a"]


def test_many_passages_of_one_article_do_not_use_up_the_ranks():
    vectors = [[100 - i, 0] for i in range(200)] + [[1, 0], [2, 0]]
    found = retriever(vectors, *["long"] * 200, "x", "y").search(["1 0"], 3)
    assert names(found[0]) == ["long", "y", "x"]


def test_ties_at_the_cut_go_by_document_id_not_by_row():
    ids = [f"d{i:03d}" for i in reversed(range(100))]
    assert names(retriever([[1, 0]] * 100, *ids).search(["1 0"], 5)[0]) == [f"d{i:03d}" for i in range(5)]


def test_vectors_that_do_not_match_the_passages_are_refused():
    with pytest.raises(DamagedFile, match="1 vectors for 2 passages"):
        DenseRetriever(Window(table_of("a", "b"), np.ones(1, np.int32), np.ones((1, 2), np.float32)), Given())


def test_dropping_a_day_and_adding_one_leaves_every_article_its_own_id(tmp_path):
    encoder = ToyEncoder()
    store = EmbeddingStore(tmp_path, encoder, PassageOptions(size=16))
    day = {n: [Document(doc_id=f"day{n}-{i}", text=f"story {n} number {i} about subject{n}x{i}") for i in range(5)] for n in range(1, 7)}
    for days in (range(1, 6), range(2, 7)):
        documents = make_corpus(d for n in days for d in day[n]).documents
        store.ensure(documents)
        search = DenseRetriever(store.load(documents), encoder)
    for wanted in (*day[3], *day[6]):
        assert names(search.search([wanted.text], 1)[0]) == [wanted.doc_id]


def test_questions_that_the_encoder_cuts_are_counted(tmp_path):
    encoder = ToyEncoder(capacity=20)
    store = EmbeddingStore(tmp_path, encoder, PassageOptions(size=16))
    documents = make_corpus([Document(doc_id="a", text="a few words")]).documents
    store.ensure(documents)
    search = DenseRetriever(store.load(documents), encoder)
    search.search(["word " * 30, "short"], 1)
    assert search.cut_questions == 1
    assert search.search([], 3) == []
