"""Values of a table's row as a page shows them: a text, what to sort by, and whether it stands to the right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.report.figures import NONE, UNKNOWN, usd
from tasks.report.meanings import column_meanings

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name, what it means, and whether it holds figures."""

    name: str
    meaning: str
    numeric: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """``order``: what a page sorts by, a number for figures."""

    text: str
    order: str
    numeric: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table ready to be written. total: the last row sums up the others and stays last."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: bool = False


def table_view(name: str, rows: Sequence[Mapping[str, Any]], *, leave_out: Sequence[str] = (), total: bool = False) -> TableView:
    """The rows as a table; ``name`` is that of its column meanings."""
    meanings = column_meanings(name)
    names = [column for column in (rows[0] if rows else ()) if column not in leave_out]
    numeric = {column: _is_numeric(column, [row.get(column) for row in rows]) for column in names}
    columns = tuple(Column(column, meanings.get(column, _letter_meaning(column)), numeric[column]) for column in names)
    cells = tuple(tuple(_cell(column, row.get(column), numeric[column]) for column in names) for row in rows)
    return TableView(name, columns, cells, total)


def plain(text: object) -> str:
    """A text from outside without control characters."""
    return _CONTROL.sub(" ", str(text))


def shown(column: str, value: Any) -> str:
    """A value as people read it: USD with the digits it needs, percent with one, counts in groups of three, a dash for nothing."""
    if value is None or value == "":
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if column.startswith("USD"):
        return value if isinstance(value, str) else usd(value)
    if isinstance(value, float):
        return f"{value:.1f}" if "%" in column or column == "spread" else f"{value:,.4g}"
    # HTTP codes are names, not amounts.
    return f"{value:,}" if isinstance(value, int) and column != "HTTP" else plain(value)


def _cell(column: str, value: Any, numeric: bool) -> Cell:
    text = shown(column, value)
    if not numeric:
        return Cell(text, "" if text == NONE else text.casefold(), False)
    if isinstance(value, str) and value not in ("", UNKNOWN):  # an interval sorts by its lower bound
        return Cell(text, value.split()[0], True)
    return Cell(text, "" if value in (None, "", UNKNOWN) else repr(value), True)


def _is_numeric(column: str, values: Sequence[Any]) -> bool:
    if column == "95 % interval":
        return True
    found = [value for value in values if value not in (None, "", UNKNOWN)]
    return bool(found) and all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in found)


def _letter_meaning(column: str) -> str:
    return f"Share of answers (or right choices) at {column[0]}, in percent." if re.fullmatch(r"[A-Z] %", column) else ""
