"""Grids of evaluations: which models answer in which settings, from a TOML file or the command line.

    judge = "gpt-4o-2024-08-06"

    [[grid]]
    models = ["gemma-3-4b-it", "gpt-4o-2024-08-06"]
    settings = ["no_context+both", "oracle+both", "bm25:1d:k3"]

    [[grid]]
    models = ["llama-3.1-8b-instruct"]
    settings = ["bm25,dpr,colbert:1,5,10d:k1,3,5,10"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from storage.schemas.errors import BadConfig, BadInput
from tasks.questions.setting import FORMS, MULTIPLE_CHOICE, Setting, parse_settings


@dataclass(frozen=True, slots=True)
class Cell:
    """One evaluation of a grid: a model by name, in a setting; on a sample of so many questions, 0 for all."""

    model: str
    setting: Setting
    sample: int = 0


class GridRow(BaseModel):
    """Some models, each in some settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    models: tuple[str, ...] = Field(min_length=1, description="Models under test, by name")
    settings: tuple[str, ...] = Field(min_length=1, description="Settings in the short notation")
    forms: tuple[str, ...] = Field((MULTIPLE_CHOICE,), min_length=1, description="Forms of the settings whose notation names none")
    sample: int = Field(0, ge=0, description="Questions to ask, drawn by the settings' seed and the same for all models; 0: all")


class Grid(BaseModel):
    """A grid file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    judge: str | None = Field(None, description="Model that judges the open-ended answers; none: equality alone")
    panel: tuple[str, ...] = Field((), description="Models whose answers without context tell fresh questions from stale ones; empty: all under test")
    grid: tuple[GridRow, ...] = Field(min_length=1, description="Models and settings")

    def cells(self) -> list[Cell]:
        """Every cell, once."""
        return list(dict.fromkeys(cell for row in self.grid for cell in cells(row.models, row.settings, row.forms, sample=row.sample)))


def cells(models: Iterable[str], settings: Iterable[str], forms: Iterable[str] = (MULTIPLE_CHOICE,), *, sample: int = 0) -> list[Cell]:
    """All models in all settings. BadInput names a setting or form that cannot be read."""
    wanted = tuple(forms)
    if unknown := [form for form in wanted if form not in FORMS]:
        raise BadInput(f"there is no form {unknown[0]!r}", where="forms", todo=f"Choose of {', '.join(FORMS)}")
    parsed = parse_settings(settings, wanted)
    return [Cell(model, setting, sample) for model in dict.fromkeys(models) for setting in parsed]


def read_grid(path: Path) -> Grid:
    """The grid of a file. BadConfig names file, line or key of what is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
        grid = Grid(**tomllib.loads(text))
        grid.cells()
    except FileNotFoundError:
        raise BadConfig("there is no such grid file", where=str(path), todo="Write one: see docs/how-to/evaluating.md") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfig(str(error), where=str(path), todo="Mend the file; it is TOML") from None
    except ValidationError as error:
        first = min(error.errors(), key=lambda one: one["type"] != "extra_forbidden")  # a mistyped key explains a missing one
        key = ".".join(str(part) for part in first["loc"])
        raise BadConfig(f"{key}: {first['msg']}", where=str(path), todo="A grid file has judge, panel and [[grid]] with models and settings") from None
    except BadInput as error:
        raise BadConfig(error.what, where=_line_of(path, text, error.what), todo=error.todo) from None
    return grid


def _line_of(path: Path, text: str, what: str) -> str:
    """The file, with the line on which the word quoted in ``what`` stands."""
    quoted: Sequence[str] = what.split("'")
    word = quoted[1] if len(quoted) > 2 else ""
    return next((f"{path}:{number}" for number, line in enumerate(text.splitlines(), 1) if word and f'"{word}"' in line), str(path))
