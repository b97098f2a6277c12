"""What became of the questions asked for, by reason: counts whose sums agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage.schemas.questions import Candidate, FunnelRow


def generate_funnel(candidates: Sequence[Candidate], *, run_id: str, count: int) -> list[FunnelRow]:
    """Rows of two stages, each with sums that agree.

    ``generate``: candidates, kept (readable) or dropped by reason. ``generate_articles``: articles, kept with all ``count`` questions or as
    "short" of them, dropped when they have "none".
    """
    rows = [_row(run_id, "generate", outcome, reason, n) for (outcome, reason), n in _fates(candidates).items()]
    by_article: Counter[str] = Counter()
    for candidate in candidates:
        by_article[candidate.version_id] += candidate.status == "read"
    full = sum(n >= count for n in by_article.values())
    short = Counter("none" if n == 0 else "short" for n in by_article.values() if n < count)
    if full:
        rows.append(_row(run_id, "generate_articles", "kept", "", full))
    for reason, n in sorted(short.items()):
        rows.append(_row(run_id, "generate_articles", "dropped" if reason == "none" else "kept", reason, n))
    return rows


def shortfall(candidates: Sequence[Candidate], *, count: int) -> dict[str, tuple[int, int]]:
    """By model: (questions asked for, questions usable). The rate of shortfall is 1 minus their ratio."""
    asked: dict[str, set[str]] = {}
    usable: Counter[str] = Counter()
    for candidate in candidates:
        asked.setdefault(candidate.model, set()).add(candidate.version_id)
        usable[candidate.model] += candidate.status == "read"
    return {model: (len(versions) * count, usable[model]) for model, versions in asked.items()}


def _fates(candidates: Sequence[Candidate]) -> dict[tuple[str, str], int]:
    counts = Counter(("kept", "") if c.status == "read" else ("dropped", c.reason) for c in candidates)
    return dict(sorted(counts.items(), key=lambda item: (item[0][0] != "kept", -item[1], item[0][1])))


def _row(run_id: str, stage: str, outcome: str, reason: str, count: int) -> FunnelRow:
    return FunnelRow(run_id=run_id, stage=stage, outcome=outcome, reason=reason, count=count)
