"""Sizes of models: the gap within a family, and the smallest that reaches a level."""

import pytest

from tasks.scoring.sizes import Sized, by_family, family, size_gap, smallest_reaching


def sized(model, size, accuracy):
    return Sized(model=model, size=size, accuracy=accuracy)


MODELS = [sized("tern-7b", 7, 0.5), sized("tern-1b", 1, 0.31), sized("tern-27b", 27, 0.54), sized("plover-3b", 3, 0.9)]


def test_the_gap_goes_from_the_smallest_to_the_largest():
    gap = size_gap(MODELS[:3])
    assert (gap.smallest.model, gap.largest.model) == ("tern-1b", "tern-27b")
    assert gap.points == pytest.approx(0.23)


def test_of_models_of_one_size_the_better_stands():
    gap = size_gap([sized("x-1b", 1, 0.2), sized("y-1b", 1, 0.3), sized("x-9b", 9, 0.6), sized("y-9b", 9, 0.7)])
    assert (gap.smallest.model, gap.largest.model) == ("y-1b", "y-9b")


def test_one_size_is_no_gap():
    assert size_gap([]) is None
    assert size_gap([sized("x", 1, 0.2), sized("y", 1, 0.3)]) is None


def test_the_smallest_that_reaches_a_level():
    assert smallest_reaching(MODELS, 0.5).model == "plover-3b"
    assert smallest_reaching(MODELS, 0.90).model == "plover-3b"
    assert smallest_reaching(MODELS, 0.95) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [("hosted/Qwen2.5-7B-Instruct", "qwen"), ("gemma-3 1B", "gemma"), ("o1-mini", "o"), ("GPT-4o", "gpt"), ("tern:7b", "tern"), ("7b", "7b")],
)
def test_the_family_is_what_the_name_begins_with(name, expected):
    assert family(name) == expected


def test_families_hold_their_models_from_small_to_large():
    found = by_family(MODELS)
    assert list(found) == ["plover", "tern"]
    assert [one.size for one in found["tern"]] == [1, 7, 27]
