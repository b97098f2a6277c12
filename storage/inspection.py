"""Looking a lake over: every part read whole, every release verified, and what a killed process or an earlier repair left behind."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from storage.atomic import leftovers
from storage.lake import Lake
from storage.parts import PATTERN, current_parts, read_part
from storage.releases import ReleaseStore
from storage.schemas.arrow import Record, conform
from storage.schemas.errors import DamagedFile, NewerLake, SchemaMismatch
from storage.schemas.questions import Question
from storage.schemas.tables import KINDS

_SET_ASIDE = "okbench doctor --repair brings back those of its rows that a release holds; then remove it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it should be, or that a repair did.

    kind: damaged, set_aside, foreign (columns of no record), newer, release, leftover; and from a repair: rebuilt, lost, removed, restored.
    table and partition: where it belongs, empty for releases' folders and leftovers. todo: what a person can do.
    """

    kind: str
    path: Path
    what: str
    table: str = ""
    partition: str = ""
    todo: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}: {self.what}" + (f". {self.todo}" if self.todo else "")


def inspect_lake(lake: Lake) -> list[Finding]:
    """Everything wrong with a lake. Nothing is moved or changed."""
    findings: list[Finding] = []
    for kind in KINDS.values():
        findings += _table(lake, kind)
    store = ReleaseStore(lake)
    for release_id in sorted(path.name for path in store.root.glob("*") if path.is_dir() and not path.name.startswith(".")):
        try:
            problems: Iterable[object] = store.verify(release_id).problems
        except NewerLake as error:
            problems = [error.what]
        findings += [Finding(kind="release", path=store.folder(release_id), what=str(problem)) for problem in problems]
    for path in [*leftovers(lake.root), *replaced_folders(store)]:
        findings.append(Finding(kind="leftover", path=path, what="unfinished when its process ended"))
    return findings


def replaced_folders(store: ReleaseStore, *, older_than_s: float = 3600.0) -> list[Path]:
    """Folders that an exchange of copies left behind: the old one (``.replaced``), and the new one (``.fresh``) once it is old."""
    edge = time.time() - older_than_s
    return sorted([*store.root.glob(".*.replaced"), *(p for p in store.root.glob(".*.fresh") if p.lstat().st_mtime < edge)])


def _table(lake: Lake, kind: type[Record]) -> Iterable[Finding]:
    base = lake.root / kind.TABLE
    if kind is Question or not base.is_dir():
        return
    for folder in sorted({path.parent for path in base.rglob(PATTERN)}):
        place = {"table": kind.TABLE, "partition": folder.relative_to(base).as_posix()}
        for path in current_parts(folder):
            try:
                conform(kind, read_part(path))
            except FileNotFoundError:
                continue
            except DamagedFile as error:
                yield Finding(kind="damaged", path=path, what=error.what, **place)
            except NewerLake as error:
                yield Finding(kind="newer", path=path, what=error.what, todo=error.todo, **place)
            except SchemaMismatch as error:
                yield Finding(kind="foreign", path=path, what=f"{error.where}: {error.what}", todo="Move it out of the lake", **place)
    for path in sorted(base.rglob(f"{PATTERN}.damaged")):
        place = {"table": kind.TABLE, "partition": path.parent.relative_to(base).as_posix()}
        yield Finding(kind="set_aside", path=path, what="was found damaged earlier", todo=_SET_ASIDE, **place)
