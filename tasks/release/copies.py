"""A copy of a release outside the lake: a folder of Parquet or JSON-lines tables with manifest and card, read and written.

No CSV is ever written: a cell that begins with ``=`` or ``@`` would become a formula in a spreadsheet.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa

from storage.digest import Withheld, content_digest, row_digests, table_digest
from storage.manifest import MANIFEST, Manifest, read_manifest, render
from storage.release_files import README, TABLES, file_facts, read_release_table, read_withheld
from storage.releases import write_release
from storage.schemas.arrow import Record, arrow_schema, conform
from storage.schemas.errors import DamagedFile, DigestMismatch
from storage.verification import changed_rows
from tasks.release.card import render_card
from tasks.release.options import Form

_TODO = "Ask its sender for another copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """What a copy holds: manifest, tables by name, and the SHA-256 of each text that is not in it."""

    manifest: Manifest
    tables: Mapping[str, pa.Table]
    withheld: Withheld


def write_copy(folder: Path, copy: Copy, form: Form) -> Manifest:
    """Write a copy into an empty folder; the manifest as written."""
    manifest = dataclasses.replace(copy.manifest, withheld=len(copy.withheld))
    card = render_card(manifest, form=form)
    if form == "parquet":
        return write_release(folder, manifest, copy.tables, readme=card, withheld=copy.withheld)
    for name, table in copy.tables.items():
        _write_lines(folder / f"{name}.jsonl", table.to_pylist())
    if copy.withheld:
        gone = [{"version_id": key, "column": column, "sha256": sha} for (key, column), sha in sorted(copy.withheld.items())]
        _write_lines(folder / "withheld.jsonl", gone)
    (folder / README).write_text(card, "utf-8")
    manifest = dataclasses.replace(manifest, files=file_facts(folder))
    (folder / MANIFEST).write_bytes(render(manifest))
    return manifest


def read_copy(folder: Path) -> Copy:
    """A copy from its folder, every row checked against the manifest.

    DigestMismatch names the file, and the row where the copy can tell; DamagedFile a file that cannot be read; NewerLake a later okbench's.
    A changed card, or tables packed anew with the same rows, do no harm.
    """
    manifest = read_manifest(folder)
    lines = any((folder / f"{name}.jsonl").exists() for name in TABLES)
    withheld = _withheld_lines(folder) if lines else read_withheld(folder)
    tables = {}
    for name, kind in TABLES.items():
        table = _table_lines(kind, folder / f"{name}.jsonl") if lines else read_release_table(folder, name)
        conform(kind, table)
        rows = row_digests(kind, table, withheld)
        if table_digest(rows) != manifest.tables[name].digest:
            which = "; ".join(map(str, changed_rows(folder, name, rows)[:5]))
            what = "its rows are not what the signature says" + (f" ({which})" if which else "")
            raise DigestMismatch(what, where=str(folder / f"{name}.{'jsonl' if lines else 'parquet'}"), todo=_TODO)
        tables[name] = table
    if content_digest({name: facts.digest for name, facts in manifest.tables.items()}) != manifest.content_digest:
        raise DigestMismatch("its digests do not add up to the signature's", where=str(folder / MANIFEST), todo=_TODO)
    return Copy(manifest=manifest, tables=tables, withheld=withheld)


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("wb") as file:
        file.writelines(orjson.dumps(row, option=orjson.OPT_UTC_Z) + b"\n" for row in rows)


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """The JSON objects of a file. DamagedFile with the number of the line that is none."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError as error:
        raise DamagedFile("the file is missing", where=str(path)) from error
    rows = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                row = orjson.loads(line)
            except orjson.JSONDecodeError as error:
                raise DamagedFile(f"no JSON ({error})", where=f"{path}:{number}") from error
            if not isinstance(row, dict):
                raise DamagedFile("no JSON object", where=f"{path}:{number}")
            rows.append(row)
    return rows


def _table_lines(kind: type[Record], path: Path) -> pa.Table:
    """A table from JSON lines, with the columns that the lines have."""
    rows = _read_lines(path)
    schema = arrow_schema(kind)
    present = {name for row in rows for name in row} if rows else set(schema.names)
    fields = [field for field in schema if field.name in present]
    columns = []
    for field in fields:
        values = [row.get(field.name) for row in rows]
        try:
            if pa.types.is_timestamp(field.type):
                values = [datetime.fromisoformat(value) if value is not None else None for value in values]
            columns.append(pa.array(values, field.type))
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise DamagedFile(f"column {field.name} cannot be read ({error})", where=str(path)) from error
    return pa.Table.from_arrays(columns, schema=pa.schema(fields, metadata=schema.metadata))


def _withheld_lines(folder: Path) -> dict[tuple[str, str], str]:
    path = folder / "withheld.jsonl"
    try:
        return {(row["version_id"], row["column"]): row["sha256"] for row in _read_lines(path)} if path.exists() else {}
    except (KeyError, TypeError) as error:
        raise DamagedFile(f"cannot be read ({error})", where=str(path)) from error
