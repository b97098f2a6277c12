"""What an article names and counts, by kind, found by rules: the stock from which wrong choices are taken.

English: person, organisation, place and all kinds of quantity. Spanish: the quantities. Other languages: nothing.
"""

from __future__ import annotations

from tasks.llm.baselines import spanish
from tasks.llm.baselines.names import find_names
from tasks.llm.baselines.quantities import quantities
from tasks.llm.baselines.sentences import sentences

KINDS = ("person", "organisation", "place", "amount", "number", "percentage", "measure", "duration", "date", "year")
"""The kinds that ``entities`` tells apart."""

_MAX_TEXT = 40_000


def entities(text: str, language: str = "en") -> dict[str, list[str]]:
    """The entities of a text by kind, each once, in order of appearance; kinds without any are left out.

    language: ISO code; ``en`` and ``es`` are read, anything else gives an empty result. Only the first 40,000 characters are looked at.
    """
    text = text[:_MAX_TEXT]
    found: dict[str, dict[str, None]] = {}
    if language[:2] == "en":
        names = find_names(sentences(text))
        for kind in ("person", "organisation", "place"):
            found[kind] = dict.fromkeys(names.full_names(kind))
        counted = quantities(text)
    elif language[:2] == "es":
        counted = spanish.quantities(text)
    else:
        counted = []
    for quantity in counted:
        found.setdefault(quantity.kind, {})[quantity.text] = None
    return {kind: list(texts) for kind, texts in found.items() if texts}
