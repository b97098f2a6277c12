"""Arrow schemas from frozen records: the record is the contract, the schema follows from it.

A record is a frozen dataclass with ``TABLE`` (its folder in the lake), ``KEY`` (the columns that identify a row; among rows of one key
the last written holds) and ``VERSION`` (raised with every change of the columns).
Explicit schemas keep an all-empty column typed and a later column visible when days are read together.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

import pyarrow as pa

from storage.schemas.errors import NewerLake, SchemaMismatch

_SCALARS: dict[Any, pa.DataType] = {
    str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_(), datetime: pa.timestamp("us", tz="UTC"),
}


class Record(Protocol):
    """What every stored record class carries beside its fields."""

    TABLE: ClassVar[str]
    KEY: ClassVar[tuple[str, ...]]
    VERSION: ClassVar[int]
    __dataclass_fields__: ClassVar[dict[str, Any]]


R = TypeVar("R", bound=Record)


def _arrow_type(hint: Any) -> tuple[pa.DataType, bool]:
    """(Arrow type, nullable) of a field's type: scalars, ``X | None`` and ``tuple[X, ...]``."""
    args = typing.get_args(hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        inner = [a for a in args if a is not type(None)]
        return _arrow_type(inner[0])[0], True
    if typing.get_origin(hint) is tuple:
        return pa.list_(pa.field("item", _arrow_type(args[0])[0], nullable=False)), False
    return _SCALARS[hint], False


@cache
def arrow_schema(kind: type[Record]) -> pa.Schema:
    """The Arrow schema of a record class, with table name and version in its metadata."""
    hints = typing.get_type_hints(kind)
    fields = []
    for f in dataclasses.fields(kind):
        arrow, nullable = _arrow_type(hints[f.name])
        fields.append(pa.field(f.name, arrow, nullable=nullable))
    return pa.schema(fields, metadata={"okbench.table": kind.TABLE, "okbench.version": str(kind.VERSION)})


def to_table(kind: type[R], rows: Iterable[R]) -> pa.Table:
    """A table of the rows under the record's schema. SchemaMismatch names the column that does not fit."""
    schema = arrow_schema(kind)
    rows = list(rows)
    columns = []
    for field in schema:
        values = [getattr(row, field.name) for row in rows]
        if not field.nullable and any(v is None for v in values):
            raise _misfit(kind, field, rows, "an empty value in a column that has none")
        try:
            columns.append(pa.array(values, type=field.type))
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise _misfit(kind, field, rows, str(error)) from error
    return pa.Table.from_arrays(columns, schema=schema)


def _misfit(kind: type[R], field: pa.Field, rows: Sequence[R], what: str) -> SchemaMismatch:
    """The error of a column, with the key of the first row that does not fit."""
    for row in rows:
        value = getattr(row, field.name)
        try:
            if value is None and not field.nullable:
                raise TypeError
            pa.array([value], type=field.type)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            key = ", ".join(f"{k}={getattr(row, k)!r}" for k in kind.KEY)
            return SchemaMismatch(f"{what} (row {key})", where=f"{kind.TABLE}.{field.name}")
    return SchemaMismatch(what, where=f"{kind.TABLE}.{field.name}")


def from_table(kind: type[R], table: pa.Table) -> list[R]:
    """Records from a table, after ``conform``."""
    table = conform(kind, table)
    lists = {f.name for f in arrow_schema(kind) if pa.types.is_list(f.type)}
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    for name in lists:
        columns[name] = [tuple(v) if v is not None else () for v in columns[name]]
    names = list(columns)
    return [kind(**dict(zip(names, values, strict=True))) for values in zip(*columns.values(), strict=True)]


def conform(kind: type[Record], table: pa.Table) -> pa.Table:
    """``table`` with exactly the record's columns: missing nullable ones as null, columns typed "null" cast.

    NewerLake for a table of a later version, SchemaMismatch for a missing column without default or a wrong type.
    """
    schema = arrow_schema(kind)
    found = int((table.schema.metadata or {}).get(b"okbench.version", b"0"))
    if found > kind.VERSION:
        raise NewerLake(f"version {found} of table {kind.TABLE}, this okbench reads up to {kind.VERSION}", todo="Update okbench")
    defaults = {f.name: f.default for f in dataclasses.fields(kind)}
    columns = []
    for field in schema:
        if field.name in table.column_names:
            column = table.column(field.name)
            try:
                columns.append(column if column.type == field.type else column.cast(field.type))
            except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
                raise SchemaMismatch(str(error), where=f"{kind.TABLE}.{field.name}") from error
        elif field.nullable:
            columns.append(pa.nulls(table.num_rows, field.type))
        elif defaults[field.name] is not dataclasses.MISSING:
            default = defaults[field.name]
            value = list(default) if isinstance(default, tuple) else default
            columns.append(pa.array([value] * table.num_rows, type=field.type))
        else:
            raise SchemaMismatch("the column is missing", where=f"{kind.TABLE}.{field.name}")
    return pa.Table.from_arrays(columns, schema=schema)


def last_of_each_key(kind: type[Record], rows: Sequence[R]) -> list[R]:
    """One row per key, the later one holds; order of first appearance."""
    kept: dict[tuple[Any, ...], R] = {}
    for row in rows:
        kept[tuple(getattr(row, k) for k in kind.KEY)] = row
    return list(kept.values())
