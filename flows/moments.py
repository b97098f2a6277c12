"""When a run's window ends: decided once, at the start, and handed to every step.

A scheduled run means the time it was scheduled for, however late it starts: one of 23:50 that starts after midnight is still of its own day.
"""

from __future__ import annotations

from datetime import UTC, datetime

from prefect.runtime import flow_run

from storage.schemas.clock import parse_moment, utc_now


def run_moment(text: str) -> datetime:
    """The instant that ``text`` gives; for ``now`` the time that the flow run was scheduled for, to the second. BadInput for what is neither."""
    if text != "now":
        return parse_moment(text)
    # A datetime of Prefect's own kind on some Pythons; ours go into tables.
    scheduled = datetime.fromtimestamp(int(flow_run.scheduled_start_time.timestamp()), UTC)
    return min(scheduled, utc_now().replace(microsecond=0))
