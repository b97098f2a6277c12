"""What an earlier attempt at the same run has stored, so that a rerun goes on from there instead of undoing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage.lake import Lake
from storage.schemas.news import Entry, FeedFetch


@dataclass(frozen=True, slots=True)
class Earlier:
    """A run's rows by feed id. Read once before many feeds are collected: reading it for each of them costs more than parsing them."""

    entries: Mapping[str, tuple[Entry, ...]]
    fetches: Mapping[str, FeedFetch]

    @classmethod
    def read(cls, lake: Lake, run_id: str) -> Earlier:
        """The rows that lie in the lake now; both empty for a fresh run."""
        entries: dict[str, list[Entry]] = {}
        for row in lake.read(Entry, run_id):
            entries.setdefault(row.feed_id, []).append(row)
        return cls({feed: tuple(rows) for feed, rows in entries.items()}, {row.feed_id: row for row in lake.read(FeedFetch, run_id)})
