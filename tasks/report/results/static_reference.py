"""Table 9 of the paper: what a model scores on a benchmark that does not change, as a reference for knowledge from its training.

The figures come from a file: ``published/mmlu_pro.csv``, or one of the user's own with the same columns (model, size_billion, accuracy).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from storage.schemas.errors import BadInput
from tasks.report.results.columns import SIZE
from tasks.report.results.figures_file import PUBLISHED, read_sheet
from tasks.report.results.gather import Results
from tasks.report.results.table import Column, Table, Value
from tasks.scoring.sizes import family

MMLU_PRO = PUBLISHED / "mmlu_pro.csv"
_TUNING = {"instruct", "it"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRow:
    """A model's accuracy (0 to 1) on the static benchmark."""

    model: str
    size: float | None
    accuracy: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A static benchmark: its name, where its figures come from, and one row for each model."""

    name: str
    source: str
    rows: tuple[ReferenceRow, ...]

    def of(self, model: str) -> ReferenceRow | None:
        """The row of a model, whatever its provider, spelling of signs, or word for instruction tuning."""
        return next((row for row in self.rows if same_model(row.model) == same_model(model)), None)


def read_reference(path: Path | None = None) -> Reference:
    """The reference in a file, MMLU-Pro as the paper has it by default. BadInput, with the line, for a file that cannot be read."""
    sheet = read_sheet(path or MMLU_PRO)
    if "accuracy" not in sheet.columns:
        raise BadInput("there is no column accuracy", where=str(sheet.path), todo="Begin with model,size_billion,accuracy")
    rows = []
    for line, row in sheet.rows:
        accuracy = sheet.number(line, "accuracy", row["accuracy"], most=100)
        if accuracy is not None:
            size = sheet.number(line, "size_billion", row.get("size_billion", ""), most=1e6)
            rows.append(ReferenceRow(model=row["model"], size=size, accuracy=accuracy / 100))
    return Reference(name=sheet.facts.get("title", sheet.path.stem), source=sheet.facts.get("source", sheet.path.name), rows=tuple(rows))


def same_model(name: str) -> str:
    """What different spellings of a model's name have in common."""
    words = re.findall(r"[^\W_]+", name.rstrip("/").rsplit("/", 1)[-1].casefold())
    return "".join(word for place, word in enumerate(words) if place == 0 or word not in _TUNING)


def reference_table(results: Results, reference: Reference) -> Table:
    """T9, with the figures of the models that were tested here beside it."""
    tested = list(dict.fromkeys(one.model for one in results.scores))
    of = {row.model: [model for model in tested if reference.of(model) == row] for row in reference.rows}
    rows: list[tuple[Value, ...]] = [(row.model, row.size, row.accuracy, ", ".join(of[row.model]) or None) for row in _ordered(reference.rows)]
    missing = [model for model in tested if reference.of(model) is None and not model.startswith("baseline/")]
    notes = [f"Source: {reference.source}."]
    if missing:
        notes.append(f"Without a figure there: {', '.join(missing)}. A file of your own can hold them.")
    columns = (
        Column(name="model", meaning="As the source names it."), SIZE, Column(name=f"{reference.name} %", kind="percent", meaning="Accuracy as published."),
        Column(name="here", meaning="The model under test that it is."),
    )  # fmt: skip
    return Table(
        key="T9", title=f"Static reference: {reference.name}", columns=columns, rows=tuple(rows), notes=tuple(notes),
        about="What models score on a benchmark that stays the same, from their training alone.",
    )  # fmt: skip


def _ordered(rows: Iterable[ReferenceRow]) -> list[ReferenceRow]:
    return sorted(rows, key=lambda row: (family(row.model), row.size is None, row.size or 0.0, row.model))
