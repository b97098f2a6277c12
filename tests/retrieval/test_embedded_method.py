"""Embedded methods: one store for all windows, an estimate first, stale things refused."""

import shutil

import pytest
from toy_encoder import ToyEncoder

from retrieval.corpus import Document, make_corpus
from retrieval.embedded_method import EmbeddedMethod
from retrieval.index_folder import build_index, index_place, open_index
from retrieval.options import PassageOptions, RetrievalOptions
from storage.schemas.errors import NotFound, StaleIndex

OPTIONS = RetrievalOptions(passages=PassageOptions(size=16))


def method(kind="dense", encoder=None):
    encoder = encoder or ToyEncoder(multi=kind == "late")
    return EmbeddedMethod(kind, f"{kind}:toy", lambda: encoder, OPTIONS)


def corpus(numbers):
    return make_corpus(Document(doc_id=f"a{i}", title=f"Story {i}", text=f"Something about topic{i} happened. " * 5) for i in numbers)


@pytest.fixture
def places(tmp_path):
    return {"indexes": tmp_path / "indexes", "embeddings": tmp_path / "embeddings"}


@pytest.mark.parametrize("kind", ["dense", "late"])
def test_windows_share_embeddings_and_each_finds_its_own(places, kind):
    one = method(kind)
    large = build_index(one, corpus(range(10)), **places)
    before = one.encoder.encoded
    small = build_index(one, corpus(range(7, 10)), **places)
    assert one.encoder.encoded == before
    assert (large.counts["new_documents"], small.counts["new_documents"], small.counts["known_documents"]) == (10, 0, 3)
    for numbers, wanted in ((range(10), "a2"), (range(7, 10), "a8")):
        found = open_index(one, corpus(numbers), **places).search([f"topic{wanted[1]}"], 3)[0]
        assert found[0].doc_id == wanted


def test_embeddings_that_were_deleted_are_made_again_by_the_next_build(places):
    one = method()
    build_index(one, corpus(range(4)), **places)
    (part,) = places["embeddings"].glob("*/*/part-*")
    shutil.rmtree(part)
    with pytest.raises(NotFound, match="okbench indexes build"):
        open_index(one, corpus(range(4)), **places)
    assert not build_index(one, corpus(range(4)), **places).fresh
    assert open_index(one, corpus(range(4)), **places).search(["topic2"], 1)[0][0].doc_id == "a2"


def test_the_estimate_counts_what_is_new_before_anything_long_begins(places):
    one = method()
    build_index(one, corpus(range(4)), **places)
    place = index_place(one, corpus(range(10)), **places)
    estimate = one.estimate(corpus(range(10)), place)
    assert (estimate.new_documents, estimate.known_documents) == (6, 4)
    assert estimate.new_passages >= 6
    assert estimate.seconds > 0
    nothing = one.estimate(corpus(range(4)), place)
    assert (nothing.new_passages, nothing.seconds) == (0, 0.0)


def test_a_changed_encoder_of_the_same_name_is_refused(places):
    build_index(method(encoder=ToyEncoder(version=1)), corpus(range(3)), **places)
    with pytest.raises(StaleIndex, match="encoder"):
        open_index(method(encoder=ToyEncoder(version=2)), corpus(range(3)), **places)


def test_the_label_needs_no_model_and_the_encoder_is_loaded_once():
    loaded = []
    one = EmbeddedMethod("dense", "dense:toy", lambda: loaded.append(1) or ToyEncoder(), OPTIONS)
    assert (one.label, loaded) == ("dense:toy", [])
    one.identity(corpus(range(1)))
    one.identity(corpus(range(2)))
    assert loaded == [1]


def test_an_approximate_search_has_a_name_and_an_index_of_its_own(places):
    encoder = ToyEncoder(multi=True)
    faiss = EmbeddedMethod("late", "late:toy", lambda: encoder, OPTIONS.model_copy(update={"candidates": "faiss"}))
    exact = EmbeddedMethod("late", "late:toy", lambda: encoder, OPTIONS)
    build_index(exact, corpus(range(4)), **places)
    assert (exact.label, faiss.label) == ("late:toy", "late:toy/faiss")
    assert "candidates" not in exact.identity(corpus(range(4)))
    with pytest.raises(NotFound):
        open_index(faiss, corpus(range(4)), **places)
    assert build_index(faiss, corpus(range(4)), **places).counts["new_documents"] == 0
