"""Kept and dropped are all candidates, and the counts agree."""

import dataclasses

from question_stubs import make_candidate

from storage.schemas.questions import Candidate, Verdict
from tasks.validate.kept import failures_by_check, split_kept, validate_funnel

A, B, C = (make_candidate(f"Which tug came to pier {n} on 30 November 2026?") for n in "123")
BROKEN = make_candidate("Which?", status="unusable", reason="truncated")


def verdict(candidate: Candidate, check: str, passed: bool = True, judge: str = "rule") -> Verdict:
    return Verdict(
        run_id="run",
        question_id=candidate.question_id,
        judge=judge,
        check=check,
        passed=passed,
        reason="" if passed else "why",
        call_digest=None,
    )


VERDICTS = [
    verdict(A, "all_rules"), verdict(B, "all_rules"), verdict(C, "one_type", False), verdict(C, "date_present", False),
    verdict(A, "fresh", judge="m"), verdict(B, "key_right", False, "m"), verdict(B, "fresh", False, "m"),
]  # fmt: skip


def test_the_first_failing_check_is_the_reason() -> None:
    kept, dropped = split_kept([A, BROKEN, B, C], VERDICTS, judges=("rule", "m"))
    assert kept == [A]
    assert [(candidate, reason) for candidate, reason in dropped] == [(BROKEN, "truncated"), (B, "key_right"), (C, "one_type")]


def test_a_candidate_that_a_judge_never_saw_is_not_kept() -> None:
    stopped = [v for v in VERDICTS if not (v.judge == "m" and v.question_id == A.question_id)]
    assert split_kept([A], stopped, judges=("rule", "m")) == ([], [(A, "not_checked")])
    assert split_kept([A], stopped) == ([A], [])
    assert split_kept([A], []) == ([], [(A, "not_checked")])


def test_the_funnel_counts_every_readable_candidate_once() -> None:
    rows = validate_funnel([A, BROKEN, B, C], VERDICTS, run_id="run", judges=("rule", "m"))
    assert [(r.stage, r.outcome, r.reason, r.count) for r in rows] == [
        ("validate", "kept", "", 1), ("validate", "dropped", "key_right", 1), ("validate", "dropped", "one_type", 1),
    ]  # fmt: skip
    assert sum(row.count for row in rows) == 3


def test_a_day_without_questions_has_no_rows() -> None:
    assert validate_funnel([BROKEN], [], run_id="run") == []


def test_failures_are_counted_by_judge_and_check() -> None:
    assert failures_by_check(VERDICTS) == {("rule", "one_type"): 1, ("rule", "date_present"): 1, ("m", "key_right"): 1, ("m", "fresh"): 1}


def test_candidates_are_not_changed() -> None:
    before = dataclasses.asdict(A)
    split_kept([A], VERDICTS)
    assert dataclasses.asdict(A) == before
