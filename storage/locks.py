"""Locks between processes, freed when their holder ends, even by kill -9."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from storage.atomic import disk_errors, make_folder
from storage.schemas.errors import StoreBusy


def folder_lock(folder: Path, name: str = ".lock", seconds: float = 60.0, *, any_thread: bool = False) -> FileLock:
    """An exclusive lock on a folder (made if missing), held as a context manager. StoreBusy when nobody frees it in time.

    any_thread: another thread than the one that took it may free it.
    """
    make_folder(folder)
    return _Lock(str(folder / name), timeout=seconds, poll_interval=0.01, thread_local=not any_thread)


class _Lock(FileLock):
    def acquire(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        """As FileLock, with our errors."""
        try:
            with disk_errors(Path(self.lock_file)):
                return super().acquire(*args, **kwargs)  # type: ignore[arg-type]
        except Timeout as error:
            todo = "Wait for it to end, then run again"
            raise StoreBusy("another okbench process holds this lock", where=self.lock_file, todo=todo) from error
