"""The lake: tables as Parquet parts in folders, ``<root>/<table>/<partition>/part-*.parquet``.

Parts are immutable and appear by rename, so writers never meet: two runs at once each add parts, and a reader takes the last row of each key.
``compact`` joins a partition's parts; while both lie there the answer is the same, so a crash in between does no harm.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from storage.atomic import atomic_path, disk_errors, write_text
from storage.schemas.arrow import Record, arrow_schema, conform, from_table, last_of_each_key, to_table
from storage.schemas.errors import DamagedFile, NewerLake, StoreBusy
from storage.schemas.ids import safe_name

LAKE_VERSION = 1
R = TypeVar("R", bound=Record)


class Lake:
    """Tables of records under one folder. Every method is safe to call from several processes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.damaged: list[Path] = []

    @classmethod
    def open(cls, root: Path) -> Lake:
        """Open or create the lake at ``root``. StoreUnusable if it cannot be written, NewerLake if a later okbench made it."""
        marker = root / "lake.json"
        if marker.exists():
            try:
                found = int(json.loads(marker.read_text())["version"])
            except (ValueError, KeyError, TypeError) as error:
                raise DamagedFile("the lake's version cannot be read", where=str(marker), todo='Restore it: {"version": 1}') from error
            if found > LAKE_VERSION:
                raise NewerLake(f"this lake has version {found}, this okbench knows {LAKE_VERSION}", where=str(root), todo="Update okbench")
        else:
            write_text(marker, json.dumps({"version": LAKE_VERSION}) + "\n")
        return cls(root)

    def folder(self, kind: type[Record], partition: str) -> Path:
        """The folder of a partition; each step of ``partition`` must be a safe name."""
        path = self.root / kind.TABLE
        for step in partition.split("/"):
            path /= safe_name(step, f"partition of {kind.TABLE}")
        return path

    def append(self, kind: type[R], rows: Iterable[R], partition: str) -> Path | None:
        """Write the rows as a new part and return its path (None when there are no rows)."""
        table = to_table(kind, rows)
        if not table.num_rows:
            return None
        # The time first, so that parts sort in the order of writing and the last row of a key is the latest.
        target = self.folder(kind, partition) / f"part-{time.time_ns():020d}-{id(table) & 0xFFFF:04x}.parquet"
        self._write(table, target)
        return target

    def replace(self, kind: type[R], rows: Iterable[R], partition: str) -> Path:
        """Make the partition hold just these rows."""
        with self.lock(kind, partition):
            old = self.parts(kind, partition)
            target = self.folder(kind, partition) / f"part-{time.time_ns():020d}-all.parquet"
            self._write(to_table(kind, rows), target)
            for path in old:
                path.unlink(missing_ok=True)
        return target

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
        """The partition's part files in the order of writing."""
        return sorted(self.folder(kind, partition).glob("part-*.parquet"))

    def partitions(self, kind: type[Record]) -> list[str]:
        """Names of the partitions that hold at least one part, sorted."""
        base = self.root / kind.TABLE
        return sorted({path.parent.relative_to(base).as_posix() for path in base.rglob("part-*.parquet")})

    def compact(self, kind: type[R], partition: str) -> Path | None:
        """Join the parts of a partition into one; returns it, or None when there is nothing to join."""
        with self.lock(kind, partition):
            old = self.parts(kind, partition)
            if len(old) < 2:
                return None
            rows = self.read(kind, partition)
            # It must sort after the parts it joins and before any part written meanwhile.
            target = old[-1].with_name(old[-1].stem + "-joined.parquet")
            self._write(to_table(kind, rows), target)
            for path in old:
                path.unlink(missing_ok=True)
        return target

    def lock(self, kind: type[Record], partition: str, seconds: float = 60.0) -> FileLock:
        """An exclusive lock on a partition, freed when its process ends. StoreBusy after ``seconds``."""
        folder = self.folder(kind, partition)
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        return _Lock(str(folder / ".lock"), timeout=seconds)

    def _write(self, table: pa.Table, target: Path) -> None:
        with atomic_path(target) as path:
            pq.write_table(table, path, compression="zstd")

    def _tables(self, kind: type[Record], partition: str) -> Iterator[pa.Table]:
        for path in self.parts(kind, partition):
            table = self._read_part(path)
            if table is not None:
                try:
                    yield conform(kind, table)
                except NewerLake as error:
                    raise NewerLake(error.what, where=str(path), todo=error.todo) from error

    def _read_part(self, path: Path) -> pa.Table | None:
        """A part's table. A damaged one is set aside as ``*.damaged`` and named in ``self.damaged``; the other parts still count."""
        try:
            return pq.ParquetFile(path).read()
        except FileNotFoundError:
            return None  # joined by another process a moment ago
        except (pa.ArrowInvalid, OSError):
            aside = path.with_name(path.name + ".damaged")
            path.rename(aside)
            self.damaged.append(aside)
            return None


class _Lock(FileLock):
    def acquire(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        """As FileLock, with our error."""
        try:
            return super().acquire(*args, **kwargs)  # type: ignore[arg-type]
        except Timeout as error:
            raise StoreBusy("another okbench process holds this lock", where=self.lock_file, todo="Wait for it to end, then run again") from error


def read_parquet(kind: type[R], path: Path) -> list[R]:
    """The rows of a single Parquet file outside the lake's folders, such as a release's. DamagedFile names a broken one."""
    try:
        table = pq.ParquetFile(path).read()
    except (pa.ArrowInvalid, OSError) as error:
        raise DamagedFile(f"cannot be read as Parquet ({error})", where=str(path)) from error
    return from_table(kind, table)


def write_parquet(kind: type[R], rows: Sequence[R], path: Path) -> None:
    """Write the rows as one Parquet file, atomically."""
    with atomic_path(path) as temporary:
        pq.write_table(to_table(kind, rows), temporary, compression="zstd")
