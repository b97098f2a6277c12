"""Choices given as numbers by other people's systems: whether they count from 0 or from 1, found out from the numbers themselves.

Published predictions do not say it, and taken the wrong way a system of 90 % scores 10 %. A number equal to how many choices there are can
only count from 1, a 0 only from 0; any other number beyond the choices is no pick. The base holds for all predictions of one system;
questions may have any number of choices.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.schemas.errors import BadInput


def index_base(numbers: Sequence[int | None], counts: Sequence[int]) -> int:
    """0 or 1. ``numbers``: a system's predictions, None where it gave none; ``counts``: choices of each question.

    BadInput when the numbers contradict each other, or when all of them fit both bases: then nobody can tell.
    """
    pairs = [(number, count) for number, count in zip(numbers, counts, strict=True) if number is not None and 0 <= number <= count]
    bases = [base for base in (0, 1) if all(base <= number < count + base for number, count in pairs)]
    if len(bases) == 1:
        return bases[0]
    if not bases:
        raise BadInput("some numbers count from 0 and some from 1", where="predictions", todo="Give each as the text of its choice")
    raise BadInput("the numbers fit counting from 0 and from 1", where="predictions", todo="Say which, or give each as the text of its choice")


def picked_indexes(numbers: Sequence[int | None], counts: Sequence[int]) -> list[int | None]:
    """The predictions as indexes from 0; None where there is none, or a number that is no choice in any counting (a page, a year)."""
    base = index_base(numbers, counts)
    return [number - base if number is not None and base <= number < count + base else None for number, count in zip(numbers, counts, strict=True)]
