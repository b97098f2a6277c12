"""Models that cannot be told apart: the compact letter display of Piepho (Journal of Computational and Graphical Statistics 2004).

Two models share a letter exactly when their difference is not significant. The groups are found by his insert-and-absorb steps: begin with all
models in one group; for each pair that differs, split every group that holds both; drop groups that lie within another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_letters


def letter_groups(names: Sequence[str], different: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The letters of each name; ``names`` from the best to the worst, so that the best has an ``a``.

    ValueError for a pair with a name that is not listed, or of one name twice.
    """
    groups: list[frozenset[str]] = [frozenset(names)] if names else []
    for one, other in different:
        if one == other or not {one, other} <= set(names):
            raise ValueError(f"{one!r} and {other!r} are not two of the names")
        split: list[frozenset[str]] = []
        for group in groups:
            split += [group - {one}, group - {other}] if {one, other} <= group else [group]
        groups = _largest(split)
    place = {name: number for number, name in enumerate(names)}
    ordered = sorted(groups, key=lambda group: sorted(place[name] for name in group))
    return {name: "".join(_letter(number) for number, group in enumerate(ordered) if name in group) for name in names}


def _largest(groups: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """The groups that lie within no other."""
    kept: list[frozenset[str]] = []
    for group in sorted(dict.fromkeys(groups), key=len, reverse=True):
        if not any(group <= other for other in kept):
            kept.append(group)
    return kept


def _letter(number: int) -> str:
    """a to z, A to Z, then a number in brackets."""
    return ascii_letters[number] if number < len(ascii_letters) else f"[{number + 1}]"
