"""Who or what a sentence of an English article refers to: surnames, "She" and "It", "the authority".

Only what can mean one thing is resolved: a surname that one person of the article has; a pronoun that opens a sentence, after a sentence
of the same paragraph that opens with the one name that it fits; the only authority, bank or council that the article names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tasks.llm.baselines.lexicon import ORGANISATION_ENDINGS, ORGANISATION_HEADS
from tasks.llm.baselines.mentions import Mention
from tasks.llm.baselines.names import Names
from tasks.llm.baselines.sentences import Sentence
from tasks.llm.baselines.verbs import is_finite

PRONOUN = re.compile(r"^(He|She|It|His|Her|Its)(?= [a-z])")
"""A pronoun that opens a sentence."""

_COMMON_HEADS = frozenset(
    {"Company", "Co", "Group", "Police", "News", "Times", "Media", "Party", "Service", "Services", "Office", "Board", "School"}
)
_DUMMY = re.compile(
    r"It (?:is|was|will be|would be|has been|had been|takes|took) (?!(?:made|built|sold|due|planned|\d|called|owned|run)\b)"
)
_THING_BEFORE = re.compile(r"\b[Tt]he ([a-z]{3,}) $")
_THING = re.compile(r"\b([Tt])he ([a-z]+)(?=(['’]s\b)|[ ,](\w*))")


def known_things(text_sentences: list[Sentence], names: Names, text: str) -> dict[str, str]:
    """What "the ferry" or "the authority" stands for in an article ("the ferry Aurelia"), where that is only one thing."""
    found: dict[str, set[str]] = {}
    for body in names.full_names("organisation"):
        parts = body.split()
        if parts[-1] in _COMMON_HEADS:
            continue
        head = parts[-1] if parts[-1] in ORGANISATION_ENDINGS else next((p for p in parts if p in ORGANISATION_HEADS), "")
        if head:
            article = "the " if f"the {body}" in text or f"The {body}" in text else ""
            found.setdefault(head.lower(), set()).add(article + body)
    for sentence, line in zip(text_sentences, names.mentions, strict=True):
        for mention in line:
            if mention.kind != "other" or mention.title or sentence.text[mention.end : mention.end + 1] not in {" ", ",", "."}:
                continue
            match = _THING_BEFORE.search(sentence.text[: mention.start])
            if match:
                found.setdefault(match[1], set()).add(f"the {match[1]} {mention.text}")
    return {head: next(iter(full)) for head, full in found.items() if len(full) == 1 and not _is_introduced(head, text)}


def _is_introduced(head: str, text: str) -> bool:
    """Whether the article also speaks of "a bank" or "the oldest bank", which "the bank" may take up."""
    return re.search(rf"\b(?:an?|another|its|their|every|[a-z-]+est|former|rival|other) {head}\b", text) is not None


def with_full_names(text: str, mentions: list[Mention], names: Names) -> str | None:
    """``text`` with surnames as full names; None where a surname could be two people's."""
    for mention in reversed(mentions):
        full = names.surnames.get(mention.text) if mention.kind == "person" else None
        if full is None:
            continue
        if len(full) > 1:
            return None
        name = next(iter(full))
        first = not any(m.start < mention.start and m.text == mention.text for m in mentions)
        if name not in text and first:
            text = text[: mention.start] + name + text[mention.end :]
    return text


def with_things(text: str, things: Mapping[str, str]) -> str:
    """ "The authority" replaced by the one authority of the article."""
    for match in _THING.finditer(text):
        full = things.get(match[2])
        if full is None or (match[3] is None and match[4] and not is_finite(match[4])) or full.removeprefix("the ") in text:
            continue
        full = "T" + full[1:] if match[1] == "T" and full.startswith("the ") else full
        return text[: match.start()] + full + text[match.end() :]
    return text


def spoken_of(sentence: Sentence, mentions: list[Mention], before: Mention | None) -> Mention | None:
    """The name that a pronoun at the start of the next sentence can only mean; before: the one that it could mean at the start of this."""
    text = sentence.text
    pronoun = PRONOUN.match(text)
    if pronoun is not None:
        return None if sentence.opens or _DUMMY.match(text) else _still(before, mentions, pronoun[1])
    if not mentions or '"' in text or "“" in text:
        return None
    first = mentions[0]
    lead = text[: first.start - len(first.title) - (1 if first.title else 0)]
    if lead not in {"", "The "} or text.startswith(("'", "’"), first.end):
        return None
    if first.kind == "person" and len({m.text.split()[-1] for m in mentions if m.kind == "person"}) > 1:
        return None
    return first


def _still(before: Mention | None, mentions: list[Mention], pronoun: str) -> Mention | None:
    """The subject of the sentence before, if the pronoun fits it and nobody new is named."""
    human = pronoun in {"He", "She", "His", "Her"}
    if before is None or human != (before.kind == "person"):
        return None
    if human and any(m.kind == "person" and m.text.split()[-1] != before.text.split()[-1] for m in mentions):
        return None
    return before


def with_subject(text: str, subject: Mention | None, names: Names) -> str:
    """``text`` with the pronoun that opens it replaced by ``subject``."""
    pronoun = PRONOUN.match(text)
    if pronoun is None or subject is None or subject.kind == "place":
        return text
    name = subject.text
    if subject.kind == "person":
        full = names.surnames.get(name.split()[-1], set())
        if len(full) != 1:
            return text
        name = next(iter(full))
    if name in text:
        return text
    owner = "'s" if pronoun[1] in {"His", "Her", "Its"} else ""
    return ("The " if subject.start == 4 else "") + name + owner + text[pronoun.end() :]
