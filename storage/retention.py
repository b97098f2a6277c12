"""How long the lake keeps what: old partitions removed, small parts joined. Releases are never touched: they hold their articles and candidates themselves.

A partition goes as a whole: renamed to a name that no reader takes, then removed, so a kill in between leaves a leftover and no half table.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from storage.atomic import disk_errors
from storage.journal import journals
from storage.lake import Lake
from storage.schemas.arrow import Record
from storage.schemas.errors import BadInput
from storage.schemas.tables import KINDS

LEAST_DAYS = 14  # duplicates are looked for in 10 days of releases, and retrieval windows reach back 10 days
PRUNABLE: dict[str, str] = {
    "entries": "what feeds listed; the funnel of each run stays",
    "feed_fetches": "what feeds answered",
    "articles": "texts of the news; releases keep those they were made from; wider search windows need them",
    "candidates": "questions written; releases keep theirs",
    "verdicts": "checks of questions; releases keep theirs",
    "calls": "what models were asked and said: without them a rerun of that day pays again, and reports cannot show costs",
}
"""Tables that may be pruned, and what is lost with them."""
USUAL = ("entries", "feed_fetches", "articles", "candidates", "verdicts")
_DAY = re.compile(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Old:
    """A partition that may go. day: of its name; bytes and files: what it takes on the disk."""

    table: str
    partition: str
    day: str
    files: int
    bytes: int
    path: Path


def old_partitions(lake: Lake, *, older_than_days: int, today: date, tables: Sequence[str] = USUAL) -> list[Old]:
    """Partitions whose day lies more than that many days back, oldest first.

    A partition without a day in its name stays, and so does one with a journal, which somebody may be writing. BadInput for other tables and for fewer
    days than windows and duplicate checks need.
    """
    if older_than_days < LEAST_DAYS:
        raise BadInput(f"{older_than_days} days are fewer than the {LEAST_DAYS} that searches and duplicate checks look back", where="--older-than")
    for table in tables:
        if table not in PRUNABLE:
            raise BadInput(f"{table} is not pruned", where="--table", todo=f"One of: {', '.join(PRUNABLE)}")
    edge = (today - timedelta(days=older_than_days)).isoformat()
    found = [old for table in dict.fromkeys(tables) for old in _old(lake, KINDS[table], edge)]
    return sorted(found, key=lambda old: (old.day, old.table, old.partition))


def prune(old: Sequence[Old]) -> int:
    """Remove the partitions; bytes freed. StoreUnusable when the disk refuses."""
    for one in old:
        aside = one.path.with_name(f".{one.path.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
        with disk_errors(one.path):
            one.path.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)
    return sum(one.bytes for one in old)


def compact_all(lake: Lake) -> list[tuple[str, str, int]]:
    """Join the parts of every partition that has several: (table, partition, parts joined)."""
    joined = []
    for kind in KINDS.values():
        for partition in lake.partitions(kind):
            parts = len(lake.parts(kind, partition))
            if parts > 1 and lake.compact(kind, partition) is not None:
                joined.append((kind.TABLE, partition, parts))
    return joined


def _old(lake: Lake, kind: type[Record], edge: str) -> Iterator[Old]:
    for partition in lake.partitions(kind):
        days = _DAY.findall(partition)
        folder = lake.folder(kind, partition)
        if not days or max(days) >= edge or journals(folder):
            continue
        files = [path for path in folder.iterdir() if path.is_file()]
        if any(path.is_dir() for path in folder.iterdir()):
            continue  # partitions below it, which may be younger
        yield Old(
            table=kind.TABLE, partition=partition, day=max(days), files=len(files), bytes=sum(path.stat().st_size for path in files), path=folder
        )
