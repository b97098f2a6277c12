"""How the command line speaks: tables for people, JSON for programs, one message for an error, progress bars on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table


@dataclass
class Manner:
    """What the global options ask for; set once by the command line's entry."""

    as_json: bool = False
    traceback: bool = False


manner = Manner()
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def show(value: Mapping[str, Any]) -> None:
    """Print a mapping: as one JSON document, or as aligned lines for a person."""
    if manner.as_json:
        print_json(value)
        return
    width = max((len(k) for k in value), default=0)
    for key, item in value.items():
        console.print(f"{key:<{width}}  {plain(item)}", markup=False, soft_wrap=True)


def show_rows(rows: Sequence[Mapping[str, Any]], title: str = "", columns: Iterable[str] | None = None) -> None:
    """Print rows of equal keys: a JSON list, or a table with numbers to the right."""
    if manner.as_json:
        print_json(list(rows))
        return
    names = list(columns or (rows[0] if rows else ()))
    if not rows:
        console.print(f"{title or 'rows'}: none", markup=False)
        return
    table = Table(title=title or None, title_justify="left", header_style="bold")
    for name in names:
        numeric = all(isinstance(r.get(name), (int, float)) or r.get(name) is None for r in rows)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*[_cell(plain(row.get(name))) for name in names])
    console.print(table)


def say(text: str) -> None:
    """A sentence for a person; silent when JSON is asked for."""
    if not manner.as_json:
        console.print(text, markup=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n")


def plain(value: Any) -> str:
    """A value as a person reads it; None as a dash."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1 else f"{value:,.2f}"
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(v) for v in value)
    return str(value)


def _cell(text: str) -> str:
    # rich reads [brackets] as markup; titles and bodies come from outside.
    return text.replace("[", r"\[")


def progress() -> Progress:
    """A bar with counts and elapsed time, on standard error so that pipes stay clean; off when it is no terminal."""
    return Progress(
        TextColumn("{task.description:<22}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        console=errors, transient=True, disable=manner.as_json or not sys.stderr.isatty(),
    )  # fmt: skip
