"""The window of news that a run covers: the hours before its pinned moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from storage.schemas.clock import as_utc


@dataclass(frozen=True, slots=True)
class Window:
    """``hours`` before ``moment`` (UTC), open at the start and closed at the end: start < published <= moment."""

    moment: datetime
    hours: float = 24.0

    @property
    def start(self) -> datetime:
        """The instant after which an entry counts."""
        return as_utc(self.moment) - timedelta(hours=self.hours)

    @property
    def day(self) -> str:
        """The UTC day of the moment, ``2026-11-30``: the key of snapshot, run and release."""
        return as_utc(self.moment).date().isoformat()

    def holds(self, instant: datetime) -> bool:
        """Whether an instant lies in the window."""
        return self.start < as_utc(instant) <= as_utc(self.moment)
