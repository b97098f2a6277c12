"""From the answer that an agent states to one of its four choices, by exact rules only.

Nothing is guessed: what is neither the text of a choice (typography aside) nor its letter is no key. An index is never resolved, since
nobody can tell a first choice from a zeroth, nor ``true`` from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tasks.questions.folding import fold, tidy

LETTERS = "ABCD"
_LABEL = re.compile(r"^\s*(?:(?:option|choice|answer)\s+)?\(?\s*([A-Da-d])\s*(?:[).:\]]|-(?=\s))\s*", re.IGNORECASE)
_LETTER = re.compile(r"^(?:(?:option|choice|answer)\s+)?[(\[]?([A-Da-d])[)\].:]?$", re.IGNORECASE)


def clean_choices(choices: Sequence[str]) -> tuple[str, ...]:
    """The choices tidied; labels such as ``A) `` taken off when all of them carry theirs, in order."""
    tidied = tuple(map(tidy, choices))
    if not all(choice[:2].lstrip("(").upper()[:1] == letter for choice, letter in zip(tidied, LETTERS, strict=False)):
        return tidied
    labels = [_LABEL.match(choice) for choice in tidied]
    if all(label and label.group(1).upper() == LETTERS[i] and label.end() < len(label.string) for i, label in enumerate(labels) if i < 4):
        return tuple(choice[label.end() :] for choice, label in zip(tidied, labels, strict=True) if label)
    return tidied


def find_key(stated: Any, choices: Sequence[str]) -> tuple[str | None, str]:
    """(the choice that ``stated`` names, "") or (None, the reason): key_missing, key_is_an_index, key_ambiguous, key_not_a_choice."""
    if stated is None or stated == "":
        return None, "key_missing"
    if not isinstance(stated, str):
        return None, "key_is_an_index" if isinstance(stated, (int, float)) else "key_not_a_choice"
    text = tidy(stated)
    if choices.count(text) == 1:
        return text, ""
    found, several = _by_text(text, choices)
    if found is not None or several:
        return found, "key_ambiguous" if several else ""
    if (letter := _LETTER.match(text)) is not None:
        return _at(letter.group(1), choices)
    if (label := _LABEL.match(text)) is not None:
        at_letter, reason = _at(label.group(1), choices)
        by_text, _ = _by_text(text[label.end() :], choices)
        if by_text is not None:
            return (by_text, "") if by_text == at_letter else (None, "key_ambiguous")
        return None, reason or "key_not_a_choice"
    return None, "key_is_an_index" if text.lstrip("-").isdigit() else "key_not_a_choice"


def _by_text(text: str, choices: Sequence[str]) -> tuple[str | None, bool]:
    """(the one choice of the same folded text, whether there are several)."""
    wanted = _folded(text)
    same = [choice for choice in choices if _folded(choice) == wanted]
    return (same[0], False) if len(same) == 1 else (None, len(same) > 1)


def _folded(text: str) -> str:
    return fold(text).rstrip(".").rstrip()


def _at(letter: str, choices: Sequence[str]) -> tuple[str | None, str]:
    place = LETTERS.index(letter.upper())
    return (choices[place], "") if place < len(choices) else (None, "key_not_a_choice")
