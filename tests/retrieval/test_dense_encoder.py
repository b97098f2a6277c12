"""Dual encoders: the packaged MiniLM, and the layout of the real DPR."""

import json

import numpy as np
import pytest
from made_checkpoints import dpr_pair, minilm

from retrieval.corpus import Document
from retrieval.dense_encoder import load_dense
from retrieval.options import RetrievalOptions
from retrieval.passage import whole
from storage.schemas.errors import BadConfig

pytestmark = pytest.mark.slow

OPTIONS = RetrievalOptions(offline=True)
MINILM = "all-MiniLM-L6-v2"


@pytest.fixture(scope="module")
def encoder():
    return load_dense(MINILM, MINILM, OPTIONS)


def passage(text, title=""):
    return whole(Document(doc_id="a", text=text, title=title))


def test_related_texts_are_close(encoder):
    passages = encoder.encode_passages([passage("The central bank cut interest rates."), passage("The ferry sank in a storm.")]).vectors
    (question,) = encoder.encode_questions(["Which ship went down?"]).vectors
    assert question @ passages[1] > question @ passages[0]
    assert passages.dtype == np.float32
    assert encoder.name == MINILM


def test_titles_are_part_of_a_passage(encoder):
    bare, titled = encoder.encode_passages([passage("It left at noon."), passage("It left at noon.", "Ferry")]).vectors
    assert not np.allclose(bare, titled)


def test_texts_beyond_the_capacity_are_counted_as_cut(encoder):
    fitting, long = "word " * encoder.capacity, "word " * (encoder.capacity + 1)
    assert encoder.encode_passages([passage(fitting)]).cut == 0
    assert encoder.encode_passages([passage(long), passage(fitting)]).cut == 1
    assert encoder.encode_questions([long]).cut == 1


def test_nothing_to_encode_is_nothing(encoder):
    assert encoder.encode_passages([]).vectors.shape == (0, 384)
    assert encoder.count_tokens([]) == []
    assert encoder.count_tokens(["harbour", ""]) == [1, 0]


def test_a_dpr_pair_encodes_each_side_with_its_own_model_and_sets_the_title_off(tmp_path):
    passages, questions = dpr_pair(tmp_path)
    pair = load_dense(str(passages), str(questions), OPTIONS, separator=True)
    assert pair.name == "facebook-dpr-ctx_encoder with facebook-dpr-question_encoder"
    same_text = "The ferry left."
    assert not np.allclose(pair.encode_passages([passage(same_text)]).vectors, pair.encode_questions([same_text]).vectors)
    norm = np.linalg.norm(pair.encode_questions([same_text]).vectors)
    assert norm != pytest.approx(1.0, abs=0.01)  # not normalised: DPR compares by plain dot product
    (titled,) = pair.encode_passages([passage("It left.", "Ferry")]).vectors
    (written,) = pair.encode_passages([passage("Ferry [SEP] It left.")]).vectors
    assert np.allclose(titled, written, atol=1e-5)


def test_identity_follows_weights_and_precision(tmp_path, encoder):
    passages, questions = dpr_pair(tmp_path)
    pair, swapped = load_dense(str(passages), str(questions), OPTIONS), load_dense(str(questions), str(passages), OPTIONS)
    assert pair.identity["weights"] != swapped.identity["weights"]
    half = load_dense(MINILM, MINILM, OPTIONS.model_copy(update={"precision": "bf16"}))
    assert half.identity != encoder.identity
    (rough,), (fine,) = half.encode_questions(["harbour"]).vectors, encoder.encode_questions(["harbour"]).vectors
    assert 0 < np.abs(rough - fine).max() < 0.02


def test_the_form_of_the_dpr_weights_that_loads_untrained_is_refused(tmp_path):
    (tmp_path / "dpr-ctx").mkdir()
    (tmp_path / "dpr-ctx" / "config.json").write_text(json.dumps({"model_type": "dpr"}))
    with pytest.raises(BadConfig, match="sentence-transformers/facebook-dpr-ctx_encoder-single-nq-base"):
        load_dense(str(tmp_path / "dpr-ctx"), str(minilm()), OPTIONS)
