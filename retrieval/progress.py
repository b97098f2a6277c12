"""How long work tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many units are done and how many there are."""


def silent(what: str, done: int, total: int) -> None:
    """Tell nobody."""
