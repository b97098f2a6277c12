"""A run's identity and its pinned moment.

The key of a run is its flow, its day (UTC) and a name, so that a scheduler that fires twice on one day finds the first run and spends nothing, and a
run that was killed goes on where it stopped, under the same moment. Another name on the same day is another run with its own release.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from storage.lake import Lake
from storage.locks import folder_lock
from storage.schemas.clock import as_utc, iso, utc_now
from storage.schemas.errors import BadInput, StoreBusy
from storage.schemas.ids import canonical_json, safe_name
from storage.schemas.questions import Run
from storage.schemas.window import Window


def run_id(flow: str, day: str, name: str) -> str:
    """``news-2026-11-30-daily``."""
    return f"{flow}-{day}-{safe_name(name, 'run name')}"


def pin_run(
    lake: Lake, *, flow: str, name: str, moment: datetime, moment_given: bool, hours: float, parameters: dict[str, object]
) -> Run:
    """The run of that flow, day and name: as first pinned if it exists, else pinned now.

    BadInput when it exists and the caller asks for another moment, window or set of parameters: results under one run never mix two questions.
    """
    window = Window(moment, hours)
    identity = run_id(flow, window.day, name)
    wanted = canonical_json(parameters)
    with lake.lock(Run, identity):
        found = lake.read(Run, identity)
        if found:
            _same(found[0], moment=moment if moment_given else None, hours=hours, parameters=wanted)
            return found[0]
        now = utc_now()
        run = Run(
            run_id=identity, flow=flow, name=name, day=window.day, moment=as_utc(moment), window_hours=hours, parameters=wanted,
            status="started", detail="", release_id=None, started=now, noted=now,
        )  # fmt: skip
        lake.append(Run, [run], identity)
        return run


@contextmanager
def only_start(lake: Lake, identity: str) -> Iterator[None]:
    """Hold a run for this process while it works, so that two starts at once do not both pay. StoreBusy when another has it; a kill frees it."""
    lock = folder_lock(lake.folder(Run, identity), ".running.lock", seconds=0)
    try:
        lock.acquire()
    except StoreBusy as error:
        raise StoreBusy(
            f"run {identity} is going on in another process", where=error.where, todo="Wait for it, or give another --name for a run of its own"
        ) from None
    try:
        yield
    finally:
        lock.release()


def note_run(lake: Lake, run: Run, *, status: str, detail: str = "", release_id: str | None = None) -> Run:
    """Store a new status of the run and return it."""
    noted = dataclasses.replace(run, status=status, detail=detail, release_id=release_id or run.release_id, noted=utc_now())
    lake.append(Run, [noted], run.run_id)
    return noted


def _same(run: Run, *, moment: datetime | None, hours: float, parameters: str) -> None:
    todo = "Leave it out to go on with that run, or give another --name for a new one"
    if moment is not None and as_utc(moment) != as_utc(run.moment):
        raise BadInput(f"run {run.run_id} is pinned at {iso(run.moment)}, not {iso(moment)}", where="moment", todo=todo)
    if hours != run.window_hours:
        raise BadInput(f"run {run.run_id} covers {run.window_hours:g} hours, not {hours:g}", where="hours", todo=todo)
    if parameters != run.parameters:
        raise BadInput(
            f"run {run.run_id} was started with {run.parameters}, now {parameters} is asked",
            where="parameters",
            todo="Give the same, or another --name for a new run",
        )
