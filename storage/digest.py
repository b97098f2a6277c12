"""What a release's signature vouches for: a digest over canonical rows, not over Parquet bytes.

A row's canonical form is JSON with sorted keys, whole floats written as integers, instants in UTC, and null columns left out, so that
a nullable column added later does not change the digest of older rows. A table's digest is taken over its sorted row digests: the order of
rows has no meaning. Labels are columns like all others; readme and manifest are not part of it (manner of dlt's content hashes).

Article texts enter by their own SHA-256. So the digest of a release can be checked on a copy from which texts were withheld for
their owners' sake, given the SHA-256 of each withheld cell.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import pyarrow as pa

from storage.schemas.arrow import R, Record, to_table
from storage.schemas.ids import canonical_json, digest
from storage.schemas.news import Article

TEXT_COLUMNS: Mapping[str, tuple[str, ...]] = {Article.TABLE: ("title", "page_title", "body")}
"""Columns that enter by their SHA-256, by table."""

Withheld = Mapping[tuple[str, str], str]
"""SHA-256 of each text cell that is not in the copy at hand, by (row key, column)."""


@dataclass(frozen=True, slots=True)
class RowDigest:
    """A row's key (its key columns joined by ``/``) and the SHA-256 of its canonical form, in hex."""

    key: str
    digest: str


def text_digest(text: str) -> str:
    """Hex SHA-256 of a text's UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def row_digests(kind: type[Record], table: pa.Table, withheld: Withheld | None = None) -> list[RowDigest]:
    """Key and digest of each row, in the table's order; null columns of the table do not count."""
    columns: dict[str, list[Any]] = {name: table.column(name).to_pylist() for name in sorted(table.column_names)}
    count = table.num_rows
    keys = ["/".join(map(str, parts)) for parts in zip(*(columns[k] for k in kind.KEY), strict=True)]
    for name in TEXT_COLUMNS.get(kind.TABLE, ()):
        gone = withheld or {}
        texts = zip(keys, columns[name], strict=True)
        columns[name] = [text_digest(text) if text else gone.get((key, name), text_digest(text)) for key, text in texts]
    dump = _dump_floats if any(pa.types.is_floating(f.type) for f in table.schema) else _dump
    names = list(columns)
    rows = zip(*columns.values(), strict=True) if names else iter([()] * count)
    canonical = (dump({n: v for n, v in zip(names, row, strict=True) if v is not None}) for row in rows)
    return [RowDigest(key, hashlib.sha256(data).hexdigest()) for key, data in zip(keys, canonical, strict=True)]


def table_digest(rows: Iterable[RowDigest]) -> str:
    """Hex SHA-256 over the row digests, whatever their order; a row that stands twice counts twice."""
    return digest(*sorted(row.digest for row in rows))


def records_digest(kind: type[R], rows: Sequence[R], withheld: Withheld | None = None) -> str:
    """The table digest of records."""
    return table_digest(row_digests(kind, to_table(kind, rows), withheld))


def content_digest(tables: Mapping[str, str]) -> str:
    """One digest over table digests by table name."""
    return digest(*(part for name in sorted(tables) for part in (name, tables[name])))


def parameters_digest(parameters: Mapping[str, Any]) -> str:
    """Hex SHA-256 of settings: the same for another order of keys and for 0 written as 0.0."""
    return digest(canonical_json(parameters))


def _dump(row: dict[str, Any]) -> bytes:
    return orjson.dumps(row, option=orjson.OPT_UTC_Z)


def _dump_floats(row: dict[str, Any]) -> bytes:
    # orjson and Python differ in how they write 1.0 and 1e16; the canonical writer decides.
    plain = orjson.loads(_dump({k: v for k, v in row.items() if not isinstance(v, float)}))
    return canonical_json(plain | {k: v for k, v in row.items() if isinstance(v, float)}).encode("utf-8")
