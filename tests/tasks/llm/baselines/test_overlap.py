"""The word-matching baseline."""

from __future__ import annotations

import pytest

from storage.schemas.errors import BadConfig
from tasks.llm.baselines.guess import Guess
from tasks.llm.baselines.overlap import Overlap
from tasks.llm.request import Request

CONTEXT = (
    "Captain Orla Finch sailed from Marl with 14 boats. The harbour master Henrik Aas counted 31 gulls.\n\n"
    "Repairs cost 3.8 million crowns, and the Coast Bank paid for them on 4 May 2026."
)


def ask(question: str, choices: list[str], context: str | None = CONTEXT, form: str = "multiple_choice", task: str = "answer") -> str:
    inputs = {"task": task, "question": question, "choices": choices, "context": context, "form": form}
    return Overlap().reply(Request(model="baseline/overlap", purpose=task, messages=(), inputs=inputs))


@pytest.mark.parametrize(
    ("question", "choices", "letter"),
    [
        ("As of 30 November 2026, how many gulls did the harbour master count?", ["14", "31", "27", "19"], "B"),
        ("As of 30 November 2026, how many boats sailed from Marl?", ["31", "12", "14", "19"], "C"),
        ("Who counted the gulls?", ["Orla Finch", "Mira Stoll", "Tove Lind", "Henrik Aas"], "D"),
        ("What did repairs cost?", ["3.8 million crowns", "3.5 million crowns", "4.1 million crowns", "2.9 million crowns"], "A"),
    ],
)
def test_it_picks_the_choice_whose_surroundings_match(question: str, choices: list[str], letter: str) -> None:
    assert ask(question, choices) == f"Answer: {letter}"


def test_a_number_inside_another_number_is_no_match() -> None:
    assert ask("How many boats?", ["4", "1", "14", "8"]) == "Answer: C"


def test_thousands_separators_make_no_difference() -> None:
    assert ask("How many?", ["1,200", "900", "1,100", "1,300"], "There were 1200 sheep.") == "Answer: A"


def test_without_a_context_it_takes_the_guess_and_looks_at_nothing_else() -> None:
    for n in range(50):
        question, choices = f"Who won race {n}?", ["Orla Finch", "Mira Stoll", "Tove Lind", "Henrik Aas"]
        inputs = {"task": "answer", "question": question, "choices": choices, "context": None, "form": "multiple_choice"}
        guess = Guess().reply(Request(model="baseline/guess", purpose="answer", messages=(), inputs=inputs))
        assert ask(question, choices, None) == ask(question, choices, "") == guess


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many gulls did the harbour master count?", "31"),
        ("Who sailed from Marl?", "Orla Finch"),
        ("Which organisation paid for repairs?", "Coast Bank"),
        ("On what date were repairs paid for?", "4 May 2026"),
        ('Which amount completes this statement: "Repairs cost ____"?', "3.8 million crowns"),
    ],
)
def test_an_open_question_gets_a_span_of_the_asked_kind(question: str, answer: str) -> None:
    assert ask(question, [], form="open_ended") == answer


def test_an_open_question_without_a_context_or_a_match_is_unknown() -> None:
    assert ask("Who won?", [], None, form="open_ended") == "unknown"
    assert ask("Who juggled?", [], "It rained.", form="open_ended") == "unknown"


def test_it_says_that_it_cannot_do_anything_else() -> None:
    with pytest.raises(BadConfig, match="baseline/overlap only answers questions"):
        ask("", [], task="validate")
