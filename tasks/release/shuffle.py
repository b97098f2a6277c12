"""The order in which choices are shown: shuffled by a stored seed, and counted, so that no position gives the key away.

The shuffle is Fisher and Yates's (Durstenfeld, 1964) over numbers drawn from SHA-256, not from Python's ``random``: a seed gives the same
order on every version and machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from storage.manifest import KeyPositions
from storage.schemas.ids import digest
from storage.schemas.questions import Question

T = TypeVar("T")


def question_seed(seed: str, question_id: str) -> str:
    """The seed of one question, from that of its release: 16 hex digits, stored with the question."""
    return digest("shuffle", seed, question_id)[:16]


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """The items in the order that ``seed`` gives."""
    order = list(items)
    numbers = _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return order


def _numbers(seed: str) -> Iterator[int]:
    """64-bit numbers from SHA-256 over seed and a counter."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{seed}/{counter}".encode()).digest()
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number below ``bound``, all equally likely: numbers from the incomplete last stretch are drawn again."""
    edge = 2**64 - 2**64 % bound
    return next(number for number in numbers if number < edge) % bound


def key_positions(questions: Iterable[Question], size: int = 4) -> KeyPositions:
    """Questions by the position of the right choice, with Pearson's chi-square against an even spread (``size`` - 1 degrees of freedom)."""
    counts = [0] * size
    for question in questions:
        counts[question.key_index] += 1
    if not any(counts):
        return KeyPositions(counts=tuple(counts), chi_square=None, p_value=None)
    from scipy.special import chdtrc  # here, for only this line needs SciPy

    even = sum(counts) / size
    chi_square = sum((count - even) ** 2 for count in counts) / even
    return KeyPositions(counts=tuple(counts), chi_square=round(chi_square, 4), p_value=round(float(chdtrc(size - 1, chi_square)), 4))
