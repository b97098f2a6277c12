"""The files of a release's folder: one Parquet file for each table, the digests of single rows, and the list of withheld texts.

``rows.parquet`` lets ``verify`` name the row that changed; ``withheld.parquet`` stands in for texts that this copy does not hold.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pyarrow as pa

from storage.digest import RowDigest, Withheld, row_digests, table_digest, text_digest
from storage.lake import read_parquet
from storage.manifest import FileFacts, TableFacts
from storage.parts import read_part, write_part
from storage.schemas.arrow import Record, to_table
from storage.schemas.errors import DamagedFile
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Question, Verdict

TABLES: Mapping[str, type[Record]] = {kind.TABLE: kind for kind in (Question, Article, Candidate, Verdict)}
README = "README.md"
ROWS = "rows.parquet"
WITHHELD = "withheld.parquet"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSeal:
    """The digest of one row. ``digest`` holds 16 hex digits: enough to find a changed row; the table's digest is whole."""

    TABLE: ClassVar[str] = "rows"
    KEY: ClassVar[tuple[str, ...]] = ("table", "key")
    VERSION: ClassVar[int] = 1

    table: str
    key: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithheldText:
    """A text cell of ``articles`` that this copy does not hold, by its SHA-256."""

    TABLE: ClassVar[str] = "withheld"
    KEY: ClassVar[tuple[str, ...]] = ("version_id", "column")
    VERSION: ClassVar[int] = 1

    version_id: str
    column: str
    sha256: str


def write_tables(folder: Path, tables: Mapping[str, pa.Table], withheld: Withheld) -> dict[str, TableFacts]:
    """Write the tables of a release with their row digests into ``folder``; their facts for the manifest."""
    facts: dict[str, TableFacts] = {}
    seals: list[RowSeal] = []
    for name, kind in TABLES.items():
        write_part(tables[name], folder / f"{name}.parquet")
        rows = row_digests(kind, tables[name], withheld)
        seals += [RowSeal(table=name, key=row.key, digest=row.digest[:16]) for row in rows]
        facts[name] = table_facts(kind, tables[name], rows)
    write_part(to_table(RowSeal, seals), folder / ROWS)
    if withheld:
        gone = [WithheldText(version_id=key, column=column, sha256=sha) for (key, column), sha in sorted(withheld.items())]
        write_part(to_table(WithheldText, gone), folder / WITHHELD)
    return facts


def table_facts(kind: type[Record], table: pa.Table, rows: list[RowDigest]) -> TableFacts:
    """What the manifest says of a table."""
    version = int((table.schema.metadata or {}).get(b"okbench.version", str(kind.VERSION)))
    return TableFacts(digest=table_digest(rows), rows=table.num_rows, version=version)


def read_release_table(folder: Path, name: str) -> pa.Table:
    """A table as it stands in its file. DamagedFile names a broken or missing one."""
    path = folder / f"{name}.parquet"
    try:
        return read_part(path)
    except FileNotFoundError as error:
        raise DamagedFile("the file is missing", where=str(path)) from error


def read_withheld(folder: Path) -> dict[tuple[str, str], str]:
    """SHA-256 of the texts that the copy does not hold; empty for a whole one."""
    path = folder / WITHHELD
    return {(w.version_id, w.column): w.sha256 for w in read_parquet(WithheldText, path)} if path.exists() else {}


def file_facts(folder: Path) -> dict[str, FileFacts]:
    """Size and SHA-256 of every file in ``folder`` but the manifest, by name."""
    facts = {}
    for path in sorted(folder.iterdir()):
        if path.name != "manifest.json" and path.is_file():
            with path.open("rb") as file:
                sha = hashlib.file_digest(file, "sha256").hexdigest()
            facts[path.name] = FileFacts(sha256=sha, bytes=path.stat().st_size)
    return facts


def withhold(table: pa.Table, keep: frozenset[str], withheld: Withheld) -> tuple[pa.Table, dict[tuple[str, str], str]]:
    """The articles without the texts of versions that are not in ``keep``, and the SHA-256 of each text that is now missing."""
    gone = dict(withheld)
    versions = table.column("version_id").to_pylist()
    for column in ("title", "page_title", "body"):
        texts = table.column(column).to_pylist()
        for row, version in enumerate(versions):
            if texts[row] and version not in keep:
                gone[version, column] = text_digest(texts[row])
                texts[row] = ""
        index = table.schema.get_field_index(column)
        table = table.set_column(index, table.schema.field(index), pa.array(texts, pa.string()))
    return table, gone
