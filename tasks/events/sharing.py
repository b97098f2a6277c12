"""Marks documents that events of several regions or years cite; within one page ``documents`` has done so already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from storage.lake import Lake
from storage.schemas.events import DocumentLink


def mark_shared(lake: Lake, partitions: Iterable[str] | None = None) -> int:
    """Set ``shared`` on every kept link whose article other events use too; returns how many rows changed. All of the lake by default."""
    places = list(partitions) if partitions is not None else lake.partitions(DocumentLink)
    users: dict[str, set[str]] = defaultdict(set)
    for place in places:
        for link in lake.read(DocumentLink, place):
            if link.outcome == "kept" and link.article_id:
                users[link.article_id].add(link.event_id)
    changed = 0
    for place in places:
        rows = lake.read(DocumentLink, place)
        marked = [replace(row, shared=row.outcome == "kept" and len(users.get(row.article_id or "", ())) > 1) for row in rows]
        differing = sum(before.shared != after.shared for before, after in zip(rows, marked, strict=True))
        if differing:
            lake.replace(DocumentLink, marked, place)
            changed += differing
    return changed
