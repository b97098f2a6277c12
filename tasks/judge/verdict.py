"""Reading a judge's verdict out of its text, by strict forms: what is in doubt is no verdict.

1. Thinking, mark-up and invisible characters do not count (``plain_reply``).
2. A label with a word behind it: "Verdict: right", "Correct: yes", "Grade: B" (A right, B wrong, C not attempted and so wrong). Labels that
   contradict each other are no verdict.
3. Without a label: a text that is one word, or that opens with yes, no, right, wrong, correct or incorrect and nowhere says the opposite.
4. "Incorrect", "not correct" and the like are wrong, never right. "Partly right", "right or wrong", "mostly" are no verdict. Letters count only as
   a grade: the article "a" and words that begin with A are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.questions.reply_text import plain_reply

RIGHT, WRONG = "right", "wrong"
_NOT = r"(?:is\s+|was\s+)?(?:not|n't)\s+(?:at\s+all\s+|entirely\s+|quite\s+|fully\s+|really\s+|the\s+)?"
_WRONG = rf"(?:incorrect|inaccurate|untrue|unacceptable|wrong|false|no|{_NOT}(?:correct|right|true|accurate|acceptable|attempted|a\s+match))"
_RIGHT = r"(?:correct|right|true|yes|accurate|acceptable)"
_WORD = rf"(?:(?P<wrong>{_WRONG})|(?P<right>{_RIGHT})|(?P<grade>[A-C]))"
_END = r"(?![\w'-])(?P<rest>[^\n]*)"
_LABEL = re.compile(
    r"(?<!\w)(?:verdict|judge?ment|grade|correct(?:ness)?|decision|result|score|evaluation)[\"']?\s*(?:is\s*)?[:=]\s*[\"'(\[{]*" + _WORD + _END,
    re.IGNORECASE,
)
_OPENING = re.compile(rf"\A[\W_]*(?:(?P<wrong>{_WRONG})|(?P<right>{_RIGHT}))(?=\s*(?:[.,;:!)\n—–-]|\Z))", re.IGNORECASE)
_ALONE = re.compile(r"\A[\W_]*" + _WORD + r"[\W_]*\Z", re.IGNORECASE)
_GRADED = re.compile(r"\b(?:call|grade|rate|mark|score|give)\b[^.\n]{0,40}\s(?P<grade>[A-C])[\"')\]]*[.!]?\s*\Z")
_SAYS = re.compile(
    r"\b(?:candidate|answer|response|it|this|that)(?:'s\s+answer)?\b[^.,;:\n\"“”]{0,40}?\b(?:is|was|are|'s)\s+"
    r"(?:therefore\s+|thus\s+|also\s+|indeed\s+|in\s+fact\s+)*(?:(?P<wrong>(?:not\s+(?:entirely\s+|quite\s+|fully\s+)?(?:correct|right|accurate|true))|incorrect|wrong|inaccurate|false)"
    r"|(?P<right>correct|right|accurate|true))(?![\w-])(?!\s+(?:that|to|in|answer|only|if)\b)",
    re.IGNORECASE,
)  # fmt: skip
_DOUBT = re.compile(
    r"\A\W{0,4}(?:/|\||\(or\)|or\b|and\b|but\b|in\s+part\b|partly|partially|mostly|to\s+a\s+degree|if\b|unless\b|\?)"
    r"|\bor\s+(?:verdict|wrong|right|no|yes|incorrect)\b",
    re.IGNORECASE,
)
_REASONING = re.compile(r"\A\s*(?:reasoning|reason|explanation|rationale)\s*[:=]\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class VerdictReading:
    """verdict: right, wrong, or None where the text holds none; reasoning: what stands before the label; reason: the rule that decided.

    Reasons: labelled, opening, alone, graded; without a verdict: empty, contradictory, doubtful, no_verdict.
    """

    verdict: str | None
    reasoning: str
    reason: str


def read_verdict(text: str) -> VerdictReading:
    """The verdict of a judge's text."""
    reply = plain_reply(text)
    if not reply:
        return VerdictReading(None, "", "empty")
    labels = list(_LABEL.finditer(reply))
    if labels:
        reasoning = _REASONING.sub("", reply[: labels[0].start()]).strip(" \n\"'{,")
        usable = [found for found in labels if found["grade"] is None or not re.match(r"\s*\w", found["rest"])]
        if any(_DOUBT.search(found["rest"]) for found in usable):
            return VerdictReading(None, reasoning, "doubtful")
        return _agreed([_meant(found) for found in usable], reasoning, "labelled")
    if alone := _ALONE.match(reply):
        return VerdictReading(_meant(alone), "", "alone")
    if opening := _OPENING.match(reply):
        said = [_meant(opening), *(_meant(found) for found in _SAYS.finditer(reply))]
        return _agreed(said, reply, "opening")
    if graded := _GRADED.search(reply):
        return VerdictReading(_meant(graded), reply, "graded")
    return VerdictReading(None, reply, "no_verdict")


def _agreed(said: list[str], reasoning: str, reason: str) -> VerdictReading:
    if not said:
        return VerdictReading(None, reasoning, "no_verdict")
    return VerdictReading(said[0], reasoning, reason) if len(set(said)) == 1 else VerdictReading(None, reasoning, "contradictory")


def _meant(found: re.Match[str]) -> str:
    groups = found.groupdict()
    if groups.get("grade"):
        return RIGHT if groups["grade"].upper() == "A" else WRONG
    return WRONG if groups.get("wrong") else RIGHT
