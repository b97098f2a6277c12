"""Reading an open-ended answer: its first non-empty line, compared with the expected answer by normalised equality.

The rule finds no right answer that is said in other words; that is the judge's part. A refusal is one only where the line is not the
expected answer. A line that the output limit cut has no end, so it says nothing unless it is already the expected answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.questions.equality import same_answer
from tasks.questions.refusals import is_refusal
from tasks.questions.reply_text import plain_reply

_LEAD = re.compile(r"\A(?:(?:the\s+)?(?:final\s+|short\s+)?answer(?:\s+is)?\s*[:=-]|answer\s*:|boxed\s*:|[-*•]\s)\s*", re.IGNORECASE)
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class OpenReading:
    """line: what is compared and judged. status: right, wrong, refused or unparsed; reason: the rule that decided."""

    line: str
    status: str
    reason: str


def read_open(text: str, expected: str) -> OpenReading:
    """What a reply answers, and whether that equals ``expected``."""
    line = first_line(text)
    if not line:
        return OpenReading("", "unparsed", "empty")
    if same_answer(line, expected):
        return OpenReading(line, "right", "equal")
    if is_refusal(line):
        return OpenReading(line, "refused", "declined")
    return OpenReading(line, "wrong", "not_equal")


def first_line(text: str) -> str:
    """The first non-empty line of a reply without thinking and mark-up, and without "Answer:" in front; "" when there is none."""
    for line in plain_reply(text).splitlines():
        bare = _LEAD.sub("", line.strip()).strip()
        if bare:
            return bare[:_LONGEST]
    return ""


def ends_its_line(text: str) -> bool:
    """Whether a reply goes on behind its first non-empty line, so that a cut at the output limit did not cut that line."""
    return "\n" in plain_reply(text)
