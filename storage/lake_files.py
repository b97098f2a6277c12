"""Which files the catalog reads, what columns they have, and which of them turned out damaged.

Footers are read once for each file: parts never change, they only come and go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from storage.journal import journals, parse_row, whole_lines
from storage.parts import PATTERN, current_parts, read_part, set_aside
from storage.schemas.arrow import Record, conform, to_table
from storage.schemas.errors import DamagedFile, NewerLake, SchemaMismatch
from storage.views import Columns


class LakeFiles:
    """The lake's Parquet files as far as they can be used. ``damaged``: what was set aside, or (in releases) left out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.columns: dict[Path, Columns] = {}
        self._sound: dict[tuple[type[Record], bytes], Columns] = {}
        self.damaged: list[Path] = []

    def parts(self, kind: type[Record]) -> dict[str, list[Path]]:
        """Current parts of a table by partition folder, every footer looked at. FileNotFoundError when one went meanwhile: list again.

        NewerLake or SchemaMismatch, naming the file, for a part that this okbench cannot read.
        """
        folders = sorted({path.parent for path in (self.root / kind.TABLE).rglob(PATTERN)})
        found = {str(folder): [path for path in current_parts(folder) if self._usable(kind, path)] for folder in folders}
        return {folder: parts for folder, parts in found.items() if parts}

    def release_files(self, kind: type[Record]) -> list[Path]:
        """The file of that table in each release."""
        paths = sorted((self.root / "releases").glob(f"*/{kind.TABLE}.parquet"))
        return [p for p in paths if not p.parent.name.startswith(".") and p not in self.damaged and self._usable(kind, p)]

    def journal_rows(self, kind: type[Record]) -> tuple[pa.Table | None, dict[str, int]]:
        """Rows that no part has taken in yet, with ``_place`` (partition folder) and ``_row``; and their number by partition folder.

        To be read before the parts: a row that moves meanwhile is then seen twice, which its key mends, and not never.
        """
        places: list[str] = []
        rows = []
        for folder in sorted({path.parent for path in (self.root / kind.TABLE).rglob("journal-*.jsonl")}):
            for path in journals(folder):
                for _, line in whole_lines(path):
                    if (row := parse_row(kind, line)) is not None:
                        rows.append(row)
                        places.append(str(folder))
        if not rows:
            return None, {}
        table = to_table(kind, rows)
        table = table.append_column("_place", pa.array(places)).append_column("_row", pa.array(range(len(rows)), pa.int64()))
        return table, dict(Counter(places))

    def changed(self, paths: Iterable[Path]) -> bool:
        """Read files whole, after a query on them failed: whether some have gone or are damaged, so that another try makes sense."""
        changed = False
        for path in paths:
            try:
                read_part(path)
            except FileNotFoundError:
                changed = True
            except DamagedFile:
                self._leave_out(path)
                changed = True
        return changed

    def _usable(self, kind: type[Record], path: Path) -> bool:
        if path in self.columns:
            return True
        try:
            self.columns[path] = self._columns(kind, path)
            return True
        except FileNotFoundError:
            raise
        except (NewerLake, SchemaMismatch) as error:
            raise type(error)(f"{error.what} ({error.where})" if error.where else error.what, where=str(path), todo=error.todo) from error
        except (pa.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            self._leave_out(path)
            return False

    def _columns(self, kind: type[Record], path: Path) -> Columns:
        footer = pq.read_metadata(path)
        key = kind, (footer.metadata or {}).get(b"ARROW:schema", b"")
        if not key[1] or key not in self._sound:
            # One look for all files that the same okbench wrote.
            schema = footer.schema.to_arrow_schema()
            # Not ``schema.empty_table()``, which imports pandas: half a second before the first answer.
            conform(kind, pa.Table.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema))
            self._sound[key] = tuple((field.name, str(field.type)) for field in schema)
        return self._sound[key]

    def _leave_out(self, path: Path) -> None:
        # A release stays as it is, for `verify` to tell; a part is renamed, so that no reader stumbles again.
        self.damaged.append(set_aside(path) if path.match(PATTERN) else path)
        self.columns.pop(path, None)
