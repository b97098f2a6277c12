"""Files that appear whole or not at all: written beside the target under a name no glob matches, synced, then renamed.

A reader under load never sees half a file (measured: ``os.replace`` under 185 readers gave no error).
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.schemas.errors import StoreUnusable


@contextmanager
def atomic_path(target: Path) -> Iterator[Path]:
    """Yield a temporary path in the target's folder; at the end it becomes ``target``. StoreUnusable when that cannot be."""
    with disk_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.parent / f".{target.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp"
    try:
        with disk_errors(target):
            yield temporary
            with temporary.open("rb") as file:
                os.fsync(file.fileno())
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def write_bytes(target: Path, data: bytes) -> None:
    """Write ``data`` to ``target`` atomically."""
    with atomic_path(target) as path:
        path.write_bytes(data)


def write_text(target: Path, text: str) -> None:
    """Write ``text`` as UTF-8 to ``target`` atomically."""
    write_bytes(target, text.encode("utf-8"))


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn the operating system's refusals into StoreUnusable with a way out."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreUnusable("no space left", where=str(path), todo="Free space or point OKBENCH_LAKE elsewhere; a rerun goes on") from error
        if isinstance(error, (PermissionError, FileExistsError, NotADirectoryError)) or error.errno == errno.EROFS:
            raise StoreUnusable(f"cannot be written ({error.strerror})", where=str(path), todo="Check its rights or point OKBENCH_LAKE elsewhere") from error
        raise
