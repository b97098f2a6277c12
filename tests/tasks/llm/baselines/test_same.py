"""The judging baseline."""

import json
from pathlib import Path

import pytest

from storage.schemas.errors import BadConfig
from tasks.answer.read_open import first_line
from tasks.judge.verdict import read_verdict
from tasks.llm.baselines.same import Same
from tasks.llm.request import Request
from tasks.questions.equality import same_answer

WORLD = Path(__file__).parents[5] / "shared" / "world" / "data" / "outputs" / "handed"


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


@pytest.mark.world
@pytest.mark.skipif(not WORLD.exists(), reason="the folder of real inputs is not here")
def test_on_answers_that_people_judged_the_rules_are_strict_and_seldom_kind():
    rows = [json.loads(line) for line in (WORLD / "evouna_human_judged.jsonl").read_text("utf-8").splitlines()[::3]]
    found = []
    for row in rows:
        expected = row["golden_answer"].split("/")
        equal = any(same_answer(first_line(row["answer"]), one) for one in expected)
        found.append((equal, any(verdict(row["answer"], one) == "right" for one in expected), row["human_correct"]))
    wrong, right = ([one for one in found if one[2] is correct] for correct in (False, True))
    assert sum(equal for equal, _, _ in wrong) == 0
    assert sum(same for _, same, _ in wrong) <= 0.02 * len(wrong)
    assert sum(same for _, same, _ in right) >= 0.65 * len(right) > 2 * sum(equal for equal, _, _ in right)
