"""The guessing baseline: chance, and the same pick every time."""

from __future__ import annotations

import pytest

from storage.schemas.errors import BadConfig
from tasks.llm.baselines.guess import Guess
from tasks.llm.request import Request

CHOICES = ["Marl", "Westerby", "Heron Island", "Lower Fen"]


def ask(question: str, choices: list[str], form: str = "multiple_choice", task: str = "answer") -> str:
    inputs = {"task": task, "question": question, "choices": choices, "context": None, "form": form}
    return Guess().reply(Request(model="baseline/guess", purpose=task, messages=(), inputs=inputs))


def test_it_answers_in_the_form_that_is_asked_for() -> None:
    assert ask("Where did it rain?", CHOICES) in {"Answer: A", "Answer: B", "Answer: C", "Answer: D"}


def test_the_same_question_gets_the_same_choice_however_they_are_shuffled() -> None:
    shuffled = CHOICES[::-1]
    first, second = ask("Where did it rain?", CHOICES), ask("Where did it rain?", shuffled)
    assert CHOICES["ABCD".index(first[-1])] == shuffled["ABCD".index(second[-1])]


def test_over_many_questions_each_place_is_picked_equally_often() -> None:
    picks = [ask(f"Where did it rain on day {n}?", CHOICES)[-1] for n in range(800)]
    assert all(150 <= picks.count(letter) <= 250 for letter in "ABCD")


def test_an_open_question_gets_no_answer() -> None:
    assert ask("Where did it rain?", [], form="open_ended") == "unknown"


def test_it_says_that_it_cannot_do_anything_else() -> None:
    with pytest.raises(BadConfig, match="baseline/guess only answers questions and was asked to generate"):
        ask("", [], task="generate")
