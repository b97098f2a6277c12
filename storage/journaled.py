"""Tables whose rows are written one at a time and must be safe at once: read with their journals, and journals taken into parts.

In the manner of the ledger, for tables in which the last row of a key holds.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from storage.journal import claim, discard, journals, parse_row, tidy, whole_lines
from storage.lake import Lake
from storage.schemas.arrow import Record, last_of_each_key

R = TypeVar("R", bound=Record)


def read_journaled(lake: Lake, kind: type[R], partition: str) -> list[R]:
    """The rows of a partition, one for each key, those that only journals hold among them; a row that cannot be read is left out."""
    # Journals first: one that is taken in meanwhile is then found in a part as well, and not in neither.
    late = [row for path in journals(lake.folder(kind, partition)) for row in _rows(kind, path)]
    return last_of_each_key(kind, [*lake.read(kind, partition), *late])


def take_in(lake: Lake, kind: type[Record], partition: str) -> int:
    """Move the journals of writers that are gone into a part; the number of rows moved. StoreBusy when another process does so."""
    folder = lake.folder(kind, partition)
    if not journals(folder):
        return 0
    with lake.lock(kind, partition):
        claimed = [(path, lock) for path in journals(folder) if (lock := claim(path)) is not None]
        try:
            rows = [row for path, _ in claimed for row in _rows(kind, path)]
            lake.append(kind, rows, partition)
        except BaseException:
            for _, lock in claimed:
                lock.release()
            raise
        for path, lock in claimed:
            discard(path, lock)
        tidy(folder)
    return len(rows)


def _rows(kind: type[R], path: Path) -> list[R]:
    return [row for _, line in whole_lines(path) if (row := parse_row(kind, line)) is not None]
