"""The guess line: the accuracy to expect of picking blindly, from the questions' own numbers of choices."""

from __future__ import annotations

from collections.abc import Iterable


def guess_line(choices: Iterable[int]) -> float | None:
    """Mean of 1/choices over the questions (0.25 where all have four); None without questions.

    ValueError for a question without choices.
    """
    sizes = list(choices)
    if any(size < 1 for size in sizes):
        raise ValueError("a question has no choices")
    return sum(1 / size for size in sizes) / len(sizes) if sizes else None
