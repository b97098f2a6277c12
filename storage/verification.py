"""Checking a release: every byte of every file, every row of every table, the manifest, and the signature that binds them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from storage.digest import RowDigest, Withheld, content_digest, row_digests, table_digest
from storage.lake import read_parquet
from storage.manifest import MANIFEST, Manifest, read_manifest
from storage.release_files import README, ROWS, TABLES, RowSeal, file_facts, read_release_table, read_withheld
from storage.schemas.errors import DamagedFile, DigestMismatch, NewerLake, OkbenchError, SchemaMismatch
from storage.signature import Signature

SHOWN = 20
"""How many changed rows of a table are named; the others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is not as the manifest says.

    kind: manifest, signature, missing_file, extra_file, bytes, damaged, rows (their digest), row (one of them, named by ``key``).
    """

    kind: str
    file: str
    what: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.file}{' row ' + self.key if self.key else ''}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """Outcome of a check of the release in ``folder``; its ``signature`` when the manifest could be read."""

    folder: Path
    signature: Signature | None
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether every byte and row is as the manifest says."""
        return not self.problems

    @property
    def data_ok(self) -> bool:
        """Whether every row is; problems can then only be in the readme, in an extra file or in the packing of a table."""
        return all(p.kind in ("bytes", "extra_file") or (p.kind, p.file) == ("missing_file", README) for p in self.problems)

    def raise_if_bad(self) -> None:
        """DigestMismatch naming the first problems."""
        if self.problems:
            more = f" and {len(self.problems) - 5} more" if len(self.problems) > 5 else ""
            what = "; ".join(map(str, self.problems[:5])) + more
            raise DigestMismatch(f"the release is not what its signature says: {what}", where=str(self.folder), todo="Import it again")


def verify_folder(folder: Path, *, expected: Signature | None = None) -> Verification:
    """Check a release's folder. ``expected``: a signature cited elsewhere, which must be this one. NewerLake for a later manifest."""
    try:
        manifest = read_manifest(folder)
    except NewerLake:
        raise
    except OkbenchError as error:
        return Verification(folder=folder, signature=None, problems=(Problem(kind="manifest", file=MANIFEST, what=error.what),))
    problems = _signature_problems(manifest, expected) + _file_problems(folder, manifest)
    broken = {p.file for p in problems if p.kind == "missing_file"}
    try:
        withheld = read_withheld(folder)
    except (DamagedFile, SchemaMismatch) as error:
        withheld = {}
        problems.append(Problem(kind="damaged", file=Path(error.where).name, what=error.what))
    for name in TABLES:
        if f"{name}.parquet" not in broken:
            problems += _table_problems(folder, name, manifest, withheld)
    return Verification(folder=folder, signature=manifest.signature, problems=tuple(problems))


def _signature_problems(manifest: Manifest, expected: Signature | None) -> list[Problem]:
    problems = []
    if content_digest({name: facts.digest for name, facts in manifest.tables.items()}) != manifest.content_digest:
        problems.append(Problem(kind="signature", file=MANIFEST, what="the content digest does not follow from the tables' digests"))
    if expected is not None and not manifest.signature.agrees(expected):
        problems.append(Problem(kind="signature", file=MANIFEST, what=f"it is {manifest.signature.short()}, not {expected.short()}"))
    return problems


def _file_problems(folder: Path, manifest: Manifest) -> list[Problem]:
    found = file_facts(folder)
    problems = [Problem(kind="missing_file", file=name, what="the file is missing") for name in manifest.files if name not in found]
    inside = sorted(path.name for path in folder.iterdir() if path.is_dir())
    problems += [Problem(kind="extra_file", file=name, what="a release has no folder in it") for name in inside]
    for name, facts in found.items():
        if name not in manifest.files:
            problems.append(Problem(kind="extra_file", file=name, what="the release has no such file"))
        elif facts != manifest.files[name]:
            problems.append(Problem(kind="bytes", file=name, what="its bytes were changed"))
    return problems


def _table_problems(folder: Path, name: str, manifest: Manifest, withheld: Withheld) -> list[Problem]:
    file = f"{name}.parquet"
    try:
        table = read_release_table(folder, name)
        rows = row_digests(TABLES[name], table, withheld)
    except DamagedFile as error:
        return [Problem(kind="damaged", file=file, what=error.what)]
    except KeyError as error:
        return [Problem(kind="damaged", file=file, what=f"the column {error} is missing")]
    if table_digest(rows) == manifest.tables[name].digest:
        return []
    return [Problem(kind="rows", file=file, what="its rows are not what the signature says"), *changed_rows(folder, name, rows)]


def changed_rows(folder: Path, name: str, rows: list[RowDigest]) -> list[Problem]:
    """The rows that differ from ``rows.parquet``, as far as that file can be read."""
    try:
        sealed = Counter((seal.key, seal.digest) for seal in read_parquet(RowSeal, folder / ROWS) if seal.table == name)
    except (DamagedFile, SchemaMismatch):
        return []
    found = Counter((row.key, row.digest[:16]) for row in rows)
    old, new = sealed - found, found - sealed
    before, after = {key for key, _ in old}, {key for key, _ in new}
    keys = sorted(before | after)
    problems = []
    for key in keys[:SHOWN]:
        what = "it was changed" if key in before and key in after else "it is missing" if key in before else "it was added"
        problems.append(Problem(kind="row", file=f"{name}.parquet", key=key, what=what))
    if len(keys) > SHOWN:
        problems.append(Problem(kind="row", file=f"{name}.parquet", key="...", what=f"and {len(keys) - SHOWN} more rows differ"))
    return problems
