"""Real English questions for a quantity: "how many passengers will ... carry", "by what percentage did ... rise", "until what date ...".

Asked is what stands right after the verb, or after one of a few prepositions that go to the front of a question with it. What stands deeper
in the sentence is left to the form with a blank.
"""

from __future__ import annotations

import re

from tasks.llm.baselines.clauses import Clause, ask
from tasks.llm.baselines.lexicon import CHANGE_VERBS, EMBEDDING
from tasks.llm.baselines.quantities import Quantity
from tasks.llm.baselines.trimming import trimmed
from tasks.llm.baselines.verbs import BASES, PAST, SAYING

_STUFF = re.compile(
    r"( of (?:its |the )?[a-z-]+)(?= (?:in|on|at|for|from|to|with|by|into|a|an|each|every|over|under|during|through|across)\b|$)"
)
_DROPPED_HEDGES = frozenset({"only", "just", "some"})
_ROUND = frozenset({"about", "around", "nearly", "almost", "roughly", "approximately", "an estimated"})
_MANNER = frozenset({"by", "for", "to", "at", "within", "after"})
_MODALS = frozenset({"will", "would", "can", "could", "may", "might", "must", "should", "has", "have", "had"})
_MOMENT_BEFORE = frozenset({"on", "in", "by", "until", "since", "from"})
_EXTENTS = (" high", " long", " wide", " deep", " tall", " away", " apart", " thick", " across", " square", " below", " above")
_ENTANGLED = (" of ", " and ", " or ", " more ", " old", " ago", ", and", *_EXTENTS)
_LARGE = ("million", "billion", "trillion")
_LONGEST_BEFORE_MANNER, _LONGEST_BEFORE_DATE = 9, 8


def asked(clause: Clause, quantity: Quantity) -> str | None:
    """The clause turned into a question for ``quantity``, without its date and question mark; None where that could go wrong."""
    if quantity.start < clause.at or clause.auxiliary == "do":
        return None
    if quantity.hedge and quantity.hedge not in _DROPPED_HEDGES | _ROUND:
        return None
    before = clause.rest[: quantity.start - clause.at].rstrip()
    before = before.removesuffix(quantity.hedge).rstrip()
    noun_end = quantity.end - clause.at + (len(quantity.noun) + 1 if quantity.noun else 0)
    after = trimmed(clause.rest, noun_end)[noun_end:]
    parts = before.split()
    if EMBEDDING.intersection(parts) or (clause.verb in SAYING and parts):
        return None
    stuff = _STUFF.match(after) if quantity.kind in {"measure", "duration"} else None
    if stuff:
        unit = quantity.text.split(" ", 1)[-1]
        direct = not parts or (len(parts) == 1 and (before in BASES or before in PAST))
        return ask(f"how many {unit}{stuff[1]}", clause, before, after[stuff.end(1) :]) if direct else None
    if any(sign in after for sign in ":;") or "," in before or after.startswith(_ENTANGLED):
        return None
    if quantity.kind in {"date", "year"}:
        return _asked_when(clause, quantity, parts, after)
    return _asked_how_much(clause, quantity, parts, after)


def _asked_when(clause: Clause, quantity: Quantity, parts: list[str], after: str) -> str | None:
    last = parts[-1] if parts else ""
    if last not in _MOMENT_BEFORE or after.strip(" ,.") or (quantity.kind == "date" and last == "in"):
        return None
    if not 3 <= len(parts) <= _LONGEST_BEFORE_DATE or any(w.endswith(("ing", "ed")) for w in parts[2:]):
        return None
    which = "which year" if quantity.kind == "year" else "what date"
    return ask(f"{last} {which}", clause, " ".join(parts[:-1]), "")


def _asked_how_much(clause: Clause, quantity: Quantity, parts: list[str], after: str) -> str | None:
    about = "about " if quantity.hedge in _ROUND else ""
    said_after = len(after.split())
    if _is_object(clause, parts):
        if said_after + len(quantity.noun.split()) < 2 or (quantity.kind == "number" and said_after < 2):
            return None
        lead = _object_lead(clause, quantity, parts, about)
        return ask(lead, clause, " ".join(parts), after) if lead else None
    if parts[-1] not in _MANNER or len(parts) > _LONGEST_BEFORE_MANNER or (len(parts) < 3 and said_after < 2):
        return None
    lead = _manner_lead(quantity, parts[-1], about)
    return ask(lead, clause, " ".join(parts[:-1]), after) if lead else None


def _is_object(clause: Clause, parts: list[str]) -> bool:
    """Whether nothing but verbs stands between the auxiliary and the quantity."""
    if not parts:
        return True
    last = parts[-1]
    if len(parts) <= 2 and (last in BASES or last in PAST or last.endswith(("ing", "ed"))):
        return True
    return len(parts) == 1 and last.isalpha() and clause.auxiliary in _MODALS and not clause.verb


def _object_lead(clause: Clause, quantity: Quantity, parts: list[str], about: str) -> str | None:
    """The question words for a quantity that is the verb's object, or its complement."""
    copula = not clause.verb and not parts
    if quantity.kind == "amount":
        return None if copula else f"{about}how much"
    if quantity.kind == "number":
        return f"{about}how many {quantity.noun}"
    if quantity.kind == "percentage":
        verb = clause.verb or (parts[-1] if parts else "")
        return "by what percentage" if PAST.get(verb, verb) in CHANGE_VERBS else None
    unit = _unit(quantity)
    return f"{about}how many {unit}" if unit and not copula else None


def _manner_lead(quantity: Quantity, preposition: str, about: str) -> str | None:
    if quantity.kind == "percentage":
        return f"{preposition} what percentage" if preposition in {"by", "to", "at"} else None
    if quantity.kind in {"amount", "number"}:
        how = "how much" if quantity.kind == "amount" else f"how many {quantity.noun}"
        return f"{preposition} {about}{how}" if preposition in {"by", "for", "to"} else None
    unit = _unit(quantity)
    return f"{preposition} {about}how many {unit}" if unit and preposition != "to" else None


def _unit(quantity: Quantity) -> str:
    """ "metres" of "41 metres"; "" where there is none of its own."""
    unit = quantity.text.split(" ", 1)[1] if " " in quantity.text else ""
    return "" if unit.startswith(_LARGE) else unit
