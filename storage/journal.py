"""Append-only journals: rows that are safe the moment they are written, until a table part takes them in.

A process writes one journal, ``journal-*.jsonl`` in the partition's folder: a JSON line per row, each in a single append. Once the write
has returned, no kill of the process can lose the row. The writer holds the lock file beside its journal as long as it lives, so a journal
whose lock can be had belongs to nobody any more. The last line of a killed writer may be torn: it has no line end, and is not read.
"""

from __future__ import annotations

import os
import secrets
import time
import typing
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import orjson
from filelock import FileLock, Timeout

from storage.atomic import disk_errors, make_folder
from storage.schemas.arrow import Record
from storage.schemas.errors import StoreUnusable

R = TypeVar("R", bound=Record)


class Journal:
    """This process's journal in one folder; the file is made with the first row."""

    def __init__(self, folder: Path) -> None:
        name = f"journal-{time.time_ns():020d}-{os.getpid()}-{secrets.token_hex(3)}.jsonl"
        self.path = folder / name
        self._fd: int | None = None
        self._lock = FileLock(str(_lock_path(self.path)))
        self._end = 0
        self._torn = False

    def append(self, row: Record, *, sync: bool = False) -> tuple[int, int]:
        """Write the row; it is safe on return. Gives (offset, length) for ``read_at``. StoreUnusable when the disk refuses.

        sync: safe also against a loss of power, which takes a few milliseconds.
        """
        line = orjson.dumps(row) + b"\n"
        if self._torn:
            line = b"\n" + line
        fd = self._open() if self._fd is None else self._fd
        with disk_errors(self.path):
            written = os.write(fd, line)
            if sync:
                os.fsync(fd)
        start = self._end + (1 if self._torn else 0)
        self._end += written
        if written < len(line):
            self._torn = True
            todo = "Free space or point OKBENCH_LAKE elsewhere; a rerun goes on"
            raise StoreUnusable("no space left", where=str(self.path), todo=todo)
        self._torn = False
        return start, self._end - start

    def read_at(self, offset: int, length: int) -> bytes:
        """The bytes of a row that ``append`` wrote."""
        assert self._fd is not None
        return os.pread(self._fd, length, offset)

    def close(self) -> None:
        """Let go of the journal: from now on another process may take it in."""
        if self._fd is not None:
            os.fsync(self._fd)
            os.close(self._fd)
            self._fd = None
            self._lock.release()

    def _open(self) -> int:
        make_folder(self.path.parent)
        with disk_errors(self.path):
            self._lock.acquire(timeout=5)  # before the journal exists, so that nobody ever sees it without an owner
            self._fd = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_APPEND, 0o644)
        return self._fd


def journals(folder: Path) -> list[Path]:
    """The folder's journals, oldest first."""
    return sorted(folder.glob("journal-*.jsonl"))


def claim(path: Path) -> FileLock | None:
    """The lock of a journal whose writer is gone, held by the caller now; None while the writer lives."""
    lock = FileLock(str(_lock_path(path)))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None
    return lock


def discard(path: Path, lock: FileLock) -> None:
    """Remove a claimed journal whose rows are safe elsewhere, and its lock."""
    path.unlink(missing_ok=True)
    _lock_path(path).unlink(missing_ok=True)
    lock.release()


def tidy(folder: Path) -> None:
    """Remove lock files whose journal is gone (their process was killed in between)."""
    for path in folder.glob("journal-*.lock"):
        journal = path.with_suffix(".jsonl")
        if not journal.exists() and (lock := claim(journal)) is not None:
            if not journal.exists():
                path.unlink(missing_ok=True)
            lock.release()


def whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """(offset, line) of each complete line; a torn last one is left out. Nothing when the file has gone meanwhile."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        start = 0
        for line in file:
            if line.endswith(b"\n") and len(line) > 1:
                yield start, line
            start += len(line)


def parse_row(kind: type[R], line: bytes) -> R | None:
    """The row in a line; None when the line is damaged. Columns that a later okbench wrote are left out."""
    try:
        value = orjson.loads(line)
        return kind(**{name: _convert(hint, value[name]) for name, hint in _hints(kind).items() if name in value})
    except (orjson.JSONDecodeError, TypeError, ValueError):
        return None


def _convert(hint: Any, value: Any) -> Any:
    if hint is datetime:
        return datetime.fromisoformat(value)
    return tuple(value) if isinstance(value, list) else value


@cache
def _hints(kind: type[Record]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {name: hints[name] for name in kind.__dataclass_fields__ if typing.get_origin(hints[name]) is not typing.ClassVar}


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")
