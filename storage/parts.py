"""One Parquet part of a table: its name, writing it, reading it, and setting a damaged one aside.

Names carry the order of writing and a checksum: ``part-<nanoseconds>-c<CRC-32 of its bytes>.parquet``. Parquet's own page checksums cover
pages but not the footer, and without either 164 of 300 single flipped bits were read as other content with no error (measured).
A ``-base`` part holds all that a partition held when it was written, so readers begin at the newest base, and a crash between writing
it and removing what it replaces does no harm.
"""

from __future__ import annotations

import logging
import re
import threading
import time
import zlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from storage.atomic import disk_errors
from storage.schemas.errors import DamagedFile

PATTERN = "part-*.parquet"
_CHECKSUM = re.compile(r"-c([0-9a-f]{8})(?:-base)?\.parquet$")
_log = logging.getLogger(__name__)
_last = 0
_last_lock = threading.Lock()


def current_parts(folder: Path) -> list[Path]:
    """The parts that make up a partition, in the order of writing: the newest base and all after it."""
    parts = sorted(folder.glob(PATTERN), key=lambda p: p.name)
    bases = [i for i, path in enumerate(parts) if path.stem.endswith("-base")]
    return parts[bases[-1] :] if bases else parts


def next_part(folder: Path, content: Path, *, base: bool = False) -> Path:
    """The path under which a written file becomes the next part of a folder: after every part there, even when the clock was set back."""
    global _last
    there = [_stamp(path) for path in folder.glob(PATTERN)]
    with _last_lock:
        _last = max([time.time_ns(), _last + 1, *(stamp + 1 for stamp in there)])
        stamp = _last
    return folder / f"part-{stamp:020d}-c{zlib.crc32(content.read_bytes()):08x}{'-base' if base else ''}.parquet"


def _stamp(path: Path) -> int:
    number = path.name.split("-")[1].removesuffix(".parquet")
    return int(number) if number.isdecimal() else 0


def write_part(table: pa.Table, path: Path) -> None:
    """Write a table as Parquet with page checksums."""
    with disk_errors(path):
        pq.write_table(table, path, compression="zstd", write_page_checksum=True)


def read_part(path: Path) -> pa.Table:
    """A part's table. DamagedFile when its bytes are not those written, or no Parquet; FileNotFoundError when it is gone."""
    try:
        with disk_errors(path):
            data = path.read_bytes()
        if (named := _CHECKSUM.search(path.name)) and int(named[1], 16) != zlib.crc32(data):
            raise DamagedFile("its bytes are not those that were written", where=str(path))
        with pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True) as file:
            table = file.read()
            table.validate(full=True)
            return table
    except pa.ArrowException as error:
        raise DamagedFile(f"cannot be read as Parquet ({error})", where=str(path)) from error
    except OSError as error:
        # Arrow reports bad bytes as an OSError without a number; one with a number is the system's (too many open files, ...).
        if error.errno is not None:
            raise
        raise DamagedFile(f"cannot be read as Parquet ({error})", where=str(path)) from error


def set_aside(path: Path) -> Path:
    """Rename a damaged part so that no reader takes it again; its new path. Two processes may do so at once."""
    aside = path.with_name(path.name + ".damaged")
    try:
        path.rename(aside)
    except OSError:
        _log.warning("Damaged part %s could not be set aside; it is left out all the same", path)
    else:
        _log.warning("Damaged part set aside as %s; `okbench doctor --repair` says what can be rebuilt", aside)
    return aside
