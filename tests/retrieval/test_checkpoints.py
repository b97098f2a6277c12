"""Checkpoints: found by name or folder, never under another's name; what is missing says how to get it."""

import json

import pytest
import torch

from retrieval import checkpoints
from retrieval.checkpoints import MINILM, Checkpoint, config_of, find_checkpoint, load, weights_digest
from storage.schemas.errors import BadConfig, NotInstalled

HUB = Checkpoint("colbert-ir/colbertv2.0", "colbert-ir/colbertv2.0")


@pytest.fixture
def no_network(monkeypatch):
    monkeypatch.setattr(checkpoints, "_hub_answers", lambda: False)


def refuse(source, local):
    raise OSError("couldn't find them in the cached files\nCheck your internet connection")


@pytest.mark.parametrize("name", ["all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2"])
def test_the_packaged_model_serves_under_its_true_name(name):
    found = find_checkpoint(name)
    assert found.name == MINILM
    assert found.local


def test_a_folder_is_named_after_itself(tmp_path):
    (tmp_path / "my-colbert").mkdir()
    assert find_checkpoint(str(tmp_path / "my-colbert")) == Checkpoint("my-colbert", str(tmp_path / "my-colbert"))


def test_other_names_are_those_of_the_hub():
    assert find_checkpoint("colbert-ir/colbertv2.0") == HUB


@pytest.mark.parametrize("name", ["", "/no/such/folder", "./nothing", "a/b/c", "~/nowhere"])
def test_a_path_to_nothing_is_not_taken_for_a_name(name):
    with pytest.raises(BadConfig, match="no encoder folder"):
        find_checkpoint(name)


@pytest.mark.parametrize("offline", [True, False])
def test_a_model_missing_offline_tells_how_to_fetch_it(no_network, offline):
    with pytest.raises(NotInstalled) as caught:
        load(HUB, refuse, offline=offline)
    message = str(caught.value)
    assert "hf download colbert-ir/colbertv2.0" in message
    assert "give the folder" in message
    assert "late:all-MiniLM-L6-v2" in message
    assert "Check your internet" not in message


def test_the_cache_is_asked_before_the_network(monkeypatch):
    monkeypatch.setattr(checkpoints, "_hub_answers", lambda: True)
    asked = []

    def make(source, local):
        asked.append(local)
        if local:
            raise OSError("not in the cache")
        return "model"

    assert load(HUB, make, offline=False) == "model"
    assert asked == [True, False]
    assert load(HUB, lambda source, local: local, offline=False) is True


def test_a_broken_folder_is_named(tmp_path):
    with pytest.raises(BadConfig, match="does not load") as caught:
        load(Checkpoint("x", str(tmp_path)), refuse, offline=False)
    assert str(tmp_path) in str(caught.value)


def test_the_hub_is_out_of_reach_at_once_where_there_is_no_network(monkeypatch):
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", "http://127.0.0.1:9")
    checkpoints._hub_answers.cache_clear()
    assert checkpoints._hub_answers() is False
    checkpoints._hub_answers.cache_clear()


@pytest.mark.slow
def test_files_of_a_checkpoint_are_read_and_absent_ones_are_none(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bert"}))
    checkpoint = Checkpoint("x", str(tmp_path))
    assert config_of(checkpoint, "config.json", offline=True) == {"model_type": "bert"}
    assert config_of(checkpoint, "modules.json", offline=True) is None


def test_changed_weights_have_another_digest():
    one, two = torch.nn.Linear(3, 2), torch.nn.Linear(3, 2)
    two.load_state_dict(one.state_dict())
    assert weights_digest(one) == weights_digest(two)
    with torch.no_grad():
        two.weight[0, 0] += 1e-6
    assert weights_digest(one) != weights_digest(two)
    assert weights_digest(one) != weights_digest(one, two)
