"""Counts of generation: their sums agree."""

import dataclasses

from question_stubs import make_candidate

from storage.schemas.questions import Candidate
from tasks.generate.funnel import generate_funnel, shortfall


def day() -> list[Candidate]:
    full = [dataclasses.replace(make_candidate(f"Who is {n} of the day?"), version_id="full") for n in range(2)]
    short = [
        dataclasses.replace(make_candidate("Who is it of all?"), version_id="short"),
        dataclasses.replace(make_candidate(status="unusable", reason="missing"), version_id="short"),
    ]
    none = [dataclasses.replace(make_candidate(status="unusable", reason=r), version_id="none") for r in ("call_failed", "call_failed")]
    return full + short + none


def test_every_candidate_is_in_one_row() -> None:
    rows = [row for row in generate_funnel(day(), run_id="run", count=2) if row.stage == "generate"]
    assert [(row.outcome, row.reason, row.count) for row in rows] == [
        ("kept", "", 3),
        ("dropped", "call_failed", 2),
        ("dropped", "missing", 1),
    ]
    assert sum(row.count for row in rows) == len(day())


def test_every_article_is_in_one_row() -> None:
    rows = [row for row in generate_funnel(day(), run_id="run", count=2) if row.stage == "generate_articles"]
    assert {(row.outcome, row.reason): row.count for row in rows} == {("kept", ""): 1, ("kept", "short"): 1, ("dropped", "none"): 1}


def test_the_shortfall_is_told_by_model() -> None:
    other = [dataclasses.replace(make_candidate("Who else is it now?"), model="other", version_id="x")]
    assert shortfall(day() + other, count=2) == {"writer": (6, 3), "other": (2, 1)}
