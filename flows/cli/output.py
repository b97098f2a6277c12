"""How the command line speaks: tables for people, JSON for programs, one message for an error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.console import Console

from flows.cli.layout import blocks_of, filled, plain, table_of
from storage.schemas.clock import iso


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


def show_rows(rows: Sequence[Mapping[str, Any]], title: str = "", columns: Iterable[str] | None = None, *, fold: bool = True) -> None:
    """Print rows of equal keys: a JSON list of whole rows, or a table of those ``columns`` that hold something (blocks where it would not fit).

    ``fold`` false: no cell is torn, so that paths can be copied.
    """
    if manner.as_json:
        print_json(list(rows))
        return
    if not rows:
        console.print(f"{title or 'rows'}: none", markup=False)
        return
    names = filled(rows, list(columns)) if columns else list(rows[0])
    if title:
        console.print(title, markup=False, style="italic", soft_wrap=True)
    table = table_of(rows, names, width=console.width, fold=fold)
    if table is not None:
        console.print(table, "")
        return
    for block in blocks_of(rows, names):
        console.print(block + "\n", markup=False, soft_wrap=True)


def show_tables(tables: Mapping[str, Sequence[Mapping[str, Any]]], *, whole: Sequence[str] = ()) -> None:
    """Print several tables by title: one JSON document for all of them, or one after the other; no cell of a table in ``whole`` is torn."""
    if manner.as_json:
        print_json(tables)
        return
    for title, rows in tables.items():
        show_rows(rows, title=title, fold=title not in whole)


def say(text: str) -> None:
    """A sentence for a person; silent when JSON is asked for."""
    if not manner.as_json:
        console.print(text, markup=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=_as_text) + "\n")


def _as_text(value: Any) -> str:
    return iso(value) if isinstance(value, datetime) and value.tzinfo is not None else str(value)
