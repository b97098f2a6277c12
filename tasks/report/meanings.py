"""What stages and reasons mean in plain words; ``meanings.toml`` holds them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "meanings.toml"
_TRUNCATED_ANSWER = "The output limit cut the reply before a choice could be read."


@dataclass(frozen=True, slots=True)
class StageWords:
    """A stage's title, what it counts, and what it does."""

    title: str
    unit: str
    meaning: str


def stage_words(stage: str) -> StageWords:
    """The words for a stage; an unknown one is called by its code."""
    found = _words()["stages"].get(stage)
    return StageWords(**found) if found else StageWords(stage.replace("_", " ").capitalize(), "items", "")


def stage_order(stage: str) -> int:
    """The place of a stage on the way from feed to score; unknown ones come between ingest and release."""
    known = list(_words()["stages"])
    return known.index(stage) if stage in known else known.index("validate")


def meaning_of(reason: str, stage: str = "") -> str:
    """One line for a reason's code; empty for one that nobody has explained."""
    if stage == "answers" and reason == "truncated":
        return _TRUNCATED_ANSWER
    found = _words()["reasons"].get(reason)
    if found is None and (status := re.fullmatch(r"http_(\d{3})", reason)):
        return f"The site answered with HTTP status {status[1]}."
    return str(found or "")


def column_meanings(table: str) -> dict[str, str]:
    """One line for each column of a table of the report."""
    return dict(_words()["columns"].get(table, {}))


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))
