"""``okbench lake``: what the lake holds, how long it is kept, and joining its small files."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated

import typer

from flows.cli.opening import LakeOption, lake_of
from flows.cli.output import say, show_rows
from storage.retention import PRUNABLE, USUAL, compact_all, old_partitions
from storage.retention import prune as remove
from storage.schemas.clock import utc_now
from storage.schemas.tables import KINDS

app = typer.Typer(name="lake", help="What the lake holds, how long it is kept, and its upkeep.", no_args_is_help=True)


@app.command()
def show(lake: LakeOption = None) -> None:
    """Show what each table takes on the disk."""
    opened = lake_of(lake)
    rows = []
    for table in sorted({*KINDS, "releases", "reports", "embeddings", "indexes", "feed_bodies"}):
        files = [path for path in (opened.root / table).rglob("*") if path.is_file()]
        if files:
            rows.append({"folder": table, "files": len(files), "MB": round(sum(path.stat().st_size for path in files) / 1e6, 2)})
    show_rows(rows, title=str(opened.root))


@app.command()
def prune(
    older_than: Annotated[int, typer.Option("--older-than", help="Days to keep, at least 14.")] = 90,
    table: Annotated[list[str] | None, typer.Option(help=f"Only these tables; default: {', '.join(USUAL)}. Calls only when named.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Remove; without it only say what would go.")] = False,
    lake: LakeOption = None,
) -> None:
    """Remove old days. Releases and their reports stay whole; without --yes nothing is removed."""
    found = old_partitions(lake_of(lake), older_than_days=older_than, today=utc_now().date(), tables=table or USUAL)
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in found:
        for place, value in enumerate((1, one.files, one.bytes)):
            sums[one.table][place] += value
    rows = [
        {"table": name, "partitions": count, "files": files, "MB": round(size / 1e6, 2), "lost with it": PRUNABLE[name]}
        for name, (count, files, size) in sums.items()
    ]
    show_rows(rows, title="removed" if yes else "would be removed")
    if yes:
        say(f"{remove(found) / 1e6:.2f} MB freed")
    elif found:
        say("Nothing was removed; add --yes")


@app.command()
def compact(lake: LakeOption = None) -> None:
    """Join the small files of each partition. Runs and queries may go on meanwhile."""
    joined = compact_all(lake_of(lake))
    show_rows([{"table": table, "partition": partition, "files joined": count} for table, partition, count in joined], title="joined")
