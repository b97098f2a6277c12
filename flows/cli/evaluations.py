"""``okbench evaluations``: score models on a release, have written answers judged, tell fresh questions from stale ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.bars import stage_bars
from flows.cli.opening import LakeOption, ReleaseArgument, lake_of, release_of, run_async
from flows.cli.output import manner, print_json, say, show, show_rows
from flows.environment import set_for_flows
from flows.parameters import EvaluateModels
from storage.schemas.calls import Evaluation
from tasks.report.tables import evaluation_rows, short_score_rows

app = typer.Typer(name="evaluations", help="Scores of models on releases.", no_args_is_help=True)
_JUDGED = ("model", "setting", "equal %", "judged right %", "agree %", "failed verdicts", "own")
_ESTIMATE = ("model", "setting", "calls", "done", "tokens in", "tokens out", "USD", "minutes")


@app.command()
def run(
    release: ReleaseArgument = "latest",
    model: Annotated[list[str] | None, typer.Option(help="Model under test; may be repeated.")] = None,
    setting: Annotated[
        list[str] | None, typer.Option(help="no_context, oracle, bm25:1d:k3, ...; +open or +both behind one for the form; the first two by default.")
    ] = None,
    form: Annotated[list[str] | None, typer.Option(help="multiple_choice (default), open_ended: of settings that name none.")] = None,
    sample: Annotated[int, typer.Option(help="Ask a sample of so many questions, the same for all models; 0: all.")] = 0,
    grid: Annotated[Path | None, typer.Option(help="File of models and settings (TOML).")] = None,
    judge: Annotated[str | None, typer.Option(help="Model that judges open-ended answers; 'none' for equality alone.")] = None,
    panel: Annotated[list[str] | None, typer.Option(help="Model of the freshness panel; may be repeated. Default: all under test.")] = None,
    max_usd: Annotated[float | None, typer.Option(help="Budget in USD.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Budget in tokens.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print calls, tokens, cost and time, ask no model.")] = False,
    lake: LakeOption = None,
) -> None:
    """Have models answer a release. What is answered already is not asked again."""
    set_for_flows(lake)
    found = release_of(lake, release)
    parameters = EvaluateModels.checked(
        release=found.release_id, models=model or [], settings=setting or ["no_context", "oracle"], forms=form or ["multiple_choice"],
        sample=sample, grid=str(grid.resolve()) if grid else None, judge=judge, panel=panel or [], max_usd=max_usd, max_tokens=max_tokens, dry_run=dry_run,
    )  # fmt: skip
    from flows.evaluate_models import check_evaluate_models, evaluate  # Prefect takes seconds to import; other commands do without

    run_async(check_evaluate_models(parameters))  # a person's mistake is told before a server is started
    with stage_bars():
        result = run_async(evaluate(parameters))
    _print(result)


def _print(result: dict[str, Any]) -> None:
    if manner.as_json:
        print_json(result)
        return
    if "estimate" in result:
        show_rows(result["estimate"], title="Nothing was asked yet", columns=_ESTIMATE)
        say(f"Tokens: {result['token counting']}")
        return
    show_rows(short_score_rows(result["scores"]), title=result["signature"])
    show_scoring(result)


def show_scoring(result: dict[str, Any]) -> None:
    """What stands beside the scores of a run or an evaluation: judged answers, log-probabilities, freshness, warnings."""
    if result.get("judged"):
        by = ", ".join(dict.fromkeys(row["judge"] for row in result["judged"]))
        show_rows(result["judged"], title=f"Open-ended answers: right by equality, and as {by} judged them", columns=_JUDGED)
    if result.get("likeliest"):
        show_rows(result["likeliest"], title="Multiple choice by log-probabilities")
    if result.get("freshness"):
        fresh = result["freshness"]
        say(f"Freshness: {fresh['stale']} of {fresh['questions']} questions are known to most of a panel of {len(fresh['panel'])}")
    for warning in result.get("warnings", ()):
        say(f"Note: {warning}")


@app.command("list")
def list_(release: ReleaseArgument = "latest", lake: LakeOption = None) -> None:
    """List the evaluations of a release with their outcomes."""
    found = release_of(lake, release)
    opened = lake_of(lake)
    rows = evaluation_rows(opened, opened.read(Evaluation, found.release_id))
    show_rows(rows if manner.as_json else short_score_rows(rows), title=found.signature.short())


@app.command()
def freshness(
    release: ReleaseArgument = "latest",
    panel: Annotated[list[str] | None, typer.Option(help="Model of the panel; may be repeated. Default: all that answered without context.")] = None,
    stale: Annotated[bool, typer.Option("--stale", help="List the stale questions.")] = False,
    lake: LakeOption = None,
) -> None:
    """Label the questions that most of a panel of models knows without context. Takes the answers that are there, asks nothing."""
    from flows.freshness import freshness_summary, label_freshness

    found = release_of(lake, release)
    labels = label_freshness(lake_of(lake), found, panel or [])
    known = {label.question_id: label for label in labels if label.stale}
    rows = [
        {"question": q.question, "answer": q.key, "knew": known[q.question_id].knew, "of": known[q.question_id].asked, "question id": q.question_id}
        for q in found.questions
        if q.question_id in known
    ]
    summary = freshness_summary(labels)
    if manner.as_json:
        print_json(summary | ({"stale questions": rows} if stale else {}))
        return
    show(summary | {"panel": ", ".join(summary["panel"])})
    if stale:
        show_rows(rows, title="Stale questions")


@app.command()
def audit(
    out: Annotated[Path, typer.Option(help="File to write, .csv or .jsonl; the key goes beside it.")],
    release: ReleaseArgument = "latest",
    size: Annotated[int, typer.Option(min=1, max=10_000, help="Answers to draw.")] = 60,
    seed: Annotated[str, typer.Option(help="Seed of the drawing.")] = "audit",
    judge: Annotated[str | None, typer.Option(help="Only what this judge judged.")] = None,
    lake: LakeOption = None,
) -> None:
    """Draw judged answers for people to judge, spread over models, settings and outcomes; what the judge said goes into a file apart."""
    from flows.cli.audit_files import write_audit

    found = release_of(lake, release)
    drawn, paths = write_audit(lake_of(lake), found, out, size=size, seed=seed, judge=judge)
    show({"answers": drawn, "form": str(paths[0]), "key": str(paths[1])})


@app.command("audit-figures")
def audit_figures(
    form: Annotated[Path, typer.Argument(help="A form of okbench evaluations audit, its verdicts filled in with right and wrong.")],
    key: Annotated[Path | None, typer.Option(help="Its key; default: the file beside it.")] = None,
) -> None:
    """Say how often judge and equality agree with people, and where they differ."""
    from flows.cli.audit_files import read_audit

    rows = [
        {
            "people and": one.against, "answers": one.compared, "agree %": round(100 * one.agreed / one.compared, 1) if one.compared else None,
            "kappa": None if one.kappa is None else round(one.kappa, 2), "too kind": one.too_kind, "too strict": one.too_strict,
        }
        for one in read_audit(form, key)
    ]  # fmt: skip
    show_rows(rows, title="Agreement with people")
