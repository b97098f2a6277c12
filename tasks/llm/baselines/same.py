"""``baseline/same``: judges a free answer by rule, so that demo and tests judge without a key; no language model, and it knows no synonyms.

Right: the answer equals the expected one after normalising, or is a short one that holds it in whole words, without a refusal, without a "not" in
front of it, and without an "or" that leaves it open.
"""

from __future__ import annotations

from storage.schemas.errors import BadConfig
from tasks.llm.request import Request
from tasks.questions.equality import holds_answer, normal_answer, same_answer
from tasks.questions.refusals import is_refusal
from tasks.questions.reply_text import plain_reply

_LONGEST = 30  # words: a longer answer may hold anything
_AGAINST = ("not", "never", "no", "except", "or", "either", "unlike", "instead of", "rather than")


class Same:
    """The judging baseline."""

    name = "baseline/same"

    def reply(self, request: Request) -> str:
        """Two lines, as the judge's prompt asks for them. BadConfig when it is asked for anything but a verdict."""
        inputs = request.inputs
        if inputs.get("task") != "judge":
            what = f"{self.name} only judges answers and was asked to {inputs.get('task') or request.purpose}"
            raise BadConfig(what, todo="Name it as --judge only")
        given, expected = str(inputs.get("answer") or ""), str(inputs.get("expected") or "")
        if same_answer(given, expected):
            return "Reasoning: The two answers are equal but for spelling.\nVerdict: right"
        if is_refusal(plain_reply(given)):
            return "Reasoning: The candidate gives no answer.\nVerdict: wrong"
        if _holds(given, expected):
            return "Reasoning: The expected answer stands in the candidate's.\nVerdict: right"
        return "Reasoning: The expected answer does not stand in the candidate's.\nVerdict: wrong"


def _holds(given: str, expected: str) -> bool:
    words = normal_answer(given).split()
    if len(words) > _LONGEST or not holds_answer(given, expected):
        return False
    text, wanted = f" {' '.join(words)} ", normal_answer(expected)
    around = f" {wanted} " if f" {wanted} " in text else wanted
    before, after = text.split(around, 1)
    return not any(f" {word} " in f" {' '.join(before.split()[-3:])} " for word in _AGAINST) and not after.strip().startswith("or ")
