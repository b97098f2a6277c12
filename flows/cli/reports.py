"""``okbench reports``: the pages of runs, built from what is stored."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.cli.opening import LakeOption, lake_of
from flows.cli.output import show, show_rows
from storage.releases import ReleaseStore
from storage.schemas.errors import NotFound
from storage.schemas.questions import Run
from tasks.report.collect import collect_report
from tasks.report.write import write_report

app = typer.Typer(name="reports", help="Reports of runs.", no_args_is_help=True)


@app.command()
def build(run_id: Annotated[str, typer.Argument(help="A run id, or 'latest'.")] = "latest", lake: LakeOption = None) -> None:
    """Write the report of a run again from what is stored; no model is asked."""
    opened = lake_of(lake)
    runs = {run.run_id: run for name in opened.partitions(Run) for run in opened.read(Run, name) if run.release_id}
    if run_id == "latest" and runs:
        run_id = max(runs.values(), key=lambda run: run.noted).run_id
    if run_id not in runs:
        raise NotFound(f"there is no run {run_id!r} with a release", todo=f"Choose one of: {', '.join(sorted(runs)) or 'none yet'}")
    run = runs[run_id]
    release = ReleaseStore(opened).load(run.release_id or "")
    path = write_report(collect_report(opened, run, release), opened.root / "reports" / run_id)
    show({"report": str(path)})


@app.command("list")
def list_(lake: LakeOption = None) -> None:
    """List the reports that are there."""
    folder = lake_of(lake).root / "reports"
    show_rows([{"run": path.parent.name, "report": str(path)} for path in sorted(folder.glob("*/report.html"))], title="reports")
