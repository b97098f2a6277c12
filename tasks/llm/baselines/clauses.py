"""The main clause of a plain English statement: subject, verb, rest; and the question that asks for a piece of the rest.

Only statements of a simple build are taken apart: a subject without commas or relative clauses, then the verb. Everything else is left to
the form with a blank.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tasks.llm.baselines.lexicon import BAD_SUBJECTS, NOT_IN_SUBJECT, PARTICIPLES, ROLES
from tasks.llm.baselines.sentences import Word
from tasks.llm.baselines.statements import Statement
from tasks.llm.baselines.verbs import AMBIGUOUS, PAST, THIRD

_INVERTING = frozenset({"is", "are", "was", "were", "will", "would", "can", "could", "may", "might", "must", "should"})
_HAVE = {"has": "does", "have": "do", "had": "did"}
_APPOSITION = re.compile(r"^([^,]+), [^,]+(?:, [^,]+)?, ")
_SIGNS_IN_NAMES = frozenset({"'s", "’s", "&", "'", "’", "."})
_AFTER_PARTICIPLE = frozenset({"on", "by", "in", "from", "at", "with", "as"})
_SPACE_BEFORE_SIGN = re.compile(r" +([,.;])")
_LONGEST_SUBJECT, _LONGEST_PLAIN_SUBJECT = 11, 6


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause taken apart.

    subject: as it stands in the middle of a sentence. auxiliary: what goes before the subject in a question. verb: the plain main verb
    where the auxiliary is a form of "do", else "". rest: everything after; ``at`` its place in the statement.
    """

    subject: str
    auxiliary: str
    verb: str
    rest: str
    at: int


def parse_clause(statement: Statement, starts_with_name: bool, met: Mapping[str, int]) -> Clause | None:
    """The clause of a statement, None where its build is not simple enough. met: the words that the article has in small letters."""
    subject = _subject(statement, starts_with_name, met)
    return None if subject is None else _with_auxiliary(statement.text, statement.line, statement.verb, subject)


def _subject(statement: Statement, starts_with_name: bool, met: Mapping[str, int]) -> str | None:
    """The subject without its apposition, its first letter small where it is no name; None for one that cannot be moved."""
    line, text, verb = statement.line, statement.text, statement.verb
    parts = [w.text for w in line[:verb]]
    end = line[verb - 1].end
    if "," in parts:
        apposition = _APPOSITION.match(text)
        if apposition is None or apposition.end() != line[verb].start:
            return None
        end = len(apposition[1])
        parts = [w.text for w in line if w.end <= end]
    if len(parts) > _LONGEST_SUBJECT or any(w in NOT_IN_SUBJECT or not (w[0].isalnum() or w in _SIGNS_IN_NAMES) for w in parts):
        return None
    if starts_with_name:
        return text[:end]
    first = parts[0].lower()
    common = first in met or first in ROLES or (first.endswith("s") and parts[1:2] != ["'"])
    if not common or first in BAD_SUBJECTS or first.endswith("ing"):
        return None
    movable = len(parts) <= _LONGEST_PLAIN_SUBJECT and (parts[0] in {"The", "A", "An"} or parts[-1][0].isupper())
    if line[verb].text in PAST and not movable:
        return None
    return text[0].lower() + text[1:end]


def _with_auxiliary(text: str, line: list[Word], verb: int, subject: str) -> Clause | None:
    word = line[verb].text
    following = line[verb + 1].text if verb + 1 < len(line) else ""
    at = line[verb].end + 1
    rest = text[at:]
    if word in _INVERTING:
        return Clause(subject, word, "", rest, at)
    if word in _HAVE:
        if following.endswith(("ed", "en")) or following in PAST or following in PARTICIPLES:
            return Clause(subject, word, "", rest, at)
        return Clause(subject, _HAVE[word], "have", rest, at)
    if word in PAST and subject[0].islower() and following in _AFTER_PARTICIPLE and word.endswith("ed"):
        return None
    if word in PAST and not (word in AMBIGUOUS and "of" in subject.split()):
        return Clause(subject, "did", PAST[word], rest, at)
    return Clause(subject, "does", THIRD[word], rest, at) if word in THIRD else None


def ask(lead: str, clause: Clause, before: str, after: str) -> str:
    """``lead`` ("how many sheep") + inverted clause with the asked piece between ``before`` and ``after`` taken out."""
    parts = [lead, clause.auxiliary, clause.subject, clause.verb, before.strip(), after.strip()]
    return _SPACE_BEFORE_SIGN.sub(r"\1", " ".join(p for p in parts if p)).rstrip(" ,;.")
