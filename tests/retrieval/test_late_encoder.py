"""Late-interaction encoders: the layout of the real ColBERT, and a plain model that stays what it is."""

import numpy as np
import pytest
from made_checkpoints import stanford_colbert

from retrieval.corpus import Document
from retrieval.late_encoder import load_late
from retrieval.options import RetrievalOptions
from retrieval.passage import whole

pytestmark = pytest.mark.slow

OPTIONS = RetrievalOptions(offline=True)


@pytest.fixture(scope="module")
def colbert(tmp_path_factory):
    return load_late(str(stanford_colbert(tmp_path_factory.mktemp("checkpoints") / "minilm-colbert")), OPTIONS)


@pytest.fixture(scope="module")
def plain():
    return load_late("all-MiniLM-L6-v2", OPTIONS)


def passage(text, title=""):
    return whole(Document(doc_id="a", text=text, title=title))


def score(encoder, question, text):
    tokens = encoder.encode_passages([passage(text)]).vectors
    return float((encoder.encode_questions([question]).vectors @ tokens.T).max(axis=1).sum())


@pytest.mark.parametrize("which", ["colbert", "plain"])
def test_related_texts_score_higher(which, request):
    encoder = request.getfixturevalue(which)
    question = "central bank rate decision"
    assert score(encoder, question, "Interest rates were cut by the central bank.") > score(encoder, question, "Berlin has many lakes.")


def test_a_stanford_checkpoint_brings_its_projection_lengths_and_marks(colbert):
    assert (colbert.name, colbert.dimension) == ("minilm-colbert", 128)
    assert colbert.capacity == 180 - 3  # start, end and the mark of a document
    encoded = colbert.encode_passages([passage("Rain, rain. Rain!")])
    assert list(encoded.counts) == [3 + 3]  # three words and the marks; punctuation is not scored
    assert np.allclose(np.linalg.norm(encoded.vectors, axis=1), 1.0, atol=1e-5)


def test_short_questions_are_filled_up_and_long_ones_are_not_cut_there(colbert):
    encoded = colbert.encode_questions(["Who?", "word " * 60])
    assert encoded.counts[0] == 32
    assert encoded.counts[1] > 60
    assert encoded.cut == 0
    assert colbert.encode_questions(["word " * 600]).cut == 1


def test_a_questions_vectors_do_not_depend_on_its_neighbours(colbert):
    alone = colbert.encode_questions(["Who left?"]).vectors
    among = colbert.encode_questions(["Who left?", "word " * 60]).of(0)
    assert np.allclose(alone, among, atol=1e-4)


def test_a_plain_model_gets_no_random_projection_and_keeps_its_name(plain):
    assert (plain.name, plain.dimension) == ("all-MiniLM-L6-v2", 384)
    again = load_late("all-MiniLM-L6-v2", OPTIONS)
    assert again.identity == plain.identity
    assert np.array_equal(again.encode_questions(["harbour"]).vectors, plain.encode_questions(["harbour"]).vectors)


def test_what_does_not_fit_is_counted(colbert):
    assert colbert.encode_passages([passage("word " * 400), passage("word")]).cut == 1
    assert colbert.encode_passages([]).vectors.shape == (0, 128)
