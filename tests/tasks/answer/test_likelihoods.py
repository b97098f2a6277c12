"""How likely a model held each choice."""

import json
import math

import pytest

from tasks.answer.likelihoods import choice_logprobs, likeliest


def tokens(*given):
    return json.dumps([[token, alternatives] for token, alternatives in given])


def test_the_letter_s_token_tells_and_forms_of_a_letter_are_added_up():
    found = choice_logprobs(tokens(("B", {"B": math.log(0.5), " B": math.log(0.2), "(A": math.log(0.1), "The": math.log(0.05)})), 3)
    assert [round(math.exp(value), 3) for value in found] == [0.1, 0.7, 0.05]


@pytest.mark.parametrize("lead", [["Answer", ":"], ["**", "Answer", ":**"], ["The", " correct", " answer", " is"], ["("], []])
def test_words_that_announce_an_answer_may_stand_before_it(lead):
    found = choice_logprobs(tokens(*((word, {word: 0.0}) for word in lead), (" C", {" C": -0.1, " A": -3.0})), 4)
    assert found == pytest.approx((-3.0, -3.0, -0.1, -3.0))


@pytest.mark.parametrize("lead", [["Let", " me", " think"], ["Mira"], ["I", " say"]])
def test_a_letter_after_reasoning_tells_nothing(lead):
    assert choice_logprobs(tokens(*((word, {word: 0.0}) for word in lead), (" C", {" C": -0.1})), 4) == ()


def test_without_log_probabilities_or_a_letter_there_are_none():
    assert choice_logprobs("", 4) == ()
    assert choice_logprobs(tokens(("Answer", {"Answer": 0.0}), (":", {":": 0.0})), 4) == ()


def test_the_likeliest_is_one_or_none():
    assert likeliest((-1.0, -0.5, -2.0)) == 1
    assert likeliest((-0.5, -0.5, -2.0)) is None
    assert likeliest(()) is None
