"""Reading which choice a reply picks, by stated rules, strict where the reply is ambiguous: no letter is guessed, no model asked to read.

1. Thinking, mark-up, and whatever follows the start of a next question do not count (``reply_text``).
2. A choice is stated by its letter or word for word, in the places that ``statements`` lists. Letters in running prose, in listings of
   the choices, in formulas and numerals are no statements. A letter beyond the last choice is none.
3. One choice stated, once or more often: read.
4. Several different ones stated: the last holds if it corrects the others in words ("hold on", "I was wrong"), if it stands in the
   asked-for line and the others do not, if the others were said with a reserve, or if it is one out of an earlier "B or C". Otherwise the
   reply contradicts itself and is unparsed.
5. "None of them" last, several letters last, a letter with another choice's text: unparsed.
6. Nothing stated: refused if the reply says that it cannot or will not answer, else unparsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Literal

from tasks.answer.picks import Choices
from tasks.answer.statements import Statement, find_statements
from tasks.questions.refusals import is_refusal
from tasks.questions.reply_text import plain_reply

_PLAIN = re.compile(r"\s*(?:Answer:\s*)?\(?([A-Z])\)?\.?\s*")
_CORRECTION = re.compile(
    r"\b(?:wait|hold on|hang on|actually|correction|scratch that|oops|sorry|apologi[sz]e|on second thoughts?|on reflection|on closer"
    r"|upon (?:closer|further|re)|let me (?:re|double|correct|fix)|re-?(?:check|consider|examin|evaluat|read|assess|think)\w*|mistaken?"
    r"|i was wrong|that (?:is|was) (?:wrong|incorrect|not right)|that's (?:wrong|incorrect|not right)"
    r"|chang(?:e|ed|ing) my (?:mind|answer)|revis(?:e|ed|ing)|instead|(?:does|did) not (?:fit|match|hold)|doesn't (?:fit|match|hold)|no,)",
    re.IGNORECASE,
)  # fmt: skip

Status = Literal["read", "refused", "unparsed"]


@dataclass(frozen=True, slots=True)
class Reading:
    """The choice that a reply picks. ``reason``: the rule that decided, a short code for counting.

    read: letter (the reply is nothing else), asked_form, stated, corrected, narrowed. refused: declined. unparsed: empty, nothing_stated,
    several_letters, contradictory, none_of_the_choices, out_of_range, letter_and_text_differ, undecided.
    """

    index: int | None
    status: Status
    reason: str


def read_choice(text: str, choices: Sequence[str]) -> Reading:
    """Which of ``choices`` (in the order shown, lettered from A) the reply picks."""
    plain = _PLAIN.fullmatch(text)
    if plain:
        index = ascii_uppercase.index(plain[1])
        return Reading(index, "read", "letter") if index < len(choices) else _unparsed("out_of_range")
    reply = plain_reply(text)
    if not reply:
        return _unparsed("empty")
    statements = find_statements(reply, _choices(tuple(choices)))
    if not statements:
        return Reading(None, "refused", "declined") if is_refusal(reply) else _unparsed("nothing_stated")
    return _decide(reply, statements)


@lru_cache(maxsize=4096)
def _choices(choices: tuple[str, ...]) -> Choices:
    return Choices(choices)


def _decide(reply: str, statements: list[Statement]) -> Reading:
    if any(s.weight > 1 for s in statements):
        statements = [s for s in statements if s.weight != 1 or s.pick.kind == "none"]
    firm = [s for s in statements if s.weight > 0]
    last = (firm or statements)[-1]
    if last.pick.kind != "one":
        return _not_one(reply, last)
    others = [s for s in statements if s is not last and s.pick.kind != "none" and s.pick.indexes != last.pick.indexes]
    (index,) = last.pick.indexes
    if not others:
        return Reading(index, "read", "asked_form" if last.weight == 3 else "stated")
    for reason, left in (
        ("asked_form", [s for s in others if not (last.weight == 3 and s.weight < 3)]),
        ("narrowed", [s for s in others if s.weight > 0 and s.pick.kind != "either"]),
        ("corrected", [s for s in others if not _corrects(reply, s, last)]),
    ):
        if not left:
            return Reading(index, "read", reason)
    return _unparsed("contradictory")


def _not_one(reply: str, last: Statement) -> Reading:
    if last.pick.kind == "none":
        return Reading(None, "refused", "declined") if is_refusal(reply) else _unparsed("none_of_the_choices")
    return _unparsed({"either": "undecided", "several": "several_letters"}.get(last.pick.kind, last.pick.kind))


def _corrects(reply: str, earlier: Statement, last: Statement) -> bool:
    """Whether words of correction stand between two statements."""
    return _CORRECTION.search(reply, earlier.pick.end, last.pick.end) is not None


def _unparsed(reason: str) -> Reading:
    return Reading(None, "unparsed", reason)
