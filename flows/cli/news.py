"""``okbench news``: make, release and score the news benchmark of a day."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.backfill import backfill
from flows.cli.bars import stage_bars
from flows.cli.evaluations import show_scoring
from flows.cli.opening import LakeOption, RunArgument, catalog_of, lake_of, run_async, run_of
from flows.cli.output import manner, print_json, say, show, show_rows
from flows.cli.reports import report_of
from flows.environment import set_for_flows
from flows.parameters import DailyNews
from tasks.report.tables import cost_rows, feed_rows, funnel_rows, score_rows, short_score_rows

_WAY, _PAID = "From feed to score", "Calls and costs"
_COLUMNS = {
    _WAY: ("stage", "outcome", "reason", "count", "share %"),
    _PAID: ("stage", "model", "calls", "not ok", "prompt tokens", "output tokens", "USD"),
    "Feeds": ("feed", "state", "reason", "entries", "in window", "kept"),
}
_RETRIEVAL = {"hits": "Right article among the first k", "mrr": "Mean reciprocal rank at k"}
app = typer.Typer(name="news", help="The news benchmark of a day.", no_args_is_help=True)
app.command("backfill")(backfill)


@app.command()
def run(
    name: Annotated[str, typer.Option(help="Name of the run; one run of a name exists for a day.")] = "daily",
    moment: Annotated[str, typer.Option(help="End of the window: now, 2026-11-30 or 2026-11-30T06:15:00Z.")] = "now",
    hours: Annotated[float, typer.Option(help="Length of the window.")] = 24,
    feeds: Annotated[Path | None, typer.Option(help="Feeds file.")] = None,
    outlet: Annotated[list[str] | None, typer.Option(help="Only this feed id; may be repeated.")] = None,
    max_articles: Annotated[int | None, typer.Option(help="Questions from at most this many articles.")] = None,
    generator: Annotated[str | None, typer.Option(help="Model that writes questions.")] = None,
    validator: Annotated[str | None, typer.Option(help="Model that validates; 'none' for rules only.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="Model under test; may be repeated.")] = None,
    setting: Annotated[list[str] | None, typer.Option(help="no_context, oracle, bm25:1d:k3, ...; +open or +both behind one for the form.")] = None,
    form: Annotated[list[str] | None, typer.Option(help="multiple_choice (default), open_ended: of settings that name none.")] = None,
    grid: Annotated[Path | None, typer.Option(help="File of further models and settings (TOML).")] = None,
    judge: Annotated[str | None, typer.Option(help="Model that judges open-ended answers; 'none' for equality alone.")] = None,
    panel: Annotated[list[str] | None, typer.Option(help="Model of the freshness panel; may be repeated. Default: all under test.")] = None,
    retriever: Annotated[list[str] | None, typer.Option(help="Retriever to measure, such as bm25; may be repeated.")] = None,
    search_days: Annotated[list[int] | None, typer.Option(help="Days of news that retrievers search; may be repeated.")] = None,
    max_usd: Annotated[float | None, typer.Option(help="Budget in USD.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Budget in tokens.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read the news, print calls, tokens and cost, ask no model.")] = False,
    lake: LakeOption = None,
) -> None:
    """Run the whole way: feeds, articles, questions, release, scores, report. Started again, it goes on where it stopped."""
    parameters = checked(
        name=name, moment=moment, hours=hours, feeds=str(feeds) if feeds else None, outlets=outlet or [], max_articles=max_articles,
        generator=generator, validator=validator, models=model or [], settings=setting or ["no_context", "oracle"],
        forms=form or ["multiple_choice"], grid=str(grid.resolve()) if grid else None, judge=judge, panel=panel or [], max_usd=max_usd,
        max_tokens=max_tokens, dry_run=dry_run, retrievers=retriever or [], search_days=search_days or [],
    )  # fmt: skip
    set_for_flows(lake)
    print_result(run_flow(parameters))


def run_flow(parameters: DailyNews) -> dict[str, Any]:
    """The flow's result, in this process, with a Prefect server if one is set, else with a passing one."""
    from flows.daily_news import check_daily_news, daily_news  # Prefect takes seconds to import; other commands do without

    run_async(check_daily_news(parameters))  # a person's mistake is told before a server is started
    with stage_bars():
        return run_async(daily_news(parameters))


def print_result(result: dict[str, Any]) -> None:
    """What a run came to: funnel, costs, scores, signature, report; or its estimate."""
    if manner.as_json:
        print_json(result)
        return
    if "estimate" in result:
        show_rows(result["estimate"], title=f"{result['run_id']}: nothing was asked yet")
        say(f"Tokens: {result['token counting']}")
        return
    if result["status"] == "missed":
        show(result)
        return
    show_rows(result["funnel"], title=_WAY, columns=_COLUMNS[_WAY])
    show_rows(result["costs"], title=_PAID, columns=_COLUMNS[_PAID])
    show_rows(short_score_rows(result["scores"]), title="Scores")
    show_scoring(result)
    for name, title in _RETRIEVAL.items():
        if rows := result.get("retrieval", {}).get(name):
            show_rows([{key: value for key, value in row.items() if not key.startswith(("±", "strict"))} for row in rows], title=title)
    show({k: result[k] for k in ("run_id", "status", "detail", "release_id", "questions", "signature", "report", "results") if result[k] != ""})


@app.command("list")
def list_(lake: LakeOption = None) -> None:
    """List all runs, the newest first."""
    with catalog_of(lake) as catalog:
        show_rows(catalog.named("runs").to_pylist(), title="runs", columns=("run_id", "status", "started", "detail"))


@app.command("show")
def show_(run_id: RunArgument = "latest", lake: LakeOption = None) -> None:
    """Show one run's funnel, costs, feeds and scores, as far as it has come."""
    opened = lake_of(lake)
    found = run_of(opened, run_id)
    about = {"run": found.run_id, "status": found.status, "detail": found.detail, "started": found.started, "release": found.release_id}
    if found.release_id:
        report = report_of(opened, found)
        tables = {_WAY: funnel_rows(report), _PAID: cost_rows(report), "Feeds": feed_rows(report), "Scores": score_rows(report)}
    else:
        with catalog_of(lake) as catalog:
            tables = {t: catalog.named(q, run_id=found.run_id).to_pylist() for t, q in ((_WAY, "funnel"), (_PAID, "costs"), ("Feeds", "feeds"))}
    if manner.as_json:
        print_json(about | tables)
        return
    show(about)
    if found.release_id:
        tables["Scores"] = short_score_rows(tables["Scores"])
    for title, rows in tables.items():
        show_rows(rows, title=title, columns=_COLUMNS.get(title) if found.release_id else None)


def checked(**values: Any) -> DailyNews:
    """Parameters from command-line values; BadInput names the option that is wrong."""
    from pydantic import ValidationError

    from storage.schemas.errors import BadInput

    try:
        return DailyNews(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        option = "--" + (name.removesuffix("s") if name in ("models", "settings", "forms", "outlets", "retrievers") else name).replace("_", "-")
        raise BadInput(str(first["msg"]).removeprefix("Value error, "), where=option, todo="See okbench news run --help") from None
