"""The phrases of ``phrases.toml`` as compiled patterns, one for each rule and language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_PHRASES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
_NO_WORD_BORDERS = frozenset({"zh", "ja"})
_PUNCTUATION = str.maketrans(dict.fromkeys(".,;:!?¿¡()[]{}'\"-/&", " "))


@dataclass(frozen=True, slots=True)
class Phrases:
    """A section's pattern in one language. ``words``: every match holds one of them; empty where that is not known."""

    pattern: re.Pattern[str]
    words: frozenset[str]

    def find(self, text: str, words: Set[str]) -> str:
        """The first match in ``text``, of which ``words`` are the folded words; empty when there is none."""
        if self.words and self.words.isdisjoint(words):
            return ""
        match = self.pattern.search(text)
        return match.group().strip() if match else ""


@cache
def phrases(section: str, language: str) -> Phrases:
    """The phrases of a section in a language, or in English where the section has no list for it."""
    lists = _PHRASES[section]
    code = language if language in lists else "en"
    border = "" if code in _NO_WORD_BORDERS else r"\b"
    pattern = re.compile(border + "(?:" + "|".join(lists[code]) + ")", re.MULTILINE)
    return Phrases(pattern, frozenset(lists.get("words", "").split()) if code == "en" else frozenset())


def in_any_language(section: str) -> str:
    """All expressions of a section joined by "or", without borders: for building patterns."""
    return "|".join(expression for name, expressions in _PHRASES[section].items() if name != "words" for expression in expressions)


def words_in_all(section: str) -> frozenset[str]:
    """Words of which every match of the section holds one, whatever the language."""
    return frozenset(_PHRASES[section]["words"].split())


def has_list(section: str, language: str) -> bool:
    """Whether the section has a list of its own for the language."""
    return language in _PHRASES[section]


def words_of(folded: str) -> frozenset[str]:
    """The words of a folded text, punctuation off."""
    return frozenset(folded.translate(_PUNCTUATION).split())
