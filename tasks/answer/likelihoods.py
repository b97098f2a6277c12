"""How likely a model held each choice, from the log-probabilities of its answer's tokens.

Only where the letter stands first or behind words that announce an answer ("Answer:"): a letter further on came out of what was written before
it. The forms of a letter ("B", " B", "(B") are added up. A letter that is not among the alternatives given gets the lowest of them, which is
the most that it can have had.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

import orjson

_LEAD_IN = re.compile(r"[\W_]*(?:the\s+)?(?:(?:correct|right|final|best)\s+)?(?:answer|choice|option)?[\W_]*(?:is)?[\W_]*", re.IGNORECASE)
_EDGES = " \t\n\u2581\u0120*_`\"'()[]{}<>.:,;"


def choice_logprobs(token_logprobs: str, choices: int) -> tuple[float, ...]:
    """The natural logarithm of each choice's probability, in the order shown; empty when the tokens do not tell.

    token_logprobs: as in the record Call.
    """
    if not token_logprobs:
        return ()
    tokens: Sequence[tuple[str, Mapping[str, float]]] = orjson.loads(token_logprobs)
    letters = ascii_uppercase[:choices]
    before = ""
    for token, alternatives in tokens:
        if token.strip(_EDGES) in (*letters,):
            return _of_letters(letters, alternatives) if _LEAD_IN.fullmatch(before) else ()
        before += token
    return ()


def likeliest(logprobs: Sequence[float]) -> int | None:
    """The choice with the highest log-probability; None without any, and where the highest is shared."""
    top = max(logprobs, default=None)
    return None if top is None or list(logprobs).count(top) > 1 else list(logprobs).index(top)


def _of_letters(letters: str, alternatives: Mapping[str, float]) -> tuple[float, ...]:
    shares: dict[str, float] = {}
    for token, value in alternatives.items():
        letter = token.strip(_EDGES)
        if letter in (*letters,):
            shares[letter] = shares.get(letter, 0.0) + math.exp(value)
    floor = min(alternatives.values(), default=-100.0)
    return tuple(math.log(shares[letter]) if shares.get(letter, 0.0) > 0 else floor for letter in letters)
