"""``okbench reports``: the pages of runs, built from what is stored."""

from __future__ import annotations

import typer

from flows.cli.opening import LakeOption, RunArgument, lake_of, run_of
from flows.cli.output import show, show_rows
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.questions import Run
from tasks.report.collect import DailyReport, collect_report
from tasks.report.write import write_report

app = typer.Typer(name="reports", help="Reports of runs.", no_args_is_help=True)


@app.command()
def build(run_id: RunArgument = "latest", lake: LakeOption = None) -> None:
    """Write the report of a run again from what is stored; no model is asked."""
    opened = lake_of(lake)
    run = run_of(opened, run_id, released=True)
    show({"report": str(write_report(report_of(opened, run), opened.root / "reports" / run.run_id))})


def report_of(lake: Lake, run: Run) -> DailyReport:
    """The report of a run that has a release."""
    return collect_report(lake, run, ReleaseStore(lake).load(run.release_id or ""))


@app.command("list")
def list_(lake: LakeOption = None) -> None:
    """List the reports that are there."""
    folder = lake_of(lake).root / "reports"
    show_rows([{"run": path.parent.name, "report": str(path)} for path in sorted(folder.glob("*/report.html"))], title="reports", fold=False)
