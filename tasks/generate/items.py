"""One item of an agent's reply, in any form that agents write, as a question with choices and key, or as unusable with a reason.

The form asked for is a row: question, right choice, three wrong ones, rationale. Read as well are objects with the names of the published
format (question_idx, question, choices, ground_truth, rationale) or their usual synonyms, and choices given as an object A to D.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.generate.keys import LETTERS, clean_choices, find_key
from tasks.questions.folding import tidy

_QUESTION = ("question", "q", "question_text", "stem")
_CHOICES = ("choices", "options", "answers")
_KEY = ("ground_truth", "answer", "key", "correct_answer", "correct_choice", "correct", "right")
_RATIONALE = ("rationale", "explanation", "why", "reason")


@dataclass(frozen=True, slots=True)
class Item:
    """A question as read. ``reason`` is empty when it is usable: four choices, the key byte-equal to exactly one of them."""

    question: str = ""
    choices: tuple[str, ...] = ()
    key: str = ""
    rationale: str = ""
    reason: str = ""


def read_item(raw: Any) -> Item:
    """The item that ``raw`` (a decoded JSON value) stands for. Never raises: what cannot be used says why."""
    if isinstance(raw, Mapping):
        return _from_object(raw)
    if isinstance(raw, (list, tuple)):
        return _from_row(raw)
    return Item(reason="not_an_item")


def _from_row(row: Sequence[Any]) -> Item:
    if len(row) in (3, 4) and isinstance(row[1], (list, tuple)):
        return _from_object(dict(zip(("question", "choices", "key", "rationale"), row, strict=False)))
    if len(row) < 2 or not all(isinstance(cell, str) for cell in row):
        return Item(reason="not_an_item")
    question, cells, rationale = tidy(row[0]), row[1:5], tidy(row[5]) if len(row) > 5 else ""
    if len(cells) < 4 or len(row) > 6:
        return Item(question=question, choices=tuple(tidy(cell) for cell in cells), reason="not_four_choices")
    choices = clean_choices(cells)
    names_a_choice = len(rationale) < 4 or rationale.casefold() in {choice.casefold() for choice in choices}
    stated, _ = find_key(rationale, choices) if names_a_choice else (None, "")
    if stated is not None and stated != choices[0]:
        # The last cell names a choice: this agent does not put the right one first, and which one it means is not certain.
        return Item(question=question, choices=choices, reason="key_ambiguous")
    return _checked(question, choices, choices[0], "" if stated is not None else rationale)


def _from_object(raw: Mapping[Any, Any]) -> Item:
    fields = {str(name).strip().casefold(): value for name, value in raw.items()}
    question = _first(fields, _QUESTION)
    rationale = _first(fields, _RATIONALE)
    if not isinstance(question, str) or not question.strip():
        return Item(reason="no_question")
    question = tidy(question)
    listed = _listed(_first(fields, _CHOICES), fields)
    if isinstance(listed, str):
        return Item(question=question, reason=listed)
    choices = clean_choices(listed)
    key, reason = find_key(_first(fields, _KEY), choices)
    text = tidy(rationale) if isinstance(rationale, str) else ""
    if len(choices) != 4:
        return Item(question=question, choices=choices, key=key or "", rationale=text, reason="not_four_choices")
    if key is None:
        return Item(question=question, choices=choices, rationale=text, reason=reason)
    return _checked(question, choices, key, text)


def _listed(choices: Any, fields: Mapping[str, Any]) -> list[str] | str:
    """The choices as a list, or the reason why they are none."""
    if choices is None and all(letter.casefold() in fields for letter in LETTERS):
        choices = {letter: fields[letter.casefold()] for letter in LETTERS}
    if isinstance(choices, Mapping):
        by_letter = {str(name).strip().rstrip(").:").upper(): value for name, value in choices.items()}
        if sorted(by_letter) != list(LETTERS):
            return "not_four_choices"
        choices = [by_letter[letter] for letter in LETTERS]
    if not isinstance(choices, (list, tuple)) or not choices:
        return "no_choices"
    if not all(isinstance(choice, str) for choice in choices):
        return "choices_not_text"
    return list(choices)


def _checked(question: str, choices: tuple[str, ...], key: str, rationale: str) -> Item:
    reason = ""
    if not question:
        reason = "no_question"
    elif not all(choices):
        reason = "empty_choice"
    elif choices.count(key) != 1:
        reason = "key_twice"
    return Item(question=question, choices=choices, key=key, rationale=rationale, reason=reason)


def _first(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((fields[name] for name in names if name in fields), None)
