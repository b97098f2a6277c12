"""Word lists by which the offline baselines read English news, loaded from ``lexicon.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("lexicon.toml")


def word_lists(path: Path) -> dict[str, Any]:
    """The lists of a word file by name: a text of words becomes a frozenset, a list stays as it is."""
    lists = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: frozenset(value.split()) if isinstance(value, str) else value for name, value in lists.items()}


_LISTS = word_lists(_FILE)


def _words(name: str) -> frozenset[str]:
    found: frozenset[str] = frozenset(_LISTS[name])
    return found


MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

ABBREVIATIONS = _words("abbreviations")
ANAPHORIC = _words("anaphoric")
BAD_SUBJECTS = _words("bad_subjects")
BEFORE_NOUN = _words("before_noun")
BREAKS = _words("breaks")
CHANGE_VERBS = _words("change_verbs")
CITIES = _words("cities")
COMPOUND_PLACES = _words("compound_places")
COUNTRIES = _words("countries")
DURATIONS = _words("durations")
EMBEDDING = _words("embedding")
FIRST_NAMES = _words("first_names")
FIRST_PERSON = _words("first_person")
FRACTIONS = _words("fractions")
GENERIC_STARTS = _words("generic_starts")
HONORIFICS = _words("honorifics")
MEASURES = _words("measures")
MOMENTS = _words("moments")
MONEY = _words("money")
NEW_CLAUSE = _words("new_clause")
NOT_IN_SUBJECT = _words("not_in_subject")
NOT_NAMES = _words("not_names")
NOT_NOUNS = _words("not_nouns")
NUMBER_STOPS = _words("number_stops")
ORGANISATION_ENDINGS = _words("organisation_endings")
ORGANISATION_HEADS = _words("organisation_heads")
ORGANISATION_NOUNS = _words("organisation_nouns")
PARTICIPLES = _words("participles")
PARTICLES = _words("particles")
PEOPLE_NOUNS = _words("people_nouns")
PLACE_ENDINGS = _words("place_endings")
POINTING = _words("pointing")
PREPOSITIONS = _words("prepositions")
REFERRING = _words("referring")
RELATIVE_TIME = _words("relative_time")
ROLE_QUALIFIERS = _words("role_qualifiers")
ROLES = _words("roles")
SMALL_WORDS = _words("small_words")
SOLE_ROLES = _words("sole_roles")
SPANISH_OPENERS = _words("spanish_openers")
SPANISH_POINTING = _words("spanish_pointing")
SUBORDINATORS = _words("subordinators")
TITLES = _words("titles")
UNASKED = _words("unasked")
UNIQUE = _words("unique")
WELL_KNOWN = _words("well_known")
