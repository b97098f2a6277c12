"""Answers bound to the choices' texts: for models too small for the convention of letters, where the server binds replies to a JSON schema.

A small model picks letters at chance and still knows which text it means. Its reply is bound to an enumeration of the choices (constrained
decoding, as in grammar-based samplers), and read back by equality, never by likeness. Another way of asking gives other scores, so the form
stands in an evaluation's decoding and its prompts are files of their own: scores of the two forms never mix.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tasks.answer.read_choice import Reading, read_choice
from tasks.llm.models import Model

CONSTRAINED = "constrained"
PROMPTS: Mapping[str, str] = {"answer_multiple_choice": "answer_constrained", "answer_multiple_choice_with_context": "answer_constrained_with_context"}


def prompt_name(name: str, model: Model) -> str:
    """The multiple-choice prompt of a setting, in the form in which ``model`` is asked; other prompts are the same for all."""
    return PROMPTS.get(name, name) if model.choices == CONSTRAINED else name


def listed(choices: Sequence[str]) -> str:
    """The choices as the prompt shows them: without letters, which nobody asks for."""
    return "\n".join(f"- {choice}" for choice in choices)


def choices_schema(choices: Sequence[str]) -> dict[str, Any]:
    """The JSON schema of a reply: one of the texts."""
    return {"type": "string", "enum": list(choices)}


def read_constrained(text: str, choices: Sequence[str]) -> Reading:
    """The choice that a bound reply is.

    A server that does not bind replies is met leniently in one thing only: quotation marks may be missing. Whatever else it wrote is
    unparsed (``not_a_choice``), or refused where it declines.
    """
    try:
        said = json.loads(text)
    except ValueError:
        said = text
    said = said.strip() if isinstance(said, str) else None
    places = [index for index, choice in enumerate(choices) if choice.strip() == said]
    if len(places) == 1:
        return Reading(places[0], "read", CONSTRAINED)
    if not text.strip():
        return Reading(None, "unparsed", "empty")
    reading = read_choice(text, choices)
    return reading if reading.status == "refused" else Reading(None, "unparsed", "not_a_choice")
