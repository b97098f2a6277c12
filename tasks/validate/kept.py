"""Kept or dropped: a candidate is kept when it can be read, was checked by every judge, and no verdict speaks against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage.schemas.questions import Candidate, FunnelRow, Verdict

NOT_CHECKED = "not_checked"


def split_kept(
    candidates: Sequence[Candidate], verdicts: Sequence[Verdict], *, judges: Sequence[str] = ("rule",)
) -> tuple[list[Candidate], list[tuple[Candidate, str]]]:
    """(kept, dropped with the reason), in the order of the candidates; together they are all of them.

    The reason is the candidate's own when it could not be read, else the first failing check among its verdicts as they stand, else
    ``not_checked`` when one of ``judges`` gave no verdict on it (a run stopped by its budget).
    """
    first_failure: dict[str, str] = {}
    judged: dict[str, set[str]] = {}
    for verdict in verdicts:
        judged.setdefault(verdict.question_id, set()).add(verdict.judge)
        if not verdict.passed:
            first_failure.setdefault(verdict.question_id, verdict.check)
    kept: list[Candidate] = []
    dropped: list[tuple[Candidate, str]] = []
    for candidate in candidates:
        if candidate.status != "read":
            dropped.append((candidate, candidate.reason))
        elif candidate.question_id in first_failure:
            dropped.append((candidate, first_failure[candidate.question_id]))
        elif not judged.get(candidate.question_id, set()).issuperset(judges):
            dropped.append((candidate, NOT_CHECKED))
        else:
            kept.append(candidate)
    return kept, dropped


def validate_funnel(
    candidates: Sequence[Candidate], verdicts: Sequence[Verdict], *, run_id: str, judges: Sequence[str] = ("rule",)
) -> list[FunnelRow]:
    """Rows of stage ``validate`` over the readable candidates, kept or dropped by first failing check; they sum to their number."""
    readable = [candidate for candidate in candidates if candidate.status == "read"]
    kept, dropped = split_kept(readable, verdicts, judges=judges)
    reasons = Counter(reason for _, reason in dropped)
    rows = [("kept", "", len(kept))] if kept else []
    rows += [("dropped", reason, count) for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))]
    return [FunnelRow(run_id=run_id, stage="validate", outcome=outcome, reason=reason, count=count) for outcome, reason, count in rows]


def failures_by_check(verdicts: Sequence[Verdict]) -> dict[tuple[str, str], int]:
    """How many candidates each check of each judge speaks against: (judge, check) -> count. One candidate may stand under several."""
    return dict(Counter((verdict.judge, verdict.check) for verdict in verdicts if not verdict.passed))
