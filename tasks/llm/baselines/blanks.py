"""The statement with a blank: 'which amount completes this statement: "The repairs cost ____"'.

The safe form, which needs no grammar but asks for care with what is left: a whole sentence, a name in it, and a place that only the right
kind of thing fits into.
"""

from __future__ import annotations

import re

from tasks.llm.baselines.drafts import BLANK, RELEASE_DATE, Draft
from tasks.llm.baselines.lexicon import HONORIFICS, SMALL_WORDS, TITLES
from tasks.llm.baselines.statements import Reader, Statement
from tasks.llm.baselines.trimming import trimmed
from tasks.llm.baselines.verbs import is_finite

_NOUN = {
    "number": "number", "amount": "amount", "percentage": "percentage", "measure": "measurement", "duration": "length of time",
    "date": "date", "year": "year", "person": "name", "organisation": "organisation", "place": "place",
}  # fmt: skip
_SAYS_MUCH = frozenset({"cost", "costs", "weigh", "weighs", "weighed"})
_NO_NAME_BEFORE = TITLES | {"The", "In", "At", "For", "On", "By", "With", "From", "Dr."}
_NAME_AND = re.compile(r"[A-Z]\w+ and $")


def with_blank(statement: Statement, start: int, end: int, kind: str, reader: Reader) -> Draft | None:
    """The draft that blanks ``statement.text[start:end]``, None where too little is left to tell what is meant."""
    verb = statement.line[statement.verb]
    text = trimmed(statement.text, end, verb.start)
    shown = text[:start] + BLANK + text[end:]
    least = 8 if verb.text in _SAYS_MUCH else 9
    if len(text) < verb.end or len(shown.split()) < least or shown.rsplit(" ", 1)[-1] in SMALL_WORDS:
        return None
    if not any(name in shown for name in reader.known) or (kind in {"person", "organisation"} and statement.leaning):
        return None
    if statement.on_day:
        first = shown.split(" ", 1)[0].lower()
        common = first in reader.met or first in {"a", "an", "the"} or first.endswith("s")
        if common and not shown.startswith((*reader.known, *HONORIFICS)):
            shown = shown[0].lower() + shown[1:]
        shown = f"On {RELEASE_DATE}, {shown}"
    body = f'which {_NOUN[kind]} completes this statement: "{shown}"'
    rank = (3 if kind in {"date", "year", "place"} else 2) + statement.leaning
    return Draft(body, statement.text[start:end], kind, statement.index, statement.source, statement.on_day, rank)


def is_part(text: str, start: int, end: int) -> bool:
    """Whether the name ``text[start:end]`` goes on before or after, or is an owner, so that another could not stand in its place."""
    before = text[:start].rstrip().rsplit(" ", 1)[-1]
    if start and text[start - 1] == " " and before[:1].isupper() and before not in _NO_NAME_BEFORE:
        return True
    if text.startswith(("'", "’", "-"), end) or text[end + 1 : end + 2].isupper() or _NAME_AND.search(text[:start]):
        return True
    following = text[end + 1 :].split(" ", 2) if text.startswith(" ", end) else [""]
    if following[0].isalpha() and not is_finite(following[0]) and following[0] not in SMALL_WORDS:
        return True
    return len(following) > 1 and following[0] in {"of", "on", "for"} and following[1][:1].isupper()
