"""Cuts a page into the lines that MediaWiki sees: headings, list items with their depth, table rows, paragraphs.

Templates and tables may run over several lines. One that is never closed ends at the next heading, so that a slip in January does not swallow the
year (the count of headings found is part of what a reading tells).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"^(={1,6})\s*(.+?)\s*\1\s*$")
_ITEM = re.compile(r"^([*#:;]+)\s*(.*)$", re.DOTALL)
_OPENED = re.compile(r"\{\{|\}\}")
_MOST_LINES = 60  # of one template


@dataclass(frozen=True, slots=True)
class Line:
    """kind: heading (``level`` 1 to 6), item (``level`` its depth, ``mark`` its last character), row (cells joined by a tab), paragraph."""

    kind: str
    text: str
    level: int = 0
    mark: str = ""


def lines_of(source: str) -> Iterator[Line]:
    """The lines of a page whose references and comments were taken out."""
    rows = source.split("\n")
    index = 0
    while index < len(rows):
        row = rows[index]
        if row.lstrip().startswith("{|"):
            end = _table_end(rows, index)
            for cells in _table_rows(rows[index + 1 : end]):
                yield Line("row", "\t".join(cells))
            index = end + 1
            continue
        whole, index = _whole(rows, index)
        line = _line(whole)
        if line is not None:
            yield line


def _line(row: str) -> Line | None:
    heading = _HEADING.match(row)
    if heading:
        return Line("heading", heading[2], len(heading[1]))
    item = _ITEM.match(row)
    if item:
        return Line("item", item[2].strip(), len(item[1]), item[1][-1]) if item[2].strip() else None
    text = row.strip()
    return Line("paragraph", text) if text else None


def _whole(rows: list[str], index: int) -> tuple[str, int]:
    """A row with those after it that its open template takes in; the row alone when that is never closed."""
    row = rows[index]
    depth = _depth(row)
    if depth <= 0 or _HEADING.match(row):
        return row, index + 1
    taken = [row]
    for place in range(index + 1, min(len(rows), index + _MOST_LINES)):
        if _HEADING.match(rows[place]):
            break
        taken.append(rows[place])
        depth += _depth(rows[place])
        if depth <= 0:
            return "\n".join(taken), place + 1
    return row, index + 1


def _depth(row: str) -> int:
    return sum(1 if mark == "{{" else -1 for mark in _OPENED.findall(row))


def _table_end(rows: list[str], start: int) -> int:
    depth = 0
    for place in range(start, len(rows)):
        head = rows[place].lstrip()
        if head.startswith("{|"):
            depth += 1
        elif head.startswith("|}") and not head.startswith("|}}"):
            depth -= 1
            if depth == 0:
                return place
        elif _HEADING.match(rows[place]) and place > start:
            return place - 1
    return len(rows) - 1


def _table_rows(rows: list[str]) -> Iterator[list[str]]:
    """The cells of each row, without their attributes; header rows and captions are left out."""
    cells: list[str] = []
    header = False
    for row in rows:
        head = row.lstrip()
        if head.startswith(("|-", "|}")):
            if cells and not header:
                yield cells
            cells, header = [], False
        elif head.startswith("|+"):
            continue
        elif head.startswith("!"):
            # A row's own first cell may be a header cell; a row of header cells only is the table's head.
            cells += [_cell(part) for part in re.split(r"!!|\|\|", head[1:])]
            header = True
        elif head.startswith("|"):
            cells += [_cell(part) for part in head[1:].split("||")]
            header = False
        elif cells:
            cells[-1] += " " + head
    if cells and not header:
        yield cells


def _cell(text: str) -> str:
    """Without ``style="..." |`` before it."""
    found = re.match(r"^[^|\[\]{}]*=[^|\[\]{}]*\|(?!\|)(.*)$", text, re.DOTALL)
    return (found[1] if found else text).strip().replace("\t", " ")
