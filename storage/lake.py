"""The lake: tables as Parquet parts in folders, ``<root>/<table>/<partition>/part-*.parquet``.

Parts are immutable and appear by rename, so two runs at once each add parts, and a reader takes the last row of each key. ``compact``
joins a partition's parts into a base part. A reader that meets a part which a compaction has just removed lists the folder anew.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
from filelock import FileLock

from storage.atomic import atomic_path, disk_errors, publish, staged_file, write_once
from storage.locks import folder_lock
from storage.parts import PATTERN, current_parts, next_part, read_part, set_aside, write_part
from storage.schemas.arrow import Record, arrow_schema, conform, from_table, last_of_each_key, to_table
from storage.schemas.errors import DamagedFile, NewerLake, SchemaMismatch, StoreBusy
from storage.schemas.ids import safe_name

LAKE_VERSION = 1
R = TypeVar("R", bound=Record)


class Lake:
    """Tables of records under one folder. Every method is safe to call from several processes.

    damaged: paths that this object has set aside while reading.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.damaged: list[Path] = []

    @classmethod
    def open(cls, root: Path) -> Lake:
        """Open or create the lake at ``root``. StoreUnusable if it cannot be made or read, NewerLake if a later okbench made it."""
        root = root.expanduser().absolute()
        marker = root / "lake.json"
        with disk_errors(marker):
            if not marker.exists():
                # A random identity keeps the release ids of two lakes apart when one imports from the other.
                write_once(marker, json.dumps({"version": LAKE_VERSION, "id": secrets.token_hex(8)}).encode() + b"\n")
        found = _marker(marker)["version"]
        if found > LAKE_VERSION:
            raise NewerLake(f"this lake has version {found}, this okbench knows {LAKE_VERSION}", where=str(root), todo="Update okbench")
        return cls(root)

    @property
    def identity(self) -> str:
        """The lake's own random name; empty for a lake that has none."""
        return str(_marker(self.root / "lake.json").get("id", ""))

    def check_writable(self) -> None:
        """Write and remove a small file, to find out before money is spent. StoreUnusable when that fails."""
        with staged_file(self.root, "probe") as path:
            path.write_bytes(b"x" * 4096)

    def folder(self, kind: type[Record], partition: str) -> Path:
        """The folder of a partition; each step of ``partition`` must be a safe name."""
        path = self.root / kind.TABLE
        for step in partition.split("/"):
            path /= safe_name(step, f"partition of {kind.TABLE}")
        return path

    def append(self, kind: type[R], rows: Iterable[R], partition: str) -> Path | None:
        """Write the rows as a new part, one for each key, and return its path (None when there are no rows)."""
        table = to_table(kind, last_of_each_key(kind, list(rows)))
        return self._add(table, self.folder(kind, partition)) if table.num_rows else None

    def replace(self, kind: type[R], rows: Iterable[R], partition: str) -> Path:
        """Make the partition hold just these rows."""
        return self._add(to_table(kind, last_of_each_key(kind, list(rows))), self.folder(kind, partition), base=True)

    def read(self, kind: type[R], partition: str) -> list[R]:
        """The rows of a partition, one for each key; empty when it does not exist."""
        rows: list[R] = []
        for table in self._tables(kind, partition):
            rows.extend(from_table(kind, table))
        return last_of_each_key(kind, rows)

    def table(self, kind: type[Record], partition: str) -> pa.Table:
        """All parts of a partition as one Arrow table, keys not made unique (the catalog does that in SQL)."""
        return pa.concat_tables([arrow_schema(kind).empty_table(), *self._tables(kind, partition)])

    def parts(self, kind: type[Record], partition: str) -> list[Path]:
        """The part files that make up the partition, in the order of writing."""
        return current_parts(self.folder(kind, partition))

    def partitions(self, kind: type[Record]) -> list[str]:
        """Names of the partitions that hold at least one part, sorted."""
        base = self.root / kind.TABLE
        return sorted({path.parent.relative_to(base).as_posix() for path in base.rglob(PATTERN)})

    def compact(self, kind: type[R], partition: str) -> Path | None:
        """Join the parts of a partition into one; returns it, or None when there is nothing to join."""
        folder = self.folder(kind, partition)
        if len(current_parts(folder)) < 2:
            return None
        with self._parts_lock(folder):
            if len(current_parts(folder)) < 2:
                return None
            return self._place(to_table(kind, self.read(kind, partition)), folder, base=True)

    def lock(self, kind: type[Record], partition: str, seconds: float = 60.0) -> FileLock:
        """An exclusive lock on a partition for its callers' own use, freed when its process ends. StoreBusy after ``seconds``."""
        return folder_lock(self.folder(kind, partition), seconds=seconds)

    def _parts_lock(self, folder: Path) -> FileLock:
        """Held while a part gets its name, so that names sort in the order in which parts appear. Not the lock that callers may hold."""
        return folder_lock(folder, ".parts.lock")

    def _add(self, table: pa.Table, folder: Path, *, base: bool = False) -> Path:
        with staged_file(folder, "part") as temporary:
            write_part(table, temporary)
            with self._parts_lock(folder):
                return self._name(temporary, folder, base=base)

    def _place(self, table: pa.Table, folder: Path, *, base: bool) -> Path:
        with staged_file(folder, "part") as temporary:
            write_part(table, temporary)
            return self._name(temporary, folder, base=base)

    def _name(self, temporary: Path, folder: Path, *, base: bool) -> Path:
        old = sorted(folder.glob(PATTERN)) if base else []
        target = next_part(folder, temporary, base=base)
        publish(temporary, target)
        for path in old:
            path.unlink(missing_ok=True)
        return target

    def _tables(self, kind: type[Record], partition: str) -> list[pa.Table]:
        for _ in range(100):
            try:
                return [table for path in self.parts(kind, partition) if (table := self._read_part(kind, path)) is not None]
            except FileNotFoundError:
                continue  # joined by another process a moment ago: what it held is in a newer part
        raise StoreBusy("its parts change faster than they can be read", where=str(self.folder(kind, partition)), todo="Run again")

    def _read_part(self, kind: type[Record], path: Path) -> pa.Table | None:
        """A part's table. A damaged one is set aside as ``*.damaged`` and named in ``self.damaged``; the other parts still count."""
        try:
            return conform(kind, read_part(path))
        except DamagedFile:
            self.damaged.append(set_aside(path))
            return None
        except (NewerLake, SchemaMismatch) as error:
            raise type(error)(f"{error.what} ({error.where})" if error.where else error.what, where=str(path), todo=error.todo) from error


def _marker(path: Path) -> dict[str, Any]:
    """The content of ``lake.json``. DamagedFile when it cannot be read."""
    try:
        with disk_errors(path):
            content = json.loads(path.read_text("utf-8"))
        return {**content, "version": int(content["version"])}
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedFile("the lake's version cannot be read", where=str(path), todo='Restore it: {"version": 1}') from error


_WHOLE = "okbench doctor --repair rebuilds what it can; a release can be imported again from where it came"


def read_parquet(kind: type[R], path: Path) -> list[R]:
    """The rows of a single Parquet file outside the lake's folders, such as a release's. DamagedFile names a broken one."""
    try:
        return from_table(kind, read_part(path))
    except FileNotFoundError as error:
        raise DamagedFile("the file is missing", where=str(path), todo=_WHOLE) from error
    except DamagedFile as error:
        raise DamagedFile(error.what, where=error.where, todo=_WHOLE) from error


def write_parquet(kind: type[R], rows: Sequence[R], path: Path) -> None:
    """Write the rows as one Parquet file, atomically."""
    with atomic_path(path) as temporary:
        write_part(to_table(kind, rows), temporary)
