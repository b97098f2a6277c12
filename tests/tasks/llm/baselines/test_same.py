"""The judging baseline."""

import pytest

from storage.schemas.errors import BadConfig
from tasks.judge.verdict import read_verdict
from tasks.llm.baselines.same import Same
from tasks.llm.request import Request


def verdict(answer, expected="40 passengers", task="judge"):
    inputs = {"task": task, "question": "How many?", "expected": expected, "answer": answer}
    return read_verdict(Same().reply(Request(model="baseline/same", purpose="judge", messages=(), inputs=inputs))).verdict


@pytest.mark.parametrize("answer", ["40 Passengers.", "There were 40 passengers aboard", "40 passengers, the port said"])
def test_equal_or_held_is_right(answer):
    assert verdict(answer) == "right"


@pytest.mark.parametrize(
    "answer",
    [
        "41 passengers", "140 passengers", "not 40 passengers", "I do not know", "I don’t know 40 passengers",
        "40 or 50 passengers", "40 passengers or 41", "", "forty passengers",
        "word " * 40 + "40 passengers",
    ],
)
def test_anything_else_is_wrong(answer):
    assert verdict(answer) == "wrong"


def test_it_only_judges():
    with pytest.raises(BadConfig, match="only judges"):
        verdict("x", task="answer")
