"""The rule after downtime: one run for the newest window, and the days that were missed are listed, never run on the quiet.

Feeds hold about a day. A run for a window of last week would make a release of the few old entries that some feeds still carry, under a name that
promises a day's news. So only the newest window is run by itself; older ones are noted as missed, and `okbench news backfill` is there for those who want
them all the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from flows.run_record import note_run, pin_run, run_id
from storage.lake import Lake
from storage.schemas.clock import as_utc
from storage.schemas.questions import Run

MISSED = "missed"
MOST_DAYS = 60  # listed after one downtime; a series that was dropped months ago is not filled up with rows


def runs_of(lake: Lake, flow: str, name: str) -> dict[str, Run]:
    """Every run of that flow and name by its day."""
    found: dict[str, Run] = {}
    for identity in lake.partitions(Run):
        if identity.startswith(f"{flow}-") and identity.endswith(f"-{name}"):
            for run in lake.read(Run, identity):
                if (run.flow, run.name) == (flow, name):
                    found[run.day] = run
    return found


def note_missed_days(lake: Lake, newest: Run) -> list[Run]:
    """Note the days between the last run of that name and the newest one as missed; those runs, oldest first. Noted again, nothing changes."""
    known = runs_of(lake, newest.flow, newest.name)
    before = [day for day in known if day < newest.day]
    if not before:
        return []
    missed = []
    for day in _between(max(before), newest.day):
        moment = as_utc(newest.moment) - (date.fromisoformat(newest.day) - day)
        run = pin_run(
            lake, flow=newest.flow, name=newest.name, moment=moment, moment_given=True, hours=newest.window_hours, parameters=_parameters(newest)
        )
        missed.append(note_run(lake, run, status=MISSED, detail=f"nothing ran between {max(before)} and {newest.day}"))
    return missed


def open_days(lake: Lake, *, flow: str, name: str, first: date, last: date, at: time) -> list[tuple[str, datetime]]:
    """(day, moment) of each day from first to last that has no release of that name, oldest first; a run that was pinned keeps its moment."""
    known = runs_of(lake, flow, name)
    found = []
    for offset in range((last - first).days + 1):
        day = first + timedelta(days=offset)
        run = known.get(day.isoformat())
        if run is None or run.release_id is None:
            found.append((day.isoformat(), as_utc(run.moment) if run else as_utc(datetime.combine(day, at, tzinfo=UTC))))
    return found


def newest_is_open(lake: Lake, *, flow: str, name: str, due: datetime) -> bool:
    """Whether the window that ends at ``due`` has no run of that name, or only one that was missed."""
    found = lake.read(Run, run_id(flow, as_utc(due).date().isoformat(), name))
    return not found or found[0].status == MISSED


def _between(first: str, last: str) -> Iterator[date]:
    start, end = date.fromisoformat(first) + timedelta(days=1), date.fromisoformat(last)
    start = max(start, end - timedelta(days=MOST_DAYS))
    while start < end:
        yield start
        start += timedelta(days=1)


def _parameters(run: Run) -> dict[str, object]:
    return dict(json.loads(run.parameters))
