"""``okbench reports``: results as pages and files, built from what is stored; no model is asked."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.opening import LakeOption, lake_of, release_of, run_of
from flows.cli.output import console, manner, print_json, say, show, show_rows
from flows.publishing import Publishing, publish, summary
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.errors import BadInput, NotFound
from storage.schemas.questions import Run
from tasks.report.collect import DailyReport, collect_report
from tasks.report.publish import FORMATS, publish_figures
from tasks.report.results.gather import gather
from tasks.report.results.stored import read_stored
from tasks.report.results.table import text_of
from tasks.report.results.two_models import two_models_table
from tasks.report.serving import page_server

PORT = 8770
_NAMES = {"markdown": "md", "latex": "tex"}
app = typer.Typer(name="reports", help="Results as pages and files: tables and figures, every question, the leaderboard.", no_args_is_help=True)


@app.command()
def build(
    release: Annotated[str, typer.Argument(help="A release (id, its beginning, latest, random id, signature line), a run id, or all.")] = "latest",
    format_: Annotated[list[str] | None, typer.Option("--format", help="html, md, csv, tex; may be repeated; all by default.")] = None,
    without_stale: Annotated[bool, typer.Option("--without-stale", help="Show tables and figures without stale questions first.")] = False,
    figures: Annotated[Path | None, typer.Option(help="Build from a CSV file of published figures instead of a release.")] = None,
    reference: Annotated[Path | None, typer.Option(help="CSV file of the static reference; default: MMLU-Pro as the paper has it.")] = None,
    questions: Annotated[bool, typer.Option(help="Write a page for each question as well.")] = True,
    lake: LakeOption = None,
) -> None:
    """Write the results of a release again from what is stored, and the leaderboard over all releases."""
    opened = lake_of(lake)
    how = Publishing(formats=_formats(format_), without_stale=without_stale, reference=reference, questions=questions)
    if figures is not None:
        show({"report": str(publish_figures(opened, figures, formats=how.formats, reference=reference).page)})
        return
    found = publish(opened, _release_meant(opened, release), how)
    if manner.as_json:
        print_json(summary(found))
        return
    for one in found.releases:
        show({"report": str(one.page)})
    for name, why in found.skipped:
        say(f"skipped {name}: {why}")
    show({"leaderboard": str(found.leaderboard)})


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 for a free one.")] = PORT, lake: LakeOption = None
) -> None:
    """Serve the pages to browsers on this machine until stopped with Ctrl-C."""
    folder = lake_of(lake).root / "reports"
    if not (folder / "index.html").is_file():
        raise NotFound("no report has been built yet", where=str(folder), todo="Run okbench reports build all")
    with page_server(folder, port) as server:
        say(f"The reports are at http://127.0.0.1:{server.server_address[1]}/ (Ctrl-C ends it)")
        console.file.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            time.sleep(0)  # an end, not a failure


@app.command()
def compare(
    first: Annotated[str, typer.Argument(help="A model, or a part of its name.")],
    second: Annotated[str, typer.Argument(help="The model to compare it with.")],
    release: Annotated[str, typer.Option(help="The release that both were scored on.")] = "latest",
    without_stale: Annotated[bool, typer.Option("--without-stale", help="Leave out questions that a panel knew without context.")] = False,
    lake: LakeOption = None,
) -> None:
    """Compare two models on common questions: difference, interval, paired test over articles."""
    found = release_of(lake, release)
    results = gather(read_stored(lake_of(lake), found), fresh=without_stale)
    table = two_models_table(results, first, second)
    if manner.as_json:
        print_json({"signature": found.signature.short(), "title": table.title, "rows": table.records(), "notes": list(table.notes)})
        return
    columns = [column for column in table.columns if column.name not in ("only first", "only second", "p", "questions", "articles")]
    rows = [{c.name: text_of(c, v) for c, v in zip(table.columns, row, strict=True) if c in columns} for row in table.rows]
    say(found.signature.short())
    show_rows(rows, title=table.title)
    for note in (table.about, *table.notes):
        say(note)


@app.command("list")
def list_(lake: LakeOption = None) -> None:
    """List the reports that are there."""
    folder = lake_of(lake).root / "reports"
    pages = [*sorted(folder.glob("*/report.html")), *sorted(folder.glob("*/index.html")), *folder.glob("index.html")]
    show_rows([{"of": _what(path, folder), "report": str(path)} for path in pages], title="reports", fold=False)


def report_of(lake: Lake, run: Run) -> DailyReport:
    """The report of a run that has a release."""
    return collect_report(lake, run, ReleaseStore(lake).load(run.release_id or ""))


def _what(path: Path, folder: Path) -> str:
    return "leaderboard" if path.parent == folder else path.parent.name


def _release_meant(lake: Lake, text: str) -> str:
    """A run's id stands for its release."""
    if text in lake.partitions(Run):
        return run_of(lake, text, released=True).release_id or text
    return text


def _formats(given: list[str] | None) -> tuple[str, ...]:
    wanted = [_NAMES.get(name, name) for text in given or FORMATS for name in text.split(",")]
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown:
        raise BadInput(f"there is no format {unknown[0]!r}", where="--format", todo=f"Choose from: {', '.join(FORMATS)}")
    return tuple(dict.fromkeys(wanted))
