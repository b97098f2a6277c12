"""Times that move with the day of reading, made to stand still: "on Tuesday" as its date, "last year" as its year.

"On" the release date is taken out and reported, since a question says it itself: "on 30 November 2026, who ...".
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from tasks.llm.baselines.lexicon import MONTHS, WEEKDAYS

_FUTURE = re.compile(
    r"\b(?:will|would|next|due|plans?|expects?|expected|scheduled|until|from|by|before|every|each|last|since)\b|\b(?:is|are) to\b"
)
_WEEKDAY = re.compile(
    rf"(?:,? on|(?<=said)|(?<=ed)) ({'|'.join(WEEKDAYS)})(?=[ ,.]|$)(?! (?:morning|afternoon|evening|night|and|to|through))"
)
_ANY_WEEKDAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})\b")
_YEAR = re.compile(r"\b(?:(since|from|until|before|for|of|over|by|in|on|the) )?(last|this|next) year\b(?!['’])", re.IGNORECASE)
_FRONTED = re.compile(r"(?:In|Under|At|With|By|For|From|After|Since|As) ")


def dated(text: str, day: date) -> tuple[str, bool]:
    """(``text`` with its moving times made fixed, whether what it tells happened on ``day``, whose date is then taken out).

    A weekday is read as the last one before ``day``, unless the sentence looks ahead; then it is left as it is.
    """
    if " year" in text:
        text = _YEAR.sub(lambda m: _fixed_year(m, day), text)
    if _FRONTED.match(text):
        return text, False
    month = MONTHS[day.month - 1]
    written = rf"(?:{day.day} {month}(?: {day.year})?|{month} {day.day}(?:, {day.year})?|{month[:3]}\. {day.day}(?:, {day.year})?)"
    shorter, count = re.subn(rf"(?:^On {written},? |(?<!published)(?<!announced)(?<!released),? on {written}(?=[ ,.]|$))", "", text)
    if "day" in shorter:
        shorter, today = _weekday_fixed(shorter, day)
        count += today
    if count == 1:
        return shorter[:1].upper() + shorter[1:], True
    return (text if count else shorter), False


def _fixed_year(match: re.Match[str], day: date) -> str:
    year = str(day.year + {"last": -1, "this": 0, "next": 1}[match[2].lower()])
    if match[1] is None:
        return f"in {year}"
    return match.group() if match[1].lower() == "the" else f"{match[1]} {year}"


def _weekday_fixed(text: str, day: date) -> tuple[str, int]:
    """A weekday of the past week as its date, or taken out (and 1 returned) where it is ``day`` itself."""
    match = _WEEKDAY.search(text)
    if match is None or len(_ANY_WEEKDAY.findall(text)) > 1 or _FUTURE.search(text):
        return text, 0
    back = (day.weekday() - WEEKDAYS.index(match[1])) % 7
    if back == 0:
        return text[: match.start()] + text[match.end() :], 1
    then = day - timedelta(days=back)
    return f"{text[: match.start()]} on {then.day} {MONTHS[then.month - 1]} {then.year}{text[match.end() :]}", 0
