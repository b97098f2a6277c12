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
    """A stage's title, what it counts, what it does, and what it means to be kept by it."""

    title: str
    unit: str
    meaning: str
    kept: str


def stage_words(stage: str) -> StageWords:
    """The words for a stage; an unknown one is called by its code."""
    found = _words()["stages"].get(stage)
    return StageWords(**found) if found else StageWords(_spelt(stage), "items", "A stage that this report has no words for.", "Went on.")


def stage_order(stage: str) -> int:
    """The place of a stage on the way from feed to score; unknown ones come between ingest and release."""
    known = list(_words()["stages"])
    return known.index(stage) if stage in known else known.index("validate")


def meaning_of(reason: str, stage: str = "") -> str:
    """One line for a reason's code, or for having been kept without one. A code that nobody has explained is spelt out."""
    if not reason:
        return stage_words(stage).kept
    if stage == "answers" and reason == "truncated":
        return _TRUNCATED_ANSWER
    if found := _words()["reasons"].get(reason):
        return str(found)
    status = re.match(r"http[_ ](\d{3})\b", reason)
    return f"The site answered with HTTP status {status[1]}." if status else _spelt(reason) + "."


def column_meanings(table: str) -> dict[str, str]:
    """One line for each column of a table of the report."""
    return dict(_words()["columns"].get(table, {}))


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def _spelt(code: str) -> str:
    text = code.replace("_", " ").strip(" .")
    return text[:1].upper() + text[1:]
