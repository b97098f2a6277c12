"""Capitalised spans of one sentence: where a name begins and ends, and the title before it.

A capital that a sentence, a quotation or the calendar gives is no name's; a title is not part of a name; "of", "&" and particles may link.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.llm.baselines.lexicon import (
    FIRST_NAMES,
    MONTHS,
    NOT_NAMES,
    ORGANISATION_ENDINGS,
    ORGANISATION_HEADS,
    PARTICLES,
    PLACE_ENDINGS,
    ROLES,
    TITLES,
    WEEKDAYS,
)  # fmt: skip
from tasks.llm.baselines.sentences import Word

_CALENDAR = frozenset(MONTHS) | frozenset(WEEKDAYS)
_TRADE = re.compile(r"[A-Z][a-z-]{3,}(?:er|or|man|woman|ist|ian|keeper|year-old)")
_OPENING_SIGNS = frozenset("\"“‘'«(:[—–-")
_SMALL_AFTER_DASH = re.compile(r"-[a-z]")


@dataclass(slots=True)
class Mention:
    """One capitalised span in one sentence. kind: person, organisation, place, other.

    ``start`` leaves the title out. ``opens``: its capital may be owed to the start of the sentence alone.
    """

    text: str
    start: int
    end: int
    kind: str = "other"
    title: str = ""
    opens: bool = False


def spans(text: str, line: list[Word], lower: set[str]) -> list[Mention]:
    """The capitalised spans of a sentence and its words. lower: the words that the whole text has in small letters."""
    found: list[Mention] = []
    i, n = 0, len(line)
    while i < n:
        if not _is_capital(line[i].text) or _only_opens(text, line, i, lower):
            i += 1
            continue
        j = i + 1
        while j < n and (step := _step(text, line, i, j)):
            j += step
        mention = _without_title(text, line, i, j)
        if mention is not None:
            found.append(mention)
        i = j
    return found


def _is_capital(word: str) -> bool:
    return word[0] >= "A" and word[0].isupper() and ("-" not in word or not _SMALL_AFTER_DASH.search(word) or word in TITLES)


def _only_opens(text: str, line: list[Word], i: int, lower: set[str]) -> bool:
    """Whether the capital at ``i`` is owed to the start of a sentence or quotation, or to the calendar, and not to a name."""
    word = line[i].text
    if word in _CALENDAR or (len(word) == 1 and not text.startswith(".", line[i].end)):
        return True
    first = i == 0 or line[i - 1].text in _OPENING_SIGNS
    if word in NOT_NAMES:
        return first or not (i + 1 < len(line) and _follows(text, line, i + 1) and _is_capital(line[i + 1].text))
    if not first:
        return False
    return word.lower() in lower or (word.endswith(("ing", "ly")) and len(word) > 5)


def _follows(text: str, line: list[Word], j: int) -> bool:
    """Whether word ``j`` follows the one before it after one space."""
    return text[line[j - 1].end : line[j].start] == " "


def _step(text: str, line: list[Word], i: int, j: int) -> int:
    """By how many words the name that starts at ``i`` goes on at ``j``; 0 where it ends."""
    n = len(line)
    if line[j].text == "." and line[j - 1].text in TITLES and j + 1 < n and line[j].start == line[j - 1].end:
        return 2 if _is_capital(line[j + 1].text) else 0  # Dr. Ulla Brandt
    if not _follows(text, line, j):
        return 0
    if _is_capital(line[j].text) and line[j].text not in _CALENDAR:
        return 3 if _is_initial(line, j) else 1
    if not _is_link(line, i, j):
        return 0
    if j + 1 < n and _is_capital(line[j + 1].text) and _follows(text, line, j + 1):
        return 2
    twofold = j + 2 < n and (line[j + 1].text in PARTICLES or (line[j].text, line[j + 1].text) == ("of", "the"))
    return 3 if twofold and _is_capital(line[j + 2].text) else 0  # van der Moor, Institute of the Coast


def _is_initial(line: list[Word], j: int) -> bool:
    """Whether word ``j`` is an initial with its stop, before another capital: "Jonathan P. Blair"."""
    if len(line[j].text) > 1 or j + 2 >= len(line):
        return False
    return line[j + 1].text == "." and line[j + 1].start == line[j].end and _is_capital(line[j + 2].text)


def _is_link(line: list[Word], start: int, at: int) -> bool:
    """Whether the small word at ``at`` may stand inside a name: a particle, "of" after Bank, Ministry and the like, or "&"."""
    word = line[at].text
    if word in PARTICLES or word == "&":
        return True
    return word == "of" and any(w.text in ORGANISATION_HEADS for w in line[start:at])


def _without_title(text: str, line: list[Word], i: int, j: int) -> Mention | None:
    """The name in words ``i`` to ``j`` with its title apart; None where there is only a title."""
    last = max((k for k in range(i, j) if line[k].text in TITLES or line[k].text.lower() in ROLES), default=-1)
    if last < 0 and i == 0 and j - i == 3 and _TRADE.fullmatch(line[0].text) and line[0].text not in FIRST_NAMES:
        last = 0
    first, title = i, ""
    if last >= 0 and line[j - 1].text not in ORGANISATION_ENDINGS and line[j - 1].text not in PLACE_ENDINGS:
        first = last + 1
        if first < j and line[first].text == ".":
            first += 1
        title = text[line[i].start : line[first - 1].end]
    if first >= j:
        return None
    opens = not title and first == j - 1 and (i == 0 or line[i - 1].text in _OPENING_SIGNS)
    start, end = line[first].start, line[j - 1].end
    return Mention(text[start:end], start, end, title=title, opens=opens)
