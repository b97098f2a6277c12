"""The counts of ingest, from a run's entries to the articles that questions are made from. In each stage kept and dropped add up to all.

``entries``: every entry of the run's feeds. ``articles``: every article of the day's snapshot, dropped when it is a copy, a live
blog, or its cluster's head is a version of another day; in a run that is the first of its day as many come in as entries were kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from storage.schemas.news import Article, Entry
from storage.schemas.questions import FunnelRow

STAGES = ("entries", "articles")


def funnel_rows(run_id: str, entries: Sequence[Entry], articles: Sequence[Article], chosen: Collection[str]) -> list[FunnelRow]:
    """Rows of both stages. ``chosen`` are the version ids that questions are made from; an entry nobody read counts as dropped,
    ``not_read``."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for entry in entries:
        reason = "not_read" if entry.fate == "pending" else entry.reason
        counts["entries", "kept" if entry.fate == "kept" else "dropped", reason] += 1
    for article in articles:
        if article.version_id in chosen:
            counts["articles", "kept", ""] += 1
        else:
            counts["articles", "dropped", "live_blog" if article.cluster_head else "near_copy"] += 1
    return [
        FunnelRow(run_id=run_id, stage=stage, outcome=outcome, reason=reason, count=count)
        for (stage, outcome, reason), count in sorted(counts.items())
    ]
