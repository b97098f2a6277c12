"""SQL views over the lake's Parquet: one for each record kind, typed even when empty, one row for each key.

Columns are named, never ``*``, so that a table of an older okbench shows later columns as null or their default. Files of equal columns are
read together, which is three times as fast as ``union_by_name``. Partitions of one part are read as they stand (a part holds each key
once); only those of several parts pay for finding the last row of each key.
"""

# ruff: noqa: S608  (names and paths are quoted; no text of a user comes in)

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from storage.schemas.arrow import Record, arrow_schema

Columns = tuple[tuple[str, str], ...]
"""Name and type of each column of a file, in its order."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a view reads: parts by partition, the columns that each part has, and the name of a registered table of journal rows."""

    parts: Mapping[str, Sequence[Path]]
    columns: Mapping[Path, Columns]
    journal: str | None = None
    journal_partitions: frozenset[str] = frozenset()


def view_sql(kind: type[Record], source: Source) -> str:
    """The SELECT of a kind's view."""
    single = [paths[0] for name, paths in source.parts.items() if len(paths) == 1 and name not in source.journal_partitions]
    several = [p for name, paths in source.parts.items() if len(paths) > 1 or name in source.journal_partitions for p in paths]
    selects = _selects(kind, single, source.columns)
    if several or source.journal:
        selects.append(_last_of_each_key(kind, several, source))
    return " UNION ALL ".join(selects) or f"SELECT {_columns(kind, ())} WHERE false"


def release_view_sql(kind: type[Record], paths: Sequence[Path], columns: Mapping[Path, Columns]) -> str:
    """The SELECT over one table of all releases, with the id of the release (its folder's name) in front."""
    release = "parse_path(filename)[-2] AS release_id"
    selects = _selects(kind, paths, columns, first=release + ", ", options=", filename = true")
    return " UNION ALL ".join(selects) or f"SELECT NULL::VARCHAR AS release_id, {_columns(kind, ())} WHERE false"


def _selects(
    kind: type[Record], paths: Sequence[Path], columns: Mapping[Path, Columns], *, first: str = "", last: str = "", options: str = ""
) -> list[str]:
    """One SELECT for each group of files of equal columns."""
    groups: dict[Columns, list[Path]] = {}
    for path in paths:
        groups.setdefault(columns[path], []).append(path)
    return [
        f"SELECT {first}{_columns(kind, group)}{last} FROM read_parquet([{', '.join(_literal(str(path)) for path in files)}]{options})"
        for group, files in groups.items()
    ]


def _last_of_each_key(kind: type[Record], paths: Sequence[Path], source: Source) -> str:
    names = ", ".join(map(_quoted, arrow_schema(kind).names))
    place = ", parse_dirpath(filename) AS _place, parse_filename(filename) AS _part, file_row_number AS _row"
    inner = _selects(kind, paths, source.columns, last=place, options=", filename = true, file_row_number = true")
    if source.journal:
        # "~" sorts behind every part's name.
        inner.append(f"SELECT {names}, _place, '~journal' AS _part, _row FROM {_quoted(source.journal)}")
    keys = ", ".join(map(_quoted, kind.KEY))
    last = f"row_number() OVER (PARTITION BY _place, {keys} ORDER BY _part DESC, _row DESC) = 1"
    return f"SELECT {names} FROM ({' UNION ALL '.join(inner)}) QUALIFY {last}"


def _columns(kind: type[Record], held: Columns) -> str:
    """The record's columns from a file that holds some of them, each under its type."""
    names = {name for name, _ in held}
    fields = dataclasses.fields(kind)
    values = [_quoted(f.name) if f.name in names else "NULL" if f.default is dataclasses.MISSING else _literal(f.default) for f in fields]
    schema = zip(values, arrow_schema(kind), strict=True)
    return ", ".join(f"CAST({value} AS {_sql_type(field.type)}) AS {_quoted(field.name)}" for value, field in schema)


def _sql_type(arrow: pa.DataType) -> str:
    if pa.types.is_list(arrow):
        return _sql_type(arrow.value_type) + "[]"
    if pa.types.is_timestamp(arrow):
        return "TIMESTAMPTZ"
    return {pa.string(): "VARCHAR", pa.int64(): "BIGINT", pa.float64(): "DOUBLE", pa.bool_(): "BOOLEAN"}[arrow]


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, (bool, int, float)):
        return str(value).lower()
    return "'" + str(value).replace("'", "''") + "'"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
