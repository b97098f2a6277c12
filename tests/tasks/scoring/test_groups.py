"""Letters of models: a shared letter says that two cannot be told apart."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.scoring.groups import letter_groups

NAMES = "pqrstuv"
PAIRS = list(itertools.combinations(NAMES, 2))


@given(st.sets(st.sampled_from(PAIRS)))
def test_two_models_share_a_letter_exactly_when_they_do_not_differ(different):
    letters = letter_groups(NAMES, different)
    for one, other in PAIRS:
        assert bool(set(letters[one]) & set(letters[other])) == ((one, other) not in different)


@given(st.sets(st.sampled_from(PAIRS)))
def test_no_letter_could_be_spared(different):
    letters = letter_groups(NAMES, different)
    holders = {sign: {name for name in NAMES if sign in letters[name]} for sign in set("".join(letters.values()))}
    for sign, group in holders.items():
        assert not any(group <= other for another, other in holders.items() if another != sign)


def test_the_best_model_has_an_a():
    assert letter_groups(["best", "middle", "worst"], [("best", "worst")]) == {"best": "a", "middle": "ab", "worst": "b"}


def test_without_differences_all_share_one_letter():
    assert letter_groups(["x", "y"], []) == {"x": "a", "y": "a"}
    assert letter_groups([], []) == {}


def test_the_alphabet_does_not_end_the_letters():
    names = [str(number) for number in range(54)]
    letters = letter_groups(names, itertools.combinations(names, 2))
    assert letters["53"] == "[54]"
    assert len(set(letters.values())) == 54


def test_an_unknown_name_is_a_fault():
    with pytest.raises(ValueError, match="not two of the names"):
        letter_groups(["x", "y"], [("x", "z")])
