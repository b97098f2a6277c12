"""What an English sentence calls "the ..." although it is not the sentence that says which."""

from __future__ import annotations

from collections.abc import Mapping

from tasks.llm.baselines.lexicon import ANAPHORIC, BREAKS, PREPOSITIONS, UNIQUE, WELL_KNOWN
from tasks.llm.baselines.sentences import Word
from tasks.llm.baselines.verbs import AUXILIARIES, NOUNS_TOO, PAST, THIRD

_CLARIFIED = frozenset({"of", "who", "whose", "which", "where"})
_ADJUNCT = frozenset({"for", "in", "at", "on", "from", "with", "to", "by", "between", "near", "off"})
_ENDS = BREAKS | PREPOSITIONS | {"a", "an", "the", "its", "his", "her", "their"}
_SURELY = 9


def dangling(line: list[Word], met: Mapping[str, int] | None = None, index: int = 0) -> int:
    """How many things are called "the ..." without an introduction; one that surely takes up another ("the company", the
    subject that opens the sentence, or a noun that the article has used before) counts as many.

    met: for each word of the article the first sentence that has it; index: the number of this sentence.
    """
    texts = [w.text for w in line]
    count = 0
    seen: set[str] = set()
    for i, text in enumerate(texts):
        if text.lower() == "the":
            count += _leans(texts, i, seen, met or {}, index)
        seen.add(text.lower())
    return count


def _leans(texts: list[str], i: int, seen: set[str], met: Mapping[str, int], index: int) -> int:
    """0 where the noun phrase that "the" at ``i`` opens can be understood: named, qualified, unique, known to all, or said before."""
    phrase, end = _phrase(texts, i + 1)
    if not phrase or any(w[0].isupper() or w[0].isdigit() or w in UNIQUE or w.endswith("est") for w in phrase):
        return 0
    noun = phrase[-1]
    if noun in WELL_KNOWN or noun in seen:
        return 0
    after = texts[end] if end < len(texts) else ""
    beyond = texts[end + 1] if end + 1 < len(texts) else ""
    if after in _CLARIFIED or (after in _ADJUNCT and beyond and (beyond[0].isupper() or beyond in {"a", "an"})):
        return 0
    return _SURELY if i == 0 or noun in ANAPHORIC or met.get(noun, index) < index else 1


def _is_verb(word: str) -> bool:
    """Whether a word after a noun is surely a verb; one in -ed may be an adjective, "the cracked bearing"."""
    return word in AUXILIARIES or (word in PAST and not word.endswith("ed")) or (word in THIRD and word not in NOUNS_TOO)


def _phrase(texts: list[str], start: int) -> tuple[list[str], int]:
    """The words of the noun phrase from ``start``, and the place after it."""
    end = start
    while end < len(texts) and end - start < 6 and texts[end][0].isalnum():
        word = texts[end]
        if word.lower() in _ENDS or (end > start and _is_verb(word)):
            break
        end += 1
    return texts[start:end], end
