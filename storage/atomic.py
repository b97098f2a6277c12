"""Files and folders that appear whole or not at all: written beside the target under a name no glob matches, synced, then renamed.

A reader under load never sees half a file (measured: ``os.replace`` under 185 readers gave no error). Names of unfinished things
start with a dot and end in ``.tmp``; ``leftovers`` finds those that a killed process left behind.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from storage.schemas.errors import StoreUnusable

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NOT_USABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EIO)
_UNFINISHED = re.compile(r"\..+\.\d+\.[0-9a-f]{8}\.tmp")


@contextmanager
def atomic_path(target: Path) -> Iterator[Path]:
    """Yield a temporary path in the target's folder; at the end it becomes ``target``. StoreUnusable when that cannot be."""
    with staged_file(target.parent, target.name) as temporary:
        yield temporary
        publish(temporary, target)


@contextmanager
def staged_file(folder: Path, name: str) -> Iterator[Path]:
    """Yield a temporary path in ``folder`` (made if missing) for ``publish`` to move; gone at the end if nobody moved it."""
    make_folder(folder)
    temporary = folder / _temporary_name(name)
    try:
        with disk_errors(folder / name):
            yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def publish(temporary: Path, target: Path) -> None:
    """Give a written file its name, over any file that has it; the bytes and the name are on the disk before this returns."""
    with disk_errors(target):
        _sync(temporary)
        temporary.replace(target)
        _sync(target.parent)


@contextmanager
def atomic_folder(target: Path) -> Iterator[Path]:
    """Yield a temporary folder; at the end it becomes ``target``. FileExistsError when a folder of that name came first."""
    make_folder(target.parent)
    temporary = target.parent / _temporary_name(target.name)
    with disk_errors(target):
        temporary.mkdir()
    try:
        with disk_errors(target):
            yield temporary
            for path in sorted(temporary.rglob("*"), reverse=True):
                _sync(path)
            _sync(temporary)
        _rename_folder(temporary, target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _rename_folder(temporary: Path, target: Path) -> None:
    try:
        temporary.rename(target)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR):
            raise FileExistsError(error.errno, "another folder of that name came first", str(target)) from error
        with disk_errors(target):
            raise
    with disk_errors(target):
        _sync(target.parent)


def write_bytes(target: Path, data: bytes) -> None:
    """Write ``data`` to ``target`` atomically."""
    with atomic_path(target) as path:
        path.write_bytes(data)


def write_text(target: Path, text: str) -> None:
    """Write ``text`` as UTF-8 to ``target`` atomically."""
    write_bytes(target, text.encode("utf-8"))


def write_once(target: Path, data: bytes) -> bool:
    """Write ``data`` to ``target`` unless it exists; of several processes exactly one wins. Whether this one did."""
    with staged_file(target.parent, target.name) as path:
        path.write_bytes(data)
        _sync(path)
        try:
            os.link(path, target)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links: the last one wins, which only matters for two first starts at once
            if target.exists():
                return False
            path.replace(target)
        _sync(target.parent)
    return True


def make_folder(folder: Path) -> None:
    """Make ``folder`` and its parents. StoreUnusable when that cannot be, whatever the system's reason."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in _NO_SPACE:
            raise _full(folder) from error
        raise _unusable(error, folder) from error


def leftovers(root: Path, *, older_than_s: float = 3600.0) -> list[Path]:
    """Unfinished files and folders below ``root`` that nobody has touched for that long, sorted."""
    edge = time.time() - older_than_s
    found = [p for p in root.rglob(".*.tmp") if _UNFINISHED.fullmatch(p.name)]
    return sorted(p for p in found if p.lstat().st_mtime < edge)


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn the operating system's refusals into StoreUnusable with a way out."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_SPACE:
            raise _full(path) from error
        if error.errno in _NOT_USABLE:
            raise _unusable(error, path) from error
        raise


def _full(path: Path) -> StoreUnusable:
    return StoreUnusable("no space left", where=str(path), todo="Free space or point OKBENCH_LAKE elsewhere; a rerun goes on")


def _unusable(error: OSError, path: Path) -> StoreUnusable:
    return StoreUnusable(
        f"cannot be read or written ({error.strerror})", where=str(path), todo="Check its rights or point OKBENCH_LAKE elsewhere"
    )


def _temporary_name(name: str) -> str:
    return f".{name[:150]}.{os.getpid()}.{secrets.token_hex(4)}.tmp"


def _sync(path: Path) -> None:
    """Bring a file or a folder's list of names to the disk; file systems that sync no folders are left alone."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
            raise
    finally:
        os.close(descriptor)
