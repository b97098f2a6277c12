"""Published figures as a CSV file: lines ``# key: value`` (title, source, period, questions), then a line of names, then one line for each model.

Besides ``model``, ``size_billion`` and ``weights``, each column is named by a setting in the short notation (``no_context``, ``oracle``,
``bm25:1d:k3``, ``oracle+open``) and holds an accuracy in percent; an empty cell is a figure that was not published. ``published/table_8.csv`` is one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from storage.schemas.errors import BadInput
from tasks.questions.setting import Setting
from tasks.report.results.gather import Results, place_of
from tasks.report.results.scored import Figure, Scored

_FACTS = ("model", "size_billion", "weights")
PUBLISHED = Path(__file__).parents[1] / "published"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The file: facts from its head, names of columns, and (line number, cells) of each row."""

    path: Path
    facts: Mapping[str, str]
    columns: tuple[str, ...]
    rows: tuple[tuple[int, Mapping[str, str]], ...]

    def number(self, line: int, column: str, text: str, *, most: float) -> float | None:
        """A cell as a number from 0 to ``most``; None for an empty one. BadInput with file and line."""
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise BadInput(f"{column} is {text!r}", where=f"{self.path}, line {line}", todo=f"Write a number from 0 to {most:g}, or nothing")
        return value


def read_sheet(path: Path) -> Sheet:
    """The file with its head. BadInput, with the line, for one that cannot be read."""
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the file cannot be read ({error})", where=str(path), todo="Give a CSV file in UTF-8") from error
    head = [line for line in lines if line.startswith("#")]
    facts = {key.strip(): value.strip() for key, sign, value in (line.lstrip("# ").partition(":") for line in head) if sign}
    body = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    cells = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO("\n".join(line for _, line in body)))]
    if not cells or "model" not in cells[0]:
        raise BadInput("no line of names with a column model", where=str(path), todo="Begin with a line such as model,size_billion,no_context,oracle")
    names = tuple(cells[0])
    rows: list[tuple[int, dict[str, str]]] = []
    for (number, _), row in zip(body[1:], cells[1:], strict=False):
        if len(row) != len(names):
            raise BadInput(f"{len(row)} cells, not {len(names)}", where=f"{path}, line {number}", todo="Give each line the same number of cells")
        found = dict(zip(names, row, strict=True))
        if not found["model"] or any(found["model"] == other["model"] for _, other in rows):
            raise BadInput("the model is missing or stands twice", where=f"{path}, line {number}", todo="Name each model once")
        rows.append((number, found))
    return Sheet(path, facts, names, tuple(rows))


def published_results(path: Path) -> Results:
    """Results from a file of figures: no answers are behind them here, so they have neither intervals nor comparisons. BadInput."""
    sheet = read_sheet(path)
    settings = {name: _setting(sheet, name) for name in sheet.columns if name not in _FACTS}
    scores = []
    for line, row in sheet.rows:
        for name, setting in settings.items():
            percent = sheet.number(line, name, row[name], most=100)
            if percent is not None:
                scores.append(_scored(sheet, line, row, setting, percent))
    questions = sheet.facts.get("questions", "")
    source = sheet.facts.get("source", path.name)
    return Results(
        name=path.stem, title=sheet.facts.get("title", path.stem), subject="published figures", period=sheet.facts.get("period", ""), made=None,
        signature="", source=source, questions=int(questions) if questions.isdigit() else None, articles=None, fresh=False, panel=None, guess=0.25,
        scores=tuple(sorted(scores, key=place_of)),
        notes=(f"Figures as published: {source}. Without the answers behind them there are no intervals, no comparisons and no counts of refusals.",),
    )  # fmt: skip


def _setting(sheet: Sheet, name: str) -> Setting:
    try:
        return Setting.parse(name)
    except BadInput as error:
        raise BadInput(f"column {name!r}: {error.what}", where=str(sheet.path), todo=error.todo) from error


def _scored(sheet: Sheet, line: int, row: Mapping[str, str], setting: Setting, percent: float) -> Scored:
    model = row["model"]
    return Scored(
        model=model, setting=setting, baseline=model.startswith("baseline/"), questions=None, accuracy=Figure(percent / 100),
        size=sheet.number(line, "size_billion", row.get("size_billion", ""), most=1e6), openness=row.get("weights", ""),
    )  # fmt: skip
