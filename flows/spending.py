"""What all runs together have spent, and the ceilings that the settings put on it."""

from __future__ import annotations

from datetime import datetime

from storage.catalog import Catalog
from storage.lake import Lake
from storage.schemas.clock import as_utc
from tasks.llm.ceilings import Ceiling


def spent_since(lake: Lake, start: datetime) -> float:
    """USD of the calls that started at ``start`` or later, those in journals of running processes included; unknown costs count as none."""
    with Catalog(lake, threads=1) as catalog:
        rows = catalog.query("SELECT coalesce(sum(cost), 0.0) AS usd FROM calls WHERE started >= $start", {"start": as_utc(start)})
    return float(rows.to_pylist()[0]["usd"])


def spending_ceilings(lake: Lake, *, day: float | None, month: float | None, now: datetime) -> list[Ceiling]:
    """A ceiling for each limit that is set. A run that goes on past midnight keeps the day and month that it started in, as well as what follows."""
    midnight = as_utc(now).replace(hour=0, minute=0, second=0, microsecond=0)
    first = midnight.replace(day=1)
    found = []
    if day is not None:
        found.append(Ceiling(f"day {midnight:%Y-%m-%d}", day, lambda: spent_since(lake, midnight)))
    if month is not None:
        found.append(Ceiling(f"month {first:%Y-%m}", month, lambda: spent_since(lake, first)))
    return found
