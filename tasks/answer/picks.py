"""Reading a pick at a given place of a reply: a letter, several letters, a choice's text word for word, or "none of them".

A letter is a letter only where it cannot be a word: bracketed, or followed by punctuation, an end, or another letter of a list. "A" and
"I" before a word are English words; "III" and "D.C." are no letters; a letter followed by the text of another choice contradicts itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Literal

from tasks.questions.folding import fold_choice, holds_words

Kind = Literal["one", "either", "several", "none", "out_of_range", "letter_and_text_differ"]


@dataclass(frozen=True, slots=True)
class Pick:
    """What was picked, and where that ends: ``one``, ``either`` of some (B or C), ``several``, ``none`` of them, or nothing usable."""

    kind: Kind
    indexes: frozenset[int]
    end: int


class Choices:
    """The choices as a reply may name them: by letter in the order shown, or by their text."""

    def __init__(self, choices: Sequence[str]) -> None:
        self.count = len(choices)
        self._longest = 8 + max((len(text) for text in choices), default=0)
        self._with_article = {index for index, text in enumerate(choices) if text[:2].lower() == "a "}
        self._by_text: dict[str, int | None] = {}
        for index, text in enumerate(choices):
            folded = fold_choice(text)
            self._by_text[folded] = None if folded in self._by_text else index

    def index(self, letter: str) -> int | None:
        """The index of a letter; None beyond the last choice."""
        position = ascii_uppercase.index(letter.upper())
        return position if position < self.count else None

    def is_lettered(self, text: str, index: int) -> bool:
        """Whether the "A" before a choice's text reads as another choice's letter."""
        return text.startswith("A ") and index > 0 and index not in self._with_article

    def opens_with_other(self, text: str, index: int) -> bool:
        """Whether ``text`` begins with the text of a choice other than ``index``."""
        folded = fold_choice(text[: self._longest])
        return any(i != index and holds_words(folded[: len(choice)], choice) for choice, i in self._by_text.items())

    def named(self, text: str) -> int | None:
        """The index of the only choice whose text this is."""
        return self._by_text.get(fold_choice(text)) if 0 < len(text) <= self._longest else None


_FILLER = re.compile(
    r"(?:\s+|\.{3}|[:=>\-–—→]"
    r"|(?:therefore|thus|then|clearly|definitely|certainly|most likely|likely|probably|indeed|hence|simply|either|both|now|just|still"
    r"|going to be|(?:the )?(?:option|choice|letter|answer)|la|le|das|die|a letra|letra|opci[óo]n|op[çc][ãa]o)\b){0,16}",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"[(\[\"']{0,3}(?:none|no (?:correct|right|valid|suitable|such|matching)\b|(?:not|n't)\s+(?:\w+ly\s+|one of\s+|any of\s+)?"
    r"(?:listed|among|in\b|given|provided|available|present|included|there\b|shown|any of|one of))",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:not|neither|never|nor|no longer|un(?:clear|known|certain))\b|n't\b", re.IGNORECASE)
_BRACKETED = re.compile(r"[(\[{<\"']{1,4}\s?([A-Za-z])\s?[.:]?\s?[)\]}>\"']{1,4}")
_UNCLOSED = re.compile(r"[(\[{\"']([A-Z])(?=\s*(?:\Z|[\n,.:;]))")
_BARE = re.compile(r"([A-Z])(?![A-Za-z0-9'_^#]|\+\+|\.[A-Za-z]\.|\.\s?[A-Z]\.|-[A-Za-z0-9]|(?<=N)/[Aa]\b)")
_LOWER = re.compile(r"([a-z])(?=\s*(?:[.,;:!)\]}\n]|\Z))(?!\.[A-Za-z])")
_AS_LETTER = re.compile(r"\s*(?:[.,;:!?()\[\]\-–—/&+\"'\n]|\Z)|\s+(?:because|since|and|or|but|due|given|which|is|not)\b")
_RUN = re.compile(r"[(\[\"']{0,3}([A-Z]{2,26})[)\]\"']{0,3}(?=[\s.,;:!]|\Z)")
_JOINER = re.compile(
    r"\s*(?:,\s*(?:and\b|or\b|&)?|;|/|&|\+|and/or\b|or\b|and\b|as well as\b)\s*(?:also|maybe|perhaps|possibly|even|option|choice)?\s*",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\s+(?:is|was|are|were|would be|can ?not be|can't be|could not be)\s+(?:\w+ly\s+)?"
    r"(?:not\b|incorrect|invalid|wrong|false|excluded|eliminated|ruled out|unlikely|impossible)"
)
_TEXT_END = re.compile(r"[.;!](?=\s|\Z)|,\s|\s(?:because|since|as)\b|\s[(\-–—]|:\s")
_UNDECIDED = re.compile(r"[\s,]*(?:or|and|maybe|perhaps|possibly)\b", re.IGNORECASE)


def read_pick(text: str, at: int, choices: Choices, *, by_text: bool = True) -> Pick | None:
    """The pick that stands in ``text`` at ``at``, after filler words; None when there is none, when it is denied or only asked.

    by_text: whether the text of a choice counts, as well as its letter.
    """
    filler = _FILLER.match(text, at)
    at = filler.end() if filler else at
    if by_text and (named := _named(text, at, choices)):
        return named
    line_break = filler is not None and "\n" in filler.group()
    if none := _NONE.match(text, at):
        return Pick("none", frozenset(), none.end())
    if _NOT.match(text, at):
        return None
    letters, joined, at = _letters(text, at, choices)
    if not letters:
        return _run_of_letters(text, at, choices)
    if text[at : at + 2].lstrip().startswith("?") or _DENIED.match(text, at):
        return None
    if line_break and not _fills_line(text, at, letters, choices):
        return None  # the cue introduces a listing of the choices
    if len(letters) > 2 and len(set(letters)) < len(letters):
        return None  # a row of letters in which one stands twice answers several questions
    return _of_letters(letters, joined, at, text, choices)


def _of_letters(letters: list[str], joined: bool, at: int, text: str, choices: Choices) -> Pick:
    found = [choices.index(letter) for letter in letters]
    indexes = frozenset(index for index in found if index is not None)
    if None in found:
        return Pick("out_of_range", indexes, at)
    if len(indexes) > 1:
        return Pick("either" if joined else "several", indexes, at)
    line = text[at:].split("\n", 1)[0].strip(" .:)-–—,\"']}(")
    other = choices.named(line)
    if other is not None and other not in indexes:
        return Pick("letter_and_text_differ", indexes, at)
    return Pick("one", indexes, at)


def _fills_line(text: str, at: int, letters: list[str], choices: Choices) -> bool:
    """Whether nothing but the choice's own text follows on the line."""
    line = text[at:].split("\n", 1)[0].strip(" .:)-–—,\"']}(")
    return not line or choices.named(line) == choices.index(letters[0])


def _letters(text: str, at: int, choices: Choices) -> tuple[list[str], bool, int]:
    """(letters of a list, whether an "or" joins them, where the list ends)."""
    letters: list[str] = []
    joined = False
    position = at
    while token := _letter(text, position, choices):
        letters.append(token[0])
        at = token[1]
        joiner = _JOINER.match(text, at)
        if joiner is None:
            break
        joined = joined or "or" in joiner.group().lower() or "/" in joiner.group()
        position = joiner.end()
    return letters, joined, at


def _letter(text: str, at: int, choices: Choices) -> tuple[str, int] | None:
    """(the letter at ``at`` in capitals, where it ends)."""
    match = _BRACKETED.match(text, at) or _UNCLOSED.match(text, at) or _LOWER.match(text, at)
    if match:
        return match.group(1).upper(), match.end()
    match = _BARE.match(text, at)
    if match is None:
        return None
    if match.group(1) in "AI" and not _AS_LETTER.match(text, match.end()):
        index = choices.index(match.group(1))
        line = text[match.end() :].split("\n", 1)[0].strip(" .")
        if index is None or choices.named(line) != index:
            return None
    return match.group(1), match.end()


def _run_of_letters(text: str, at: int, choices: Choices) -> Pick | None:
    """Several letters written as one word, (ACD); any other word is none."""
    run = _RUN.match(text, at)
    if run is None or len(set(run[1])) < len(run[1]):
        return None
    indexes = [choices.index(letter) for letter in run[1]]
    known = frozenset(index for index in indexes if index is not None)
    return Pick("several", known, run.end()) if len(known) == len(indexes) else None


def _named(text: str, at: int, choices: Choices) -> Pick | None:
    """A choice given by its text, which must end with the line, the sentence or the clause."""
    line = text[at:].split("\n", 1)[0][:600]
    ends = [len(line), *(m.start() for m in _TEXT_END.finditer(line))][:9]
    for end in sorted(set(ends), reverse=True):
        piece = line[:end].strip(" .\"'()[]{}")
        index = choices.named(piece) if len(piece) > 1 else None
        if index is None:
            continue
        rest = line[end:]
        if choices.is_lettered(piece, index):
            return Pick("letter_and_text_differ", frozenset((index,)), at + end)
        if _UNDECIDED.match(rest.lstrip(" .,;")):
            return Pick("either", frozenset((index,)), at + end)
        if rest[:1] == "," and choices.opens_with_other(rest[1:].strip(), index):
            return Pick("several", frozenset((index,)), at + end)
        letter = _BRACKETED.match(rest.strip())
        if letter and choices.index(letter[1]) != index:
            return Pick("letter_and_text_differ", frozenset((index,)), at + end)
        return Pick("one", frozenset((index,)), at + end)
    return None
