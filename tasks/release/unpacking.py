"""Opening an archive from a stranger: only plain files of known names, no paths that lead elsewhere, no more bytes than allowed."""

from __future__ import annotations

import gzip
import lzma
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from storage.manifest import MANIFEST
from storage.release_files import README, ROWS, TABLES, WITHHELD
from storage.schemas.errors import BadInput, DamagedFile

_TABLE_FILES = {f"{name}.{form}" for name in TABLES for form in ("parquet", "jsonl")}
KNOWN = frozenset({MANIFEST, README, ROWS, WITHHELD, "withheld.jsonl"} | _TABLE_FILES)
"""The files of a release; others in a folder or archive are left where they are."""

_BROKEN = (zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError)
_MAX_MEMBERS = 10_000
_CHUNK = 1 << 20


def unpack(archive: Path, folder: Path, *, max_bytes: int) -> None:
    """Put the release files of a zip or tar archive into ``folder``; other plain files in it are left out.

    BadInput for a member that is a link or device, or whose path is absolute or climbs; for two members of one name; for too many bytes.
    DamagedFile for what is no archive.
    """
    try:
        for member, source in _members(archive):
            _check(member, archive)
            name = member.rsplit("/", 1)[-1]
            if name not in KNOWN or member.count("/") > 1:
                continue
            target = folder / name
            if target.exists():
                raise _refused(f"it holds {name} twice", archive)
            max_bytes -= _copy(source, target, max_bytes, archive)
    except _BROKEN as error:
        raise DamagedFile(f"cannot be read as an archive ({error})", where=str(archive), todo="Ask its sender for another copy") from error


def _members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """(path, content) of each plain file."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for number, entry in enumerate(packed.infolist()):
                kind = (entry.external_attr >> 16) & 0o170000
                if number >= _MAX_MEMBERS or kind not in (0, 0o100000, 0o040000):
                    raise _refused(f"{entry.filename!r} is no plain file" if number < _MAX_MEMBERS else "it holds too many files", archive)
                # zipfile itself cleans names; the raw one says what the sender wanted.
                if entry.is_dir():
                    _check(entry.orig_filename.rstrip("/"), archive)
                    continue
                with packed.open(entry) as source:
                    yield entry.orig_filename, source
        return
    with tarfile.open(archive, "r:*") as tarred:
        for number, member in enumerate(tarred):
            if number >= _MAX_MEMBERS:
                raise _refused("it holds too many files", archive)
            if member.isdir():
                _check(member.name, archive)
                continue
            source_file = tarred.extractfile(member) if member.isreg() else None
            if source_file is None:
                raise _refused(f"{member.name!r} is no plain file", archive)
            yield member.name.removeprefix("./"), source_file


def _check(member: str, archive: Path) -> None:
    steps = member.removeprefix("./").split("/")
    if member.startswith("/") or "\\" in member or "\0" in member or ".." in steps or re.match(r"[A-Za-z]:", member):
        raise _refused(f"the path {member!r} leads out of it", archive)


def _copy(source: IO[bytes], target: Path, allowed: int, archive: Path) -> int:
    """Copy and count what really comes out, whatever sizes the archive claims."""
    written = 0
    with target.open("wb") as file:
        while chunk := source.read(_CHUNK):
            written += len(chunk)
            if written > allowed:
                raise _refused("its files are larger than allowed once unpacked", archive)
            file.write(chunk)
    return written


def _refused(what: str, archive: Path) -> BadInput:
    return BadInput(f"this archive is not unpacked: {what}", where=str(archive), todo="Ask its sender for a plain export")
