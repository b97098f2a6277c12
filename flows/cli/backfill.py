"""``okbench news backfill``: days that have no release, run one after another, after saying what the feeds no longer hold of each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flows.catch_up import open_days
from flows.cli.opening import LakeOption, lake_of, run_async, settings_of
from flows.cli.output import manner, print_json, say, show_rows
from flows.environment import set_for_flows
from flows.parameters import DailyNews
from storage.schemas.clock import iso, parse_day, utc_now
from storage.schemas.errors import BadInput
from storage.schemas.window import Window
from tasks.ingest.feeds import Feed, load_feeds

if TYPE_CHECKING:
    from tasks.ingest.check import FeedCheck

_COLUMNS = ("day", "whole", "partly", "nothing", "no longer held by")
_NAMED = 6


def backfill(
    first: Annotated[str, typer.Option(help="First day, 2026-11-25.")],
    last: Annotated[str | None, typer.Option(help="Last day; default: the first one.")] = None,
    name: Annotated[str, typer.Option(help="Name of the runs.")] = "daily",
    at: Annotated[str, typer.Option(help="Time of day (UTC) at which the windows end, for days without a run.")] = "06:15",
    feeds: Annotated[Path | None, typer.Option(help="Feeds file.")] = None,
    generator: Annotated[str | None, typer.Option(help="Model that writes questions.")] = None,
    validator: Annotated[str | None, typer.Option(help="Model that validates; 'none' for rules only.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="Model under test; may be repeated.")] = None,
    max_articles: Annotated[int | None, typer.Option(help="Questions from at most this many articles of a day.")] = None,
    max_usd: Annotated[float | None, typer.Option(help="Budget in USD for each day.")] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Ask the feeds once, say what they still hold, run nothing.")] = False,
    lake: LakeOption = None,
) -> None:
    """Run days without a release, oldest first, and say what feeds no longer hold of them. A day that no feed reaches is not run."""
    days = _days(first, last, name, at, lake)
    if not days:
        say("Every one of these days has a release")
        return
    listed = [feed for feed in load_feeds(settings_of(lake, feeds=feeds).feeds) if feed.enabled]
    say(f"Asking {len(listed)} feeds how far back they reach …")
    rows = _held(days, _ask(listed, feeds, lake))
    if plan:
        show_rows(rows, title="What feeds still hold", columns=_COLUMNS)
        return
    set_for_flows(lake)
    given: dict[str, Any] = {
        "name": name, "feeds": str(feeds) if feeds else None, "generator": generator, "validator": validator, "models": model or [],
        "max_articles": max_articles, "max_usd": max_usd,
    }  # fmt: skip
    results = [_run(row, given) for row in rows]
    if manner.as_json:
        print_json({"held": rows, "runs": results})
        return
    show_rows(rows, title="What feeds still hold", columns=_COLUMNS)
    show_rows(results, title="Runs", columns=("day", "status", "questions", "detail"))


def _days(first: str, last: str | None, name: str, at: str, lake: Path | None) -> list[tuple[str, datetime]]:
    begin = parse_day(first)
    end = parse_day(last) if last else begin
    try:
        clock = time.fromisoformat(at)
    except ValueError:
        raise BadInput(f"{at!r} is no time of day", where="--at", todo="Write it as 06:15") from None
    if end < begin or end > utc_now().date():
        raise BadInput(f"{first} to {last or first} is no span of days up to today", where="--last")
    if (end - begin).days > 366:
        raise BadInput("that is more than a year", where="--first", todo="Feeds hold days, sometimes weeks")
    found = open_days(lake_of(lake), flow="news", name=name, first=begin, last=end, at=clock)
    return [(day, moment) for day, moment in found if moment <= utc_now()]


def _ask(feeds: Sequence[Feed], file: Path | None, lake: Path | None) -> list[FeedCheck]:
    from tasks.fetching.fetcher import Fetcher
    from tasks.ingest.check import check_feeds  # what fetches takes a while to import; other commands do without

    settings = settings_of(lake, feeds=file)

    async def work() -> list[FeedCheck]:
        async with Fetcher(settings.fetch) as fetcher:
            return await check_feeds(feeds, fetcher=fetcher, window=Window(utc_now(), 24), options=settings.collect)

    return run_async(work())


def _held(days: Sequence[tuple[str, datetime]], checks: Sequence[FeedCheck]) -> list[dict[str, Any]]:
    """For each day how many feeds reach to before its window (hold it whole), into it, or not at all."""
    rows = []
    for day, moment in days:
        start = moment - timedelta(hours=24)
        whole = [c.feed.feed_id for c in checks if c.oldest is not None and c.oldest <= start]
        partly = [c.feed.feed_id for c in checks if c.oldest is not None and start < c.oldest <= moment]
        gone = sorted({c.feed.feed_id for c in checks} - {*whole, *partly})
        named = ", ".join(gone[:_NAMED]) + (f" and {len(gone) - _NAMED} more" if len(gone) > _NAMED else "")
        rows.append({
            "day": day, "window ends": iso(moment), "whole": len(whole), "partly": len(partly), "nothing": len(gone), "no longer held by": named,
        })  # fmt: skip
    return rows


def _run(row: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The day's run, unless no feed reaches it."""
    if not row["whole"] + row["partly"]:
        return {"day": row["day"], "status": "not run", "questions": None, "detail": "no feed holds anything of that window any more"}
    from flows.cli.news import run_flow

    result = run_flow(DailyNews(moment=row["window ends"], **given))
    return {"day": row["day"], "status": result["status"], "questions": result.get("questions"), "detail": result.get("detail", "")}
