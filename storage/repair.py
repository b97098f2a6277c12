"""Mending a lake: damaged parts set aside and their rows brought back from where else they are, releases made whole from the lake.

What cannot be brought back is named with the way to get it again. Nothing is guessed: a release's table is only put back when its rows
have the digest that the signature vouches for.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pyarrow as pa

from storage.atomic import leftovers
from storage.digest import row_digests, table_digest
from storage.inspection import Finding, inspect_lake, replaced_folders
from storage.lake import Lake
from storage.manifest import Manifest, read_manifest
from storage.parts import set_aside
from storage.release_files import TABLES, read_withheld
from storage.releases import Release, ReleaseStore
from storage.schemas.arrow import Record, from_table, to_table
from storage.schemas.errors import DamagedFile, DigestMismatch, OkbenchError
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, FunnelRow, Question, Run, Verdict
from storage.schemas.tables import KINDS

R = TypeVar("R", bound=Record)

_AGAIN = {
    "calls": "Run again: what is missing is asked, and paid, again",
    "answers": "Evaluate again: calls that are still in the ledger are not paid again",
    "evaluations": "Evaluate again: calls that are still in the ledger are not paid again",
    "feed_states": "Nothing to do: the next run asks each feed for the whole of it",
}
_ELSE = "Run that day again while the feeds still carry it; a release that was made from it stays whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Makers:
    """What the release stage knows and the lake does not: how questions follow from candidates, and how a card is written."""

    questions: Callable[[Manifest, Sequence[Candidate], Sequence[Verdict], Sequence[Article]], list[Question]]
    card: Callable[[Manifest], str]


def repair_lake(lake: Lake, makers: Makers, *, older_than_s: float = 3600.0) -> list[Finding]:
    """Mend what can be mended; what was done and what is lost. A part written by a later okbench is named and left alone.

    older_than_s: unfinished files younger than that may belong to a running process and stay.
    """
    store = ReleaseStore(lake)
    done = _clear_leftovers(lake, store, older_than_s)
    broken: dict[tuple[str, str], Finding] = {}
    faulty: set[str] = set()
    for finding in inspect_lake(lake):
        if finding.kind == "release":
            faulty.add(finding.path.name)
        elif finding.kind in ("damaged", "set_aside"):
            if finding.kind == "damaged":
                done.append(dataclasses.replace(finding, kind="set_aside", path=set_aside(finding.path)))
            broken[finding.table, finding.partition] = finding
        elif finding.kind != "leftover":
            done.append(finding)
    done += [_bring_back(lake, store, finding) for finding in broken.values()]
    return done + [_mend_release(lake, store, release_id, makers) for release_id in sorted(faulty)]


def _clear_leftovers(lake: Lake, store: ReleaseStore, older_than_s: float) -> list[Finding]:
    done = []
    for path in replaced_folders(store, older_than_s=older_than_s):
        target = path.with_name(path.name[1:].rsplit(".", 2)[0])
        if path.suffix == ".replaced" and not target.exists():
            path.rename(target)
            done.append(Finding(kind="restored", path=target, what="put back after an exchange that was cut short"))
        else:
            shutil.rmtree(path, ignore_errors=True)
            done.append(Finding(kind="removed", path=path, what="unfinished when its process ended"))
    for path in leftovers(lake.root, older_than_s=older_than_s):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
        done.append(Finding(kind="removed", path=path, what="unfinished when its process ended"))
    return done


def _bring_back(lake: Lake, store: ReleaseStore, finding: Finding) -> Finding:
    """Rows of a partition from the releases that hold them."""
    kind, place = KINDS[finding.table], {"table": finding.table, "partition": finding.partition}
    rows = _rows_in_releases(store, finding.table, finding.partition)
    count = _restore(lake, kind, finding.partition, rows)
    rest = "rows that no release holds are missing"
    if count:
        what = f"{count} rows brought back from releases; {rest}"
        return Finding(kind="rebuilt", path=lake.folder(kind, finding.partition), what=what, **place)
    if rows:
        what, todo = f"all that releases hold of it is here; {rest}", "Delete the file when you need it no more"
        return Finding(kind="set_aside", path=finding.path, what=what, todo=todo, **place)
    return Finding(kind="lost", path=finding.path, what="its rows are nowhere else", todo=_AGAIN.get(finding.table, _ELSE), **place)


def _restore(lake: Lake, kind: type[R], partition: str, rows: Sequence[Record]) -> int:
    def key(row: Record) -> tuple[object, ...]:
        return tuple(getattr(row, name) for name in kind.KEY)

    here = {key(row) for row in lake.read(kind, partition)}
    missing = [row for row in rows if isinstance(row, kind) and key(row) not in here]
    lake.append(kind, missing, partition)
    return len(missing)


def _rows_in_releases(store: ReleaseStore, table: str, partition: str) -> list[Record]:
    rows: list[Record] = []
    for manifest in store.list():
        release = Release(store.folder(manifest.release_id), manifest)
        try:
            if table == Article.TABLE:
                rows += [a for a in release.articles if a.day == partition and a.version_id not in release.without_body]
            elif manifest.parent is not None:
                continue  # the run made the first of the line: its verdicts and counts are those
            elif manifest.run_id == partition and table in (Candidate.TABLE, Verdict.TABLE):
                rows += release.candidates if table == Candidate.TABLE else release.verdicts
            elif manifest.run_id == partition and table == FunnelRow.TABLE:
                rows += [
                    FunnelRow(run_id=partition, stage=f.stage, outcome=f.outcome, reason=f.reason, count=f.count) for f in manifest.funnel
                ]
            elif manifest.run_id == partition and table == Run.TABLE:
                rows += _run(manifest)
        except OkbenchError:
            continue
    return rows


def _run(manifest: Manifest) -> list[Run]:
    flow, found, name = manifest.run_id.partition(f"-{manifest.period}-")
    if not found or manifest.moment is None or manifest.hours is None:
        return []
    return [Run(
        run_id=manifest.run_id, flow=flow, name=name, day=manifest.period, moment=manifest.moment, window_hours=manifest.hours,
        parameters=manifest.parameters, status="complete", detail="brought back from its release", release_id=manifest.release_id,
        started=manifest.made, noted=manifest.made,
    )]  # fmt: skip


def _mend_release(lake: Lake, store: ReleaseStore, release_id: str, makers: Makers) -> Finding:
    """A release with its damaged tables made anew from the lake."""
    folder = store.folder(release_id)
    todo = "Import it again from a copy"
    try:
        manifest = read_manifest(folder)
    except OkbenchError as error:
        return Finding(kind="lost", path=folder, what=error.what, todo=todo)
    try:
        withheld = read_withheld(folder)
        tables = {name: _sound_table(store, manifest, name) for name in TABLES}
        made = _from_lake(lake, manifest, tables, makers)
        for name, table in made.items():
            if table_digest(row_digests(TABLES[name], table, withheld)) != manifest.tables[name].digest:
                return Finding(kind="lost", path=folder, what=f"the lake's {name} are not those that were signed", todo=todo)
        store.exchange(manifest, made, readme=makers.card(manifest), withheld=withheld)
    except OkbenchError as error:
        return Finding(kind="lost", path=folder, what=str(error), todo=todo)
    names = ", ".join(name for name, table in tables.items() if table is None) or "files around the tables"
    return Finding(kind="rebuilt", path=folder, what=f"made whole again: {names}")


def _sound_table(store: ReleaseStore, manifest: Manifest, name: str) -> pa.Table | None:
    try:
        return Release(store.folder(manifest.release_id), manifest).table(name)
    except (DamagedFile, DigestMismatch):
        return None


def _from_lake(lake: Lake, manifest: Manifest, tables: Mapping[str, pa.Table | None], makers: Makers) -> dict[str, pa.Table]:
    """All tables of a release, the missing ones from the run's rows in the lake."""
    made = {name: table for name, table in tables.items() if table is not None}
    if "candidates" not in made:
        made["candidates"] = to_table(Candidate, lake.read(Candidate, manifest.run_id))
    if "verdicts" not in made:
        made["verdicts"] = to_table(Verdict, lake.read(Verdict, manifest.run_id))
    candidates = from_table(Candidate, made["candidates"])
    if "articles" not in made:
        wanted = {candidate.version_id for candidate in candidates}
        found = [article for day in lake.partitions(Article) for article in lake.read(Article, day) if article.version_id in wanted]
        made["articles"] = to_table(Article, found)
    if "questions" not in made:
        articles = from_table(Article, made["articles"])
        made["questions"] = to_table(Question, makers.questions(manifest, candidates, from_table(Verdict, made["verdicts"]), articles))
    return made
