"""``baseline/guess``: picks a choice by a hash of the question and its choices; the chance line, run through the same door as the models.

The hash knows nothing of which choice is right, so its expected accuracy is one over the number of choices. It is taken over the choices in
alphabetical order: the same question gets the same pick however its choices are shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.schemas.errors import BadConfig
from storage.schemas.ids import digest
from tasks.llm.request import Request

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NO_ANSWER = "unknown"
"""What a baseline replies to an open-ended question that it has no answer to."""


class Guess:
    """The guessing baseline."""

    name = "baseline/guess"

    def reply(self, request: Request) -> str:
        """ "Answer: B"; to an open-ended question ``unknown``. BadConfig when it is asked for anything but an answer."""
        question, choices = question_of(request, self.name)
        if not choices:
            return NO_ANSWER
        return answer(choices, guessed(question, choices))


def question_of(request: Request, name: str) -> tuple[str, list[str]]:
    """The question of an answer request and its choices in shown order, none for the open-ended form; BadConfig for another task."""
    inputs = request.inputs
    if inputs.get("task") != "answer":
        raise BadConfig(
            f"{name} only answers questions and was asked to {inputs.get('task') or request.purpose}",
            todo="Name a language model or baseline/cloze for generation, and a language model or none for validation",
        )
    open_ended = inputs.get("form") == "open_ended"
    return str(inputs.get("question") or ""), [] if open_ended else [str(c) for c in inputs.get("choices") or ()]


def guessed(question: str, choices: Sequence[str]) -> str:
    """The choice that the hash picks."""
    ordered = sorted(choices)
    return ordered[int(digest("guess", question, *ordered)[:15], 16) % len(ordered)]


def answer(choices: Sequence[str], choice: str) -> str:
    """A reply in the form that the answering prompts ask for."""
    return f"Answer: {LETTERS[list(choices).index(choice)]}"
