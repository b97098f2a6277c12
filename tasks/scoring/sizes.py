"""Accuracy against model size: the gap from the smallest to the largest model of a family, and the smallest size that reaches a level."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sized:
    """A model of known size in billions of parameters, and its accuracy (0 to 1)."""

    model: str
    size: float
    accuracy: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """From the smallest to the largest model; ``points`` is the difference of their accuracies, largest minus smallest."""

    smallest: Sized
    largest: Sized

    @property
    def points(self) -> float:
        """Difference of accuracies, -1 to 1."""
        return self.largest.accuracy - self.smallest.accuracy


def size_gap(models: Iterable[Sized]) -> Gap | None:
    """The gap over the models given; None with fewer than two sizes. Of models of one size the better stands."""
    ordered = sorted(models, key=lambda one: (one.size, -one.accuracy, one.model))
    if len({one.size for one in ordered}) < 2:
        return None
    largest = min((one for one in ordered if one.size == ordered[-1].size), key=lambda one: (-one.accuracy, one.model))
    return Gap(smallest=ordered[0], largest=largest)


def smallest_reaching(models: Iterable[Sized], level: float) -> Sized | None:
    """The smallest model whose accuracy is at least ``level``; of several of that size the best. None when none reaches it."""
    reaching = [one for one in models if one.accuracy >= level]
    return min(reaching, key=lambda one: (one.size, -one.accuracy, one.model), default=None)


def family(model: str) -> str:
    """The family that a model's name begins with, in small letters: ``qwen`` of ``hosted/Qwen2.5-7B-Instruct``, ``o`` of ``o1-mini``."""
    last = model.rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[0]
    found = re.match(r"[^\W\d_]+", last.casefold())
    return found[0] if found else last.casefold()


def by_family(models: Iterable[Sized]) -> dict[str, Sequence[Sized]]:
    """Models by family, each from small to large; families in the order of their names."""
    found: dict[str, list[Sized]] = {}
    for one in sorted(models, key=lambda one: (one.size, one.model)):
        found.setdefault(family(one.model), []).append(one)
    return dict(sorted(found.items()))
