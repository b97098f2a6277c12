"""The finite verb of an English sentence's main clause, by listed forms and by what stands before them."""

from __future__ import annotations

from tasks.llm.baselines.lexicon import BEFORE_NOUN, PEOPLE_NOUNS, SUBORDINATORS
from tasks.llm.baselines.sentences import Word
from tasks.llm.baselines.verbs import AUXILIARIES, BASES, NOUNS_TOO, PAST, THIRD

_RELATIVE = frozenset({"who", "which", "whose", "whom", "where", "that"})


def first_verb(line: list[Word]) -> int:
    """Index of the finite verb of a sentence's main clause, -1 where none is recognised.

    Verbs of relative clauses before it do not count.
    """
    texts = [w.text for w in line]
    first = 1
    if texts and texts[0] in SUBORDINATORS:
        first = texts.index(",") + 2 if "," in texts else len(texts)
    aside = False
    for i in range(first, len(texts)):
        word, before = texts[i], texts[i - 1]
        if before == "," and (word in _RELATIVE or (word in PAST and i < len(texts) - 1 and "," in texts[i:])):
            aside = True
        elif word == "," and aside:
            aside = False
        if not aside and before not in _RELATIVE and _is_verb(texts, i):
            return i
    return -1


def _is_verb(texts: list[str], i: int) -> bool:
    word, before = texts[i], texts[i - 1]
    if word in AUXILIARIES:
        return True
    if (word in PAST or word in THIRD) and before.lower() not in BEFORE_NOUN and before != "-":
        return word not in NOUNS_TOO or before[0].isupper()
    plural = before.endswith("s") and before.islower() and not before.endswith(("ss", "us", "'s"))
    if word not in BASES or not (plural or before in PEOPLE_NOUNS) or before in BEFORE_NOUN:
        return False
    return i + 1 < len(texts) and texts[i + 1] not in {"of", ",", "."}
