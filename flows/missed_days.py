"""Missed days, told to whoever watches the run that finds them: a sentence in its log and a table in the Prefect UI."""

from __future__ import annotations

from typing import Any

from flows.artifacts import show_table, tell
from flows.catch_up import note_missed_days
from storage.lake import Lake
from storage.schemas.clock import iso
from storage.schemas.questions import Run


async def tell_missed_days(lake: Lake, newest: Run) -> None:
    """Note the days on which nothing ran and show them."""
    missed = note_missed_days(lake, newest)
    if not missed:
        return
    days = ", ".join(run.day for run in missed)
    tell(f"Missed: {days}. Feeds may hold some of it: okbench news backfill --first {missed[0].day} --last {missed[-1].day} --plan")
    rows: list[dict[str, Any]] = [{"day": run.day, "run": run.run_id, "window ends": iso(run.moment), "detail": run.detail} for run in missed]
    await show_table(f"missed-{newest.day}", rows, "Days on which nothing ran")
