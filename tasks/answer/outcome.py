"""What a call's answer to a question comes to: right, wrong, refused, unparsed, truncated or failed.

Six different things. A call that failed says nothing of what the model knows; a reply cut at the output limit counts only if what decides
stood before the cut, since what was cut may have taken back all else; a refusal by the provider's filter is a refusal, with its own reason;
an empty reply is unparsed.
"""

from __future__ import annotations

from dataclasses import dataclass

from storage.schemas.calls import Call
from storage.schemas.questions import Question
from tasks.answer.constrained import CONSTRAINED, read_constrained
from tasks.answer.read_choice import read_choice
from tasks.answer.read_open import ends_its_line, read_open
from tasks.questions.setting import Setting

_BEFORE_THE_CUT = ("letter", "asked_form", CONSTRAINED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """status and reason; the picked choice with its place in the order shown, or the line of an open-ended answer."""

    status: str
    reason: str
    picked: str | None = None
    index: int | None = None


def outcome_of(call: Call, question: Question, setting: Setting, *, constrained: bool = False) -> Outcome:
    """The outcome of a call in the setting's form; ``constrained``: the reply was bound to the choices' texts."""
    if call.status == "failed":
        return Outcome("failed", call.error[:200] or "failed")
    if call.status == "content_filter":
        return Outcome("refused", "content_filter")
    return _written(call, question) if setting.open_ended else _chosen(call, question, constrained)


def unreadable(call: Call, question: Question, setting: Setting, *, constrained: bool = False) -> bool:
    """Whether a whole reply holds no answer: what ``unparsed_retries`` is for."""
    return call.status == "ok" and outcome_of(call, question, setting, constrained=constrained).status == "unparsed"


def _chosen(call: Call, question: Question, constrained: bool) -> Outcome:
    reading = (read_constrained if constrained else read_choice)(call.text, question.choices)
    if call.status == "truncated" and reading.reason not in _BEFORE_THE_CUT:
        return _cut(call)
    if reading.index is None:
        return Outcome(reading.status, reading.reason)
    picked = question.choices[reading.index]
    return Outcome("right" if picked == question.key else "wrong", reading.reason, picked, reading.index)


def _written(call: Call, question: Question) -> Outcome:
    reading = read_open(call.text, question.open_answer or question.key)
    if call.status == "truncated" and reading.status != "right" and not ends_its_line(call.text):
        return _cut(call)
    return Outcome(reading.status, reading.reason, reading.line or None)


def _cut(call: Call) -> Outcome:
    return Outcome("truncated", "output_limit" if call.text else "no_visible_text")
