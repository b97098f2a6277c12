"""Cutting a text into sentences and words, by punctuation alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.llm.baselines.lexicon import ABBREVIATIONS

_END = re.compile(r"([.!?…])([\"'”’»)\]]*)\s+(?=[\"'“‘«(¿¡]*[A-ZÀ-ÖØ-Þ0-9$£€])")
_LAST_WORD = re.compile(r"([\w.]+)$")
_WORD = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+(?:[-’'](?![sS]\b)[^\W\d_]+)*|[’'][sS]\b|\S")
_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])+")
_LONGEST_ABBREVIATION = 20


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its text, and whether it opens its paragraph."""

    text: str
    opens: bool


@dataclass(slots=True)  # not frozen: that makes building them three times as slow, and an article has a thousand
class Word:
    """A word, number or sign, and where it stands in its text."""

    text: str
    start: int
    end: int


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text in order. Lines that open with ``#`` (headings, the hours of a live blog) are left out."""
    found: list[Sentence] = []
    for paragraph in text.split("\n"):
        line = " ".join(paragraph.split())
        if not line or line.startswith("#"):
            continue
        start, opens = 0, True
        for match in _END.finditer(line):
            if match[1] == "." and not match[2] and _is_abbreviation(line[start : match.start()]):
                continue
            found.append(Sentence(line[start : match.end()].strip(), opens))
            start, opens = match.end(), False
        if start < len(line):
            found.append(Sentence(line[start:], opens))
    return found


def _is_abbreviation(before: str) -> bool:
    """Whether a full stop after ``before`` belongs to a word: a listed abbreviation or an initial."""
    last = _LAST_WORD.search(before[-_LONGEST_ABBREVIATION:])
    if last is None:
        return False
    word = last[1]
    return (len(word) == 1 and word.isupper()) or word.lower() in ABBREVIATIONS or _INITIALS.fullmatch(word) is not None


def words(text: str) -> list[Word]:
    """The words, numbers and signs of a text with their places. A possessive 's is a word of its own; "Lund-Osk" is one word."""
    return [Word(m[0], *m.span()) for m in _WORD.finditer(text)]
