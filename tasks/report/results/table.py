"""A table as data: typed columns that may stand in groups, rows of values, notes below. Every form (HTML, Markdown, CSV, LaTeX) is made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tasks.report.cells import plain
from tasks.report.figures import NONE, UNKNOWN, usd

Kind = Literal["text", "percent", "interval", "points", "count", "number", "p", "usd"]
Value = str | int | float | bool | tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column. kind says how values are held and shown:

    percent and points (with a sign): fractions, shown times 100; interval: (low, high) as fractions; p: a p-value; usd: None is unknown.
    group: a heading over several neighbouring columns. meaning: one line for readers. places: decimals of percent.
    """

    name: str
    kind: Kind = "text"
    group: str = ""
    meaning: str = ""
    places: int = 1

    @property
    def numeric(self) -> bool:
        """Whether it stands to the right and sorts by number."""
        return self.kind != "text"

    @property
    def label(self) -> str:
        """Group and name on one line."""
        return f"{self.group}: {self.name}" if self.group else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """key: as the paper numbers it (T8), or a word for tables that it does not have. notes: what must be known to read it; warnings: what may mislead."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    about: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    empty: str = "Nothing of this is stored."

    @property
    def groups(self) -> list[tuple[str, int]]:
        """Headings over the columns with the number of columns below each; empty ones where there is none."""
        found: list[tuple[str, int]] = []
        for column in self.columns:
            if found and found[-1][0] == column.group:
                found[-1] = (column.group, found[-1][1] + 1)
            else:
                found.append((column.group, 1))
        return found

    @property
    def grouped(self) -> bool:
        """Whether any column stands under a heading."""
        return any(column.group for column in self.columns)

    def records(self) -> list[dict[str, Any]]:
        """Rows for programs: percent as numbers to six decimals, an interval as two columns, None for what is not known."""
        return [self._record(row) for row in self.rows]

    def _record(self, row: Sequence[Value]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for column, value in zip(self.columns, row, strict=True):
            if column.kind == "interval":
                low, high = value if isinstance(value, tuple) else (None, None)
                found |= {f"{column.label} low": _percent_number(low), f"{column.label} high": _percent_number(high)}
            elif column.kind in ("percent", "points"):
                found[f"{column.label} %" if "%" not in column.label else column.label] = _percent_number(value)
            else:
                found[column.label] = value
        return found


def text_of(column: Column, value: Value) -> str:
    """A value as people read it; a dash for None."""
    if column.kind == "usd":
        return usd(value) if isinstance(value, (int, float)) else UNKNOWN
    if value is None or value == "":
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        low, high = (f"{bound * 100:.{column.places}f}".replace("-", "−") for bound in value)
        return f"{low} to {high}" if value[0] < 0 else f"{low}–{high}"
    if isinstance(value, str):
        return " ".join(plain(value).split())
    return _number(column, value)


def order_of(column: Column, value: Value) -> str:
    """What a page sorts by; empty for nothing."""
    if value is None or value == "":
        return ""
    if isinstance(value, tuple):
        return repr(value[0])
    return value.casefold() if isinstance(value, str) else repr(float(value))


def _number(column: Column, value: float) -> str:
    if column.kind == "percent":
        return f"{value * 100:.{column.places}f}"
    if column.kind == "points":
        return f"{value * 100:+.{column.places}f}".replace("-", "−")
    if column.kind == "p":
        return "< 0.0001" if value < 0.0001 else f"{value:.4f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def _percent_number(value: Value) -> float | None:
    return round(value * 100, 6) if isinstance(value, (int, float)) else None
