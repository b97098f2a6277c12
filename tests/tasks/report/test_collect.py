"""What a report gathers: everything from stored data, and a rebuilt report is the same."""

import dataclasses
from datetime import timedelta

import pytest

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Call
from storage.schemas.questions import FunnelRow, Run
from tasks.report.collect import collect_report
from tasks.report.page import render_page
from tests.tasks.report.made_day import MOMENT, RUN, SCOPE, article, call, make_day
from tests.tasks.report.made_scores import evaluate


def test_the_window_and_the_languages(report):
    assert report.window == (MOMENT - timedelta(hours=24), MOMENT)
    assert report.languages == (("en", report.questions),)
    assert report.guess == 0.25


def test_articles_are_those_that_questions_ask_about(day, report):
    assert report.articles == len({question.article_id for question in day[2].questions}) == report.scores[0].over_all.clusters


def test_every_evaluation_is_there_with_the_models_before_the_baselines(report):
    assert [(s.evaluation.model, s.evaluation.setting) for s in report.scores] == [
        (model, setting)
        for model in ("cirrus-70b", "cirrus-8b", "baseline/guess", "baseline/overlap")
        for setting in ("no_context", "oracle")
    ]


def test_intervals_come_from_the_answers_and_hold_the_accuracy(report):
    for score in report.scores:
        assert score.over_all.accuracy == pytest.approx(score.accuracy)
        assert score.over_answered.accuracy == pytest.approx(score.accuracy_answered)
        assert score.over_all.low < score.accuracy < score.over_all.high
        assert score.over_all.counted == report.questions and score.over_all.clusters <= 40


def test_feeds_know_how_many_of_their_entries_were_kept(report):
    kept = {feed.fetch.feed_id: feed.kept for feed in report.feeds}
    assert kept == {"courier": 7, "gazette": 7, "ledger": 7, "whistle": 7, "lens": 6, "prompter": 6, "old-mill": 0, "lamp": 0, "tide": 0}


def test_a_rebuilt_report_is_the_same_to_the_byte(day, report):
    again = collect_report(*day)
    assert again == report
    assert render_page(again) == render_page(report)


def test_prices_add_up_the_same_in_whatever_order_they_are_read(lake):
    run, release = make_day(lake, articles=12)
    prices = [0.1, 0.2, 0.3, 1e-9, 7e-10] * 4000
    lake.append(Call, [call("check", str(number), "orion-mini", SCOPE, price) for number, price in enumerate(prices)], SCOPE)
    costs = [line.usd for line in collect_report(lake, run, release).costs if line.purpose == "check"]
    assert costs == [2400.0000068]


def test_a_later_evaluation_enters_the_next_report(lake):
    run, release = make_day(lake, articles=12)
    assert collect_report(lake, run, release).scores == ()
    evaluate(lake, release, "cirrus-8b", "oracle", 0.9, 0.0)
    assert [score.evaluation.model for score in collect_report(lake, run, release).scores] == ["cirrus-8b"]


def test_costs_are_those_of_the_release_whichever_run_paid_them(lake):
    run, release = make_day(lake, articles=12)
    used = lake.read(Call, SCOPE)[0]
    lake.append(Call, [
        dataclasses.replace(used, run_id="news-2026-11-30-earlier"),  # used here, paid by another run of the day
        call("generate", "not ours", "lyra-large", SCOPE, 9.0, run_id="news-2026-11-30-earlier"),
        call("answer", "other release", "cirrus-8b", "evaluate-other", 9.0, run_id="evaluate-other"),
    ], SCOPE)  # fmt: skip
    report = collect_report(lake, run, release)
    by_purpose = {line.purpose: line for line in report.costs}
    assert (by_purpose["generate"].calls, by_purpose["generate"].not_ok) == (13, 1)
    assert by_purpose["generate"].cost == pytest.approx(12 * 0.00128)
    assert report.of_other_runs == 1
    assert "answer" not in by_purpose


def test_an_unknown_price_makes_the_stage_unknown_but_a_failed_call_does_not(lake):
    run, release = make_day(lake, articles=12)
    lake.append(Call, [call("validate", "unpriced", "orion-mini", SCOPE, None)], SCOPE)
    costs = {line.purpose: line.cost for line in collect_report(lake, run, release).costs}
    assert costs["validate"] is None
    assert costs["generate"] is not None


def test_a_release_that_came_from_elsewhere_is_reported_without_run_data(day, tmp_path):
    _, run, release = day
    report = collect_report(Lake.open(tmp_path / "other"), run, release)
    assert (report.feeds, report.costs, report.scores) == ((), (), ())
    assert report.kept and "No model has been scored" in render_page(report)


def test_a_damaged_part_is_named_in_a_note_and_the_rest_is_shown(lake):
    run, release = make_day(lake, articles=12)
    (part,) = lake.parts(FunnelRow, RUN)
    part.write_bytes(b"PAR1 nothing PAR1")
    report = collect_report(lake, run, release)
    assert any("Damaged files" in note.text and note.warning for note in report.notes)
    assert [stage.name for stage in report.stages] == ["feeds", "release"]
    assert len(report.kept) == 6


def test_the_made_up_day_is_what_these_tests_take_it_for(day):
    lake, run, release = day
    assert isinstance(run, Run) and isinstance(release, Release)
    assert len({question.article_id for question in release.questions}) > 30
    assert article(1).redistribution == "ids_only"
    assert lake.damaged == []
