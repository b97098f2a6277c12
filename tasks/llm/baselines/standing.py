"""Whether an English sentence says what it says without its neighbours.

A question quotes or turns one sentence; everything in it must be named in it. So: no word that points outside (he, this, there, another),
no time that moves (yesterday, last week, Monday), nobody's "I" and "we", no talk about the text itself. See also ``definites``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from tasks.llm.baselines.finite import first_verb
from tasks.llm.baselines.lexicon import (
    ANAPHORIC,
    BREAKS,
    FIRST_PERSON,
    GENERIC_STARTS,
    MOMENTS,
    NEW_CLAUSE,
    POINTING,
    PREPOSITIONS,
    REFERRING,
    RELATIVE_TIME,
    WEEKDAYS,
)  # fmt: skip
from tasks.llm.baselines.sentences import Word
from tasks.llm.baselines.verbs import AUXILIARIES

_HUMAN = frozenset({"he", "she", "him", "her", "his", "himself", "herself"})
_LATER = frozenset({"it", "its", "they", "them", "their", "itself", "themselves", "each"})
_ORDINAL = frozenset({"first", "last", "other", "the"})
_FEW = frozenset({"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"})
_TAKEN_UP = MOMENTS | ANAPHORIC
_MOVING = RELATIVE_TIME | REFERRING | frozenset(WEEKDAYS) | {"latest", "newest"}


def points_outside(line: list[Word], people: Collection[int]) -> bool:
    """Whether a word of the sentence needs another sentence, another speaker or another day to be understood.

    people: indices at which a person's full name ends; he and her are understood after one.
    """
    texts = [w.text for w in line]
    first_person = min(people, default=len(line))
    verb = first_verb(line)
    return any(_points(texts, i, text.lower(), first_person, verb) for i, text in enumerate(texts))


def _points(texts: list[str], i: int, word: str, first_person: int, verb: int) -> bool:
    text = texts[i]
    if word in _MOVING or text in _MOVING or (word in FIRST_PERSON and text != "US"):
        return True
    if word == "as" and texts[i + 1 : i + 2] == ["of"]:
        return True
    if word in _ORDINAL and _is_elliptic(texts, i):
        return True
    if word in {"it", "them", "they"} and i > 0 and not _has_antecedent(texts, i, verb):
        return True
    if word in _HUMAN:
        return i <= first_person
    return word in POINTING and not _is_understood(texts, i, word)


def _is_elliptic(texts: list[str], i: int) -> bool:
    """Whether a bare number follows: "the first two from a bequest"."""
    if i + 2 >= len(texts) or texts[i + 1] not in _FEW:
        return False
    return texts[i + 2] in PREPOSITIONS or not texts[i + 2][0].isalnum()


def _has_antecedent(texts: list[str], i: int, verb: int) -> bool:
    """Whether "it" or "them" at ``i`` can mean something named before in the sentence: not so in its first clause."""
    if texts[i - 1] == "of":
        return "," in texts[max(0, i - 4) : i]
    return any(t == "," or t in NEW_CLAUSE for t in texts[max(verb, 0) : i])


def _goes_on(following: str) -> bool:
    """Whether a noun, and not the end of the phrase, follows."""
    return following.isalpha() and following not in BREAKS and following not in PREPOSITIONS and following not in AUXILIARIES


def _that(texts: list[str], i: int, following: str) -> bool:
    beyond = texts[i + 2] if i + 2 < len(texts) else "."
    if i == 0 or following in _TAKEN_UP or not beyond[0].isalnum():
        return False
    return not (following in AUXILIARIES and texts[i - 1] == ",")


_UNDERSTOOD: dict[str, Callable[[list[str], int, str], bool]] = {
    "there": lambda texts, i, following: following in {"is", "are", "was", "were", "will", "would", "has", "have", "had"},
    "one": lambda texts, i, following: following == "of" or _goes_on(following),
    "that": _that,
    "so": lambda texts, i, following: following == "that",
    "former": lambda texts, i, following: _goes_on(following),
    "latter": lambda texts, i, following: _goes_on(following),
    "those": lambda texts, i, following: following in {"who", "of", "with", "in", "whose"},
    "other": lambda texts, i, following: i > 3 and texts[i - 1].lower() != "the",
    "others": lambda texts, i, following: i > 3 and texts[i - 1].lower() != "the",
    "another": lambda texts, i, following: i > 3 and texts[i - 1].lower() != "the",
    "such": lambda texts, i, following: following == "as",
    "then": lambda texts, i, following: i > 3 and texts[i - 1] == "and",
    "both": lambda texts, i, following: i > 2 or following[:1].isupper(),
}


def _is_understood(texts: list[str], i: int, word: str) -> bool:
    """Whether a pointing word has something in its own sentence to point at, or does not point at all."""
    test = _UNDERSTOOD.get(word)
    if test is None:
        return word in _LATER and i > 3
    return test(texts, i, texts[i + 1].lower() if i + 1 < len(texts) else "")


def opens_vaguely(line: list[Word]) -> bool:
    """Whether the sentence starts with a word that leans on the one before it."""
    return line[0].text.lower() in GENERIC_STARTS or line[0].text.lower() in AUXILIARIES


def names_at(text: str, line: list[Word], names: Collection[str]) -> list[int]:
    """Indices of the words at which one of ``names`` ends in the sentence, in order."""
    ends = set()
    for name in names:
        at = text.find(name)
        while at >= 0:
            ends.add(at + len(name))
            at = text.find(name, at + 1)
    return [i for i, w in enumerate(line) if w.end in ends]
