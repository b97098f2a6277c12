"""The funnel: kept and dropped are all that came, in every stage, and stages that follow each other agree."""

import dataclasses

from storage.schemas.news import FeedFetch
from storage.schemas.questions import FunnelRow
from tasks.report.funnel import disagreements, stages_of, whole_funnel
from tests.tasks.report.made_day import RUN, feeds


def row(stage: str, outcome: str, reason: str, count: int) -> FunnelRow:
    return FunnelRow(run_id=RUN, stage=stage, outcome=outcome, reason=reason, count=count)


WHOLE = [
    row("generate", "dropped", "missing", 2), row("generate", "kept", "", 8), row("validate", "kept", "", 5),
    row("validate", "dropped", "one_type", 3), row("entries", "dropped", "paywall", 4), row("entries", "kept", "", 6),
]  # fmt: skip


def test_stages_stand_in_the_order_of_the_way_with_frequent_reasons_first():
    stages = stages_of([*WHOLE, row("validate", "dropped", "date_present", 7)])
    assert [stage.name for stage in stages] == ["entries", "generate", "validate"]
    assert [(outcome.reason, outcome.count) for outcome in stages[2].dropped] == [("date_present", 7), ("one_type", 3)]
    assert (stages[2].total, stages[2].kept_count, stages[2].dropped_count) == (15, 5, 10)


def test_counts_of_zero_are_left_out():
    assert stages_of([row("entries", "kept", "", 3), row("entries", "dropped", "paywall", 0)])[0].dropped == ()


def test_a_stage_that_nobody_knows_still_counts():
    found = [stage.name for stage in stages_of([row("release", "kept", "", 5), *WHOLE, row("tasting", "kept", "", 1)])]
    assert found == ["entries", "generate", "validate", "tasting", "release"]


def test_the_report_s_funnel_goes_from_feed_to_answer(report):
    assert [stage.name for stage in report.stages] == [
        "feeds", "entries", "articles", "select", "generate_articles", "generate", "validate", "release", "answers",
    ]  # fmt: skip
    by_name = {stage.name: stage for stage in report.stages}
    assert by_name["generate"].kept_count == by_name["validate"].total
    assert by_name["validate"].kept_count == by_name["release"].total == report.questions
    assert by_name["answers"].total == report.questions * len(report.scores)
    assert not any("Sums" in note.text for note in report.notes)


def test_feeds_count_as_kept_unless_they_are_broken():
    (stage,) = whole_funnel([], feeds=feeds(), released=0, evaluations=[])
    assert {outcome.reason: outcome.count for outcome in stage.kept} == {"": 6, "not_modified": 1, "quiet": 1}
    assert [(outcome.reason, outcome.count) for outcome in stage.dropped] == [("http 410 gone", 1)]


def test_stored_stages_are_not_counted_a_second_time():
    stages = whole_funnel([row("feeds", "kept", "", 2), row("release", "kept", "", 5)], feeds=feeds(), released=5, evaluations=[])
    assert [(stage.name, stage.total) for stage in stages] == [("feeds", 2), ("release", 5)]


def test_kept_questions_that_were_not_released_are_counted_as_dropped():
    stage = {s.name: s for s in whole_funnel(WHOLE, feeds=[], released=4, evaluations=[])}["release"]
    assert (stage.kept_count, [(o.reason, o.count) for o in stage.dropped]) == (4, [("not_released", 1)])


def test_answers_are_six_different_things(report):
    stage = {s.name: s for s in report.stages}["answers"]
    assert [outcome.reason for outcome in stage.kept] == ["right", "wrong"]
    assert {outcome.reason for outcome in stage.dropped} == {"refused", "unparsed", "truncated", "failed"}


def test_sums_that_do_not_agree_are_told(report):
    evaluations = [score.evaluation for score in report.scores]
    assert disagreements(report.stages, released=report.questions, evaluations=evaluations) == ()
    broken = stages_of([*WHOLE, row("validate", "kept", "", 1)])
    assert disagreements(broken, released=5, evaluations=[]) == ("generate kept 8, but validate counts 9",)
    short = dataclasses.replace(evaluations[0], questions=3)
    (first, second) = disagreements(report.stages, released=report.questions, evaluations=[*evaluations[1:], short])
    assert "their statuses count" in first and "was asked 3 of" in second
    sample = dataclasses.replace(short, sample="3 of 8, seed okbench")  # meant so, and no fault
    assert len(disagreements(report.stages, released=report.questions, evaluations=[*evaluations[1:], sample])) == 1


def test_feeds_that_are_broken_alike_are_counted_together_whatever_else_their_reasons_name():
    reasons = ["timeout: https://one.example/feed took 30 s", "timeout: https://two.example/feed took 31 s", "not a feed (odd tag, line 3)"]
    fetches = [dataclasses.replace(feeds()[-3], reason=reason) for reason in reasons]
    (stage,) = whole_funnel([], feeds=fetches, released=0, evaluations=[])
    assert [(o.reason, o.count) for o in stage.dropped] == [("timeout", 2), ("not a feed", 1)]


def test_a_feed_s_long_reason_is_cut_for_counting():
    fetch: FeedFetch = dataclasses.replace(feeds()[-3], reason="HTML instead of a feed, probable bot challenge by the host of today")
    (stage,) = whole_funnel([], feeds=[fetch], released=0, evaluations=[])
    assert len(stage.dropped[0].reason) <= 60
