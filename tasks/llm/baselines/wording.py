"""English questions from one statement: real ones where its build allows, else the statement with a blank.

"The Aurelia will carry 300 passengers for the first week" becomes "how many passengers will ...", "Runa Selby intends to ..." becomes "who
intends to ..."; what resists becomes "which amount completes this statement".
"""

from __future__ import annotations

from tasks.llm.baselines.asking import asked
from tasks.llm.baselines.blanks import is_part, with_blank
from tasks.llm.baselines.clauses import parse_clause
from tasks.llm.baselines.definites import dangling
from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.lexicon import FRACTIONS, HONORIFICS, ROLES, TITLES
from tasks.llm.baselines.places import level
from tasks.llm.baselines.quantities import quantities
from tasks.llm.baselines.sentences import words
from tasks.llm.baselines.standing import names_at
from tasks.llm.baselines.statements import Reader, Statement
from tasks.llm.baselines.trimming import trimmed

_PLURAL = frozenset({"are", "were", "have", "do"})
_LINKS = frozenset({"of", "for", "with", "by", "and"})


def statement_drafts(statement: Statement, reader: Reader) -> list[Draft]:
    """All drafts that one statement allows, the form with a blank included."""
    found = []
    if not FRACTIONS.intersection(w.text for w in statement.line):
        found += _about_quantities(statement, reader)
    for kind in ("person", "organisation", "place"):
        for name in reader.names.full_names(kind):
            at = _only_place(statement.text, name)
            if at >= 0 and not (kind == "person" and " " not in name) and not (kind == "place" and not level(name)):
                found.append(_about_name(statement, reader, name, at, kind))
    return [draft for draft in found if draft is not None]


def _draft(statement: Statement, body: str, key: str, kind: str) -> Draft:
    return Draft(body, key, kind, statement.index, statement.source, statement.on_day, statement.leaning)


def _about_quantities(statement: Statement, reader: Reader) -> list[Draft | None]:
    named = statement.text.startswith(tuple(reader.known)) or statement.line[0].text in HONORIFICS
    clause = parse_clause(statement, named, reader.met)
    found: list[Draft | None] = []
    for quantity in quantities(statement.text):
        body = asked(clause, quantity) if clause else None
        if body:
            found.append(_draft(statement, body, quantity.text, quantity.kind))
        found.append(with_blank(statement, quantity.start, quantity.end, quantity.kind, reader))
    return found


def _only_place(text: str, name: str) -> int:
    """Where ``name`` stands in ``text`` as whole words; -1 where it does not, or more than once."""
    at = text.find(name)
    if at < 0 or text.find(name, at + 1) >= 0:
        return -1
    end = at + len(name)
    return -1 if text[end : end + 1].isalnum() else at


def _about_name(statement: Statement, reader: Reader, name: str, at: int, kind: str) -> Draft | None:
    body = _subject_question(statement, reader, name, at, kind)
    if body:
        return _draft(statement, body, name, kind)
    if is_part(statement.text, at, at + len(name)) or (kind == "organisation" and " " not in name):
        return None
    blank = with_blank(statement, at, at + len(name), kind, reader)
    if blank is None or not names_at(blank.body, words(blank.body), [n for n in reader.known if n not in name]):
        return None
    return blank


def _subject_question(statement: Statement, reader: Reader, name: str, at: int, kind: str) -> str | None:
    """ "Who ..." or "which organisation ..." for the name that is the subject."""
    verb = statement.line[statement.verb]
    if kind == "place" or verb.text in _PLURAL or not _may_go(statement.text[:at], kind):
        return None
    clause = parse_clause(statement, True, reader.met)
    if clause is None or len(clause.subject) != at + len(name):
        return None
    rest = trimmed(statement.text[verb.start :], 12)
    if len(rest.split()) < 6 or ":" in rest or "," in rest[:12] or dangling(words(rest)):
        return None
    if not any(n in rest for n in reader.known if n not in name):
        return None
    return ("who " if kind == "person" else "which organisation ") + rest


def _may_go(before: str, kind: str) -> bool:
    """Whether what stands before the name is only its title ("Captain") or article, and can be left away with it."""
    parts = before.split()
    if not parts:
        return True
    if kind == "organisation":
        return before == "The "
    return (parts[-1].rstrip(".") in TITLES or parts[-1].lower() in ROLES) and not _LINKS.intersection(parts)
