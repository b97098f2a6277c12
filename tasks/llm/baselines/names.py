"""Names in English news prose, told apart by what stands around them.

A person has a title, a role, an age, a verb of speech, a known first name, or is later called by the surname alone; an organisation has an
ending such as Authority or a head such as Bank of; a place has an ending such as Bay, is listed, or is what things happen in. A span
without such a sign stays "other": good enough to anchor a sentence, never offered as a choice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from tasks.llm.baselines.lexicon import (
    CITIES,
    COMPOUND_PLACES,
    COUNTRIES,
    FIRST_NAMES,
    ORGANISATION_ENDINGS,
    ORGANISATION_HEADS,
    ORGANISATION_NOUNS,
    PLACE_ENDINGS,
    ROLES,
    TITLES,
)  # fmt: skip
from tasks.llm.baselines.mentions import Mention, spans
from tasks.llm.baselines.sentences import Sentence, words
from tasks.llm.baselines.verbs import AMBIGUOUS, PAST, SPEECH

_ACRONYM = re.compile(r"[A-Z]{2,6}")
_OF_TOWN = re.compile(r"(?:town|village|city|island|port|capital|district|state) of$")
_PERSONAL = re.compile(r", (?:aged )?\d{2},|, who\b|, whose\b")
_HEAD_ENDS = re.compile(r"[,.;:]| of | at | for | in ")
_SAID = SPEECH - {"told", "tells", "called", "calls", "asked"}
_NONE: Counter[str] = Counter()


@dataclass(slots=True)
class Names:
    """The names of one text: mentions by sentence, the distinct full names by kind in order of appearance, full names by surname."""

    mentions: list[list[Mention]] = field(default_factory=list)
    by_kind: dict[str, dict[str, int]] = field(default_factory=dict)
    surnames: dict[str, set[str]] = field(default_factory=dict)

    def full_names(self, kind: str) -> list[str]:
        """The distinct names of a kind."""
        return list(self.by_kind.get(kind, ()))


def find_names(text_sentences: list[Sentence], others: Collection[str] = ()) -> Names:
    """All names of a text that was cut into sentences.

    others: names known from elsewhere, such as the day's other articles; a word of these is a name even where only sentences open with it.
    """
    lines = [words(s.text) for s in text_sentences]
    lower = {w.text for line in lines for w in line if w.text.islower()}
    mentions = [spans(s.text, line, lower) for s, line in zip(text_sentences, lines, strict=True)]
    alone = Counter(m.text for line in mentions for m in line if " " not in m.text)
    signs: dict[str, Counter[str]] = {}
    for sentence, line in zip(text_sentences, mentions, strict=True):
        for mention in line:
            signs.setdefault(mention.text, Counter()).update(_signs(sentence.text, mention))
    _drop_openers(mentions, others)
    kinds = _kinds({m.text for line in mentions for m in line}, signs, alone)
    return _collected(mentions, kinds)


def _drop_openers(mentions: list[list[Mention]], others: Collection[str]) -> None:
    """Takes out words that only ever open a sentence and are part of no other name."""
    inner = {m.text for line in mentions for m in line if not m.opens}
    inner |= {part for text in inner if " " in text for part in (text.split()[0], text.split()[-1]) if part[0].isupper()}
    for line in mentions:
        line[:] = [m for m in line if not m.opens or m.text in inner or m.text in others]


def _signs(text: str, mention: Mention) -> list[str]:
    """What the words around one mention say about its kind."""
    before = text[: mention.start].rstrip()
    previous = before.rsplit(" ", 1)[-1].strip(".,“\"") if before else ""
    after = text[mention.end : mention.end + 60]
    following = after.split(" ", 2)[1].strip(".,") if after.startswith(" ") and len(after) > 1 else ""
    found: list[str] = []
    thing = previous in {"the", "The"} and not mention.title
    if thing:
        found.append("thing")
    if mention.title or (previous in ROLES and not before.endswith(",")) or previous in TITLES:
        found.append("person")
    if _PERSONAL.match(after) or (after.startswith(", ") and _names_a_role(after[2:])):
        found.append("person")
    if following in SPEECH or previous in _SAID:
        found.append("speaker")
    if following in PAST and following not in AMBIGUOUS and not thing:
        found.append("actor")
    return found + _signs_of_things(before, previous, after)


def _signs_of_things(before: str, previous: str, after: str) -> list[str]:
    found: list[str] = []
    if previous in {"in", "near", "outside", "around"} and not after.startswith(("'", "’")):
        found.append("place")
    if previous == "of" and _OF_TOWN.search(before):
        found.append("town")
    if previous in ORGANISATION_NOUNS:
        found.append("organisation")
    return found


def _names_a_role(after: str) -> bool:
    """Whether an apposition opens with a role within its first words: ", the state's chief vet,"."""
    head = _HEAD_ENDS.split(after, maxsplit=1)[0].split()[:6]
    return bool(head) and head[-1] in ROLES and (not head[0][0].isupper() or head[0] in TITLES or head[0].endswith(("'s", "’s")))


def _kinds(texts: Collection[str], signs: Mapping[str, Counter[str]], alone: Mapping[str, int]) -> dict[str, str]:
    """The kind of each span, all its mentions taken together."""
    kinds = {}
    for text in texts:
        own = signs.get(text, _NONE)
        kinds[text] = _plain_kind(text, own)
        if not kinds[text]:
            kinds[text] = _person_kind(text, own, signs.get(text.split()[-1], _NONE), alone) if " " in text else "other"
    towns = {text for text, kind in kinds.items() if kind == "place" and " " not in text}
    for text, kind in kinds.items():
        first, last = text.split()[0], text.split()[-1]
        if kind == "person" and first != last and (last in towns or (first in towns and first not in FIRST_NAMES)):
            kinds[text] = "other"
    return kinds


def _plain_kind(text: str, signs: Counter[str]) -> str:
    """The kind that a span's own words and plain signs settle, "" where they do not."""
    parts = text.replace(" of the ", " of ").split()
    several = len(parts) > 1
    if text in COMPOUND_PLACES:
        return "place"
    headed = " of " in text and any(p in ORGANISATION_HEADS for p in parts[:-1])
    if (several and parts[-1] in ORGANISATION_ENDINGS) or headed or " & " in text or signs["organisation"]:
        return "organisation"
    if several and signs["thing"] and not signs["person"]:
        return "place" if parts[-1] in PLACE_ENDINGS else "other"
    if text in COUNTRIES or text in CITIES or signs["town"] or (several and parts[-1] in PLACE_ENDINGS):
        return "place"
    if several:
        return ""
    if signs["person"]:
        return "person"
    return "place" if signs["place"] and not signs["speaker"] and not _ACRONYM.fullmatch(text) else ""


def _person_kind(text: str, signs: Counter[str], surname: Counter[str], alone: Mapping[str, int]) -> str:
    """person, place or other for a span of several words. surname: the signs of its last word where that stands alone."""
    parts = text.replace(" of the ", " of ").split()
    last, known = parts[-1], parts[0] in FIRST_NAMES
    unfit = len(last) == 1 or "." in last or len(set(parts)) < len(parts) or (last.endswith("s") and not signs["person"] and not known)
    if len(parts) > 4 or any(p in ORGANISATION_HEADS or _ACRONYM.fullmatch(p) for p in parts):
        unfit = True
    elif unfit:
        return "other"
    if not unfit:
        speaks = signs["speaker"] and (alone.get(last, 0) > 0 or len(parts) == 2)
        acts = len(parts) == 2 and not surname["thing"] and (surname["speaker"] or surname["actor"]) and alone.get(parts[0], 0) == 0
        if signs["person"] or speaks or ((known or acts) and not signs["place"]):
            return "person"
    return "place" if signs["place"] and len(parts) <= 2 and not signs["speaker"] else "other"


def _collected(mentions: list[list[Mention]], kinds: Mapping[str, str]) -> Names:
    """Kinds written into the mentions, and the full names gathered; whoever shares a surname with a person is one as well."""
    names = Names(mentions=mentions)
    for line in mentions:
        for mention in line:
            mention.kind = kinds[mention.text]
            if mention.kind != "person" or " " in mention.text:
                counts = names.by_kind.setdefault(mention.kind, {})
                counts[mention.text] = counts.get(mention.text, 0) + 1
    people = names.by_kind.setdefault("person", {})
    others = names.by_kind.setdefault("other", {})
    surnames = {person.split()[-1] for person in people}
    for text in list(others):
        if text.split()[-1] in surnames and 2 <= len(set(text.split())) == len(text.split()) <= 4:
            people[text] = others.pop(text)
    for person in people:
        names.surnames.setdefault(person.split()[-1], set()).add(person)
    for line in mentions:
        for mention in line:
            if mention.kind != "person" and mention.text in names.surnames:
                mention.kind = "person"
                others.pop(mention.text, None)
                names.by_kind.get("place", {}).pop(mention.text, None)
    return names
