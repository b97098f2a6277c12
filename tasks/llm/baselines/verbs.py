"""English verbs of news prose, from ``verbs.toml``: which word is a finite verb, and what its plain form is.

The regular rules are those of any school grammar: -ed, -d after e, -ied after a consonant and y, a doubled consonant where it is listed so.
"""

from __future__ import annotations

from pathlib import Path

from tasks.llm.baselines.lexicon import word_lists

_LISTS = word_lists(Path(__file__).with_name("verbs.toml"))


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + "ed"


def _third(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _tables() -> tuple[dict[str, str], dict[str, str]]:
    past = {_past(base): base for base in sorted(_LISTS["regular"])}
    past |= {base + base[-1] + "ed": base for base in sorted(_LISTS["doubling"])}
    third = {_third(base): base for name in ("regular", "doubling") for base in _LISTS[name]}
    for base, *forms in _LISTS["irregular"]:
        past |= dict.fromkeys(forms, base)
        if base != "be":
            third[_third(base)] = base
    return past, third


PAST, THIRD = _tables()
"""Past form to plain form, and third person singular to plain form."""

BASES = frozenset(PAST.values()) | frozenset(THIRD.values())
"""The plain forms of all listed verbs."""

AUXILIARIES: frozenset[str] = _LISTS["auxiliaries"]
SPEECH: frozenset[str] = _LISTS["speech"]
SAYING: frozenset[str] = _LISTS["saying"]
NOUNS_TOO: frozenset[str] = _LISTS["nouns_too"]
AMBIGUOUS: frozenset[str] = _LISTS["no_main_verb"] | {"is", "was", "were", "are"}


def is_finite(word: str) -> bool:
    """Whether a lower-case word can be the finite verb of a main clause, right after its subject."""
    return word in AUXILIARIES or word in PAST or word in THIRD
