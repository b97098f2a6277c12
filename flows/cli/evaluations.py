"""``okbench evaluations``: score models on a release."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.cli.bars import stage_bars
from flows.cli.opening import LakeOption, ReleaseArgument, lake_of, release_of, run_async
from flows.cli.output import manner, print_json, show_rows
from flows.environment import set_for_flows
from storage.schemas.calls import Evaluation
from tasks.report.tables import evaluation_rows, short_score_rows

app = typer.Typer(name="evaluations", help="Scores of models on releases.", no_args_is_help=True)


@app.command()
def run(
    release: ReleaseArgument,
    model: Annotated[list[str], typer.Option(help="Model under test; may be repeated.")],
    setting: Annotated[list[str] | None, typer.Option(help="no_context, oracle; both by default.")] = None,
    max_usd: Annotated[float | None, typer.Option(help="Budget in USD.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Budget in tokens.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print calls, tokens and cost, ask no model.")] = False,
    lake: LakeOption = None,
) -> None:
    """Have models answer a release. What is answered already is not asked again."""
    set_for_flows(lake)
    found = release_of(lake, release)
    from flows.evaluate_models import EvaluateModels, evaluate

    parameters = EvaluateModels.checked(
        release=found.release_id, models=model, settings=setting or ["no_context", "oracle"], max_usd=max_usd, max_tokens=max_tokens, dry_run=dry_run
    )
    with stage_bars():
        result = run_async(evaluate(parameters))
    if manner.as_json:
        print_json(result)
        return
    show_rows(result["estimate"] if dry_run else short_score_rows(result["scores"]), title="Nothing was asked yet" if dry_run else result["signature"])


@app.command("list")
def list_(release: ReleaseArgument = "latest", lake: LakeOption = None) -> None:
    """List the evaluations of a release with their outcomes."""
    found = release_of(lake, release)
    opened = lake_of(lake)
    rows = evaluation_rows(opened, opened.read(Evaluation, found.release_id))
    show_rows(rows if manner.as_json else short_score_rows(rows), title=found.signature.short())
