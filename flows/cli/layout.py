"""How rows are laid out on a terminal: as a table where the columns fit, else one block for each row, so that no word or path is torn apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rich import box
from rich.table import Table

from storage.schemas.clock import iso

_GAP = 2  # blanks between two columns
_WHOLE = 40  # longer words, such as paths and addresses, may be folded in a table


def plain(value: Any) -> str:
    """A value as a person reads it; None as a dash, instants in UTC to the second."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _number(value, _decimals([value]))
    if isinstance(value, datetime) and value.tzinfo is not None:
        return iso(value.replace(microsecond=0))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {plain(held)}" for name, held in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(held) for held in value) or "-"
    return str(value)


def columns_of(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[list[str]]:
    """The cells of each column as text; numbers of one column have the same number of decimals."""
    return [_column([row.get(name) for row in rows]) for name in names]


def table_of(rows: Sequence[Mapping[str, Any]], names: Sequence[str], *, width: int, fold: bool = True) -> Table | None:
    """A table in ``width`` characters; None where it would not fit without tearing words. ``fold``: very long words may be torn."""
    cells = columns_of(rows, names)
    least = [_longest_word([name, *column], fold) for name, column in zip(names, cells, strict=True)]
    wanted = [max(wide, *map(len, column)) for wide, column in zip(least, cells, strict=True)]  # a header may take two lines so that a row takes one
    widths = _widths(least, wanted, width - _GAP * (len(names) - 1))
    if widths is None:
        return None
    widths = _widths(widths, [max(wide, len(name)) for wide, name in zip(widths, names, strict=True)], width - _GAP * (len(names) - 1)) or widths
    looks: dict[str, Any] = {"box": box.SIMPLE_HEAD, "show_edge": False, "pad_edge": False, "padding": (0, _GAP - 1, 0, 0)}
    table = Table(header_style="bold", **looks)
    for name, wide in zip(names, widths, strict=True):
        table.add_column(_safe(name), justify="right" if _numeric(rows, name) else "left", overflow="fold", width=wide)
    for row in zip(*cells, strict=True):
        table.add_row(*map(_safe, row))
    return table


def filled(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """The columns in which any row has something."""
    return [name for name in names if any(row.get(name) not in (None, "") for row in rows)]


def blocks_of(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """One text for each row: a line for each column, names aligned; what is empty is left out."""
    margin = max(map(len, names), default=0)
    cells = columns_of(rows, names)
    return [
        "\n".join(f"{name:<{margin}}  {cell}" for name, cell in zip(names, row, strict=True) if cell not in ("", "-"))
        for row in zip(*cells, strict=True)
    ]


def _widths(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int] | None:
    """Widths between the least and the wanted ones that fill the room; who wants little is served first. None where the least is too much.

    rich's own sharing may give a column less than its longest word and cut it there.
    """
    left = room - sum(least)
    if left < 0:
        return None
    widths = list(least)
    hungry = sorted(range(len(widths)), key=lambda i: wanted[i] - least[i])
    for place, i in enumerate(hungry):
        more = min(wanted[i] - widths[i], left // (len(hungry) - place))
        widths[i] += more
        left -= more
    return widths


def _column(values: Sequence[Any]) -> list[str]:
    if any(isinstance(value, float) for value in values) and all(_is_number(value) or value is None for value in values):
        decimals = _decimals([value for value in values if value is not None])
        return ["-" if value is None else _number(value, decimals) for value in values]
    return [plain(value) for value in values]


def _number(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}"


def _decimals(values: Sequence[float]) -> int:
    """As many as the values need, at most two; at most four where none is above one, as in shares."""
    most = 4 if all(abs(value) <= 1 for value in values) else 2
    return max((len(f"{value:.{most}f}".rstrip("0").partition(".")[2]) for value in values), default=0)


def _numeric(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    return all(_is_number(row.get(name)) or row.get(name) is None for row in rows)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _longest_word(texts: Sequence[str], fold: bool) -> int:
    longest = max((len(word) for text in texts for word in text.split()), default=0)
    return min(longest, _WHOLE) if fold else longest


def _safe(text: str) -> str:
    # rich reads [brackets] as markup; titles and bodies come from outside.
    return text.replace("[", r"\[")
