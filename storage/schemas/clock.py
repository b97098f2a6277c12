"""Time as okbench stores it: aware, UTC, and fixed once per run.

Nothing below ``flows`` asks for "now" to decide what belongs to a run: the run's moment is an argument.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

from storage.schemas.errors import BadInput


def utc_now() -> datetime:
    """The wall clock in UTC, for stamps of what was done (never for what belongs to a window)."""
    return datetime.now(UTC)


def as_utc(moment: datetime) -> datetime:
    """The same instant in UTC. A naive datetime is a programming fault and raises ValueError."""
    if moment.tzinfo is None:
        raise ValueError(f"naive datetime {moment!r}: all instants are aware")
    return moment.astimezone(UTC)


def parse_moment(text: str) -> datetime:
    """An instant written by a person: ``2026-11-30`` (end of that day), ``2026-11-30T06:15Z``, or ``now``. BadInput otherwise."""
    if text == "now":
        return utc_now().replace(microsecond=0)
    try:
        if len(text) == 10:
            return datetime.combine(date.fromisoformat(text), datetime.min.time(), UTC) + timedelta(days=1, seconds=-1)
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date or moment", todo="Write 2026-11-30, 2026-11-30T06:15:00Z or now") from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def parse_day(text: str) -> date:
    """A calendar day written by a person, ``2026-11-30``. BadInput otherwise."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date", todo="Write it as year-month-day, such as 2026-11-30") from None


def iso(moment: datetime) -> str:
    """``2026-11-30T06:15:00Z``; microseconds only when there are any."""
    return as_utc(moment).isoformat().replace("+00:00", "Z")


class Stopwatch:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        """Elapsed milliseconds."""
        return (time.perf_counter() - self._start) * 1000
