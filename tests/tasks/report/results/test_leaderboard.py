"""The leaderboard: lines through time, each figure under its own signature, nothing averaged."""

from dataclasses import replace

import pytest

from storage.catalog import Catalog
from storage.releases import ReleaseStore
from storage.schemas.calls import Evaluation
from tasks.questions.setting import Setting
from tasks.report.results.leaderboard import leaderboard_plot, leaderboard_table, read_leaderboard
from tasks.scoring.intervals import accuracy_by_cluster
from tests.tasks.report.made_day import agents, make_day
from tests.tasks.report.made_results import store_evaluation


@pytest.fixture
def two(lake):
    """A lake with two releases and two models; one of them was scored on the first alone."""
    _, first = make_day(lake, articles=8)
    for model, size in (("tern-1b", 1.0), ("tern-9b", 9.0)):
        for setting in ("no_context", "oracle"):
            store_evaluation(lake, first, model, size, Setting(setting))
    import tests.tasks.report.made_day as day
    from tasks.release.build import build_release

    later = replace(day.run(), run_id="news-2026-12-01-daily", day="2026-12-01", name="daily")
    written = [replace(day.article(number), day="2026-12-01") for number in range(6)]
    candidates = [replace(day.candidate(number, position), run_id=later.run_id, day="2026-12-01") for number in range(6) for position in (1, 2)]
    second = build_release(
        lake=lake, run=later, candidates=candidates, verdicts=[], articles=written, funnel=[], agents=agents(), seed="okbench",
        kept={candidate.question_id for candidate in candidates},
    )  # fmt: skip
    store_evaluation(lake, second, "tern-1b", 1.0, Setting("oracle"))
    return lake, first, second


def board(lake):
    with Catalog(lake) as catalog:
        return read_leaderboard(catalog, ReleaseStore(lake).list())


def test_each_row_is_one_model_under_one_signature(two):
    lake, first, second = two
    table = leaderboard_table(board(lake))
    rows = table.records()
    assert (rows[0]["model"], rows[0]["release"]) == ("tern-1b", second.release_id), "the newest release first"
    assert len(rows) == 3
    signature = {first.release_id: first.signature.short(), second.release_id: second.signature.short()}
    assert all(row["signature"] == signature[row["release"]] for row in rows)
    assert rows[0]["no context: accuracy %"] is None, "what was not asked is not filled in"
    assert not any("mean" in column.name or "average" in column.name for column in table.columns)


def test_intervals_from_sums_are_those_over_articles(two):
    lake, first, _ = two
    entry = next(one for one in board(lake).entries if (one.release_id, one.model, one.setting) == (first.release_id, "tern-9b", "oracle"))
    evaluation = next(one for one in lake.read(Evaluation, first.release_id) if (one.model, one.setting) == ("tern-9b", "oracle"))
    with Catalog(lake) as catalog:
        rows = catalog.named("answers_by_article", release_id=first.release_id).to_pylist()
    expected = accuracy_by_cluster((row["right"], row["questions"]) for row in rows if row["evaluation_id"] == evaluation.evaluation_id)
    assert entry.interval == pytest.approx((expected.low, expected.high))


def test_answers_are_read_only_of_releases_with_something_new(two):
    lake, _, second = two
    before = board(lake)
    asked = []

    class Watched(Catalog):
        def named(self, name, **parameters):
            asked.append(parameters.get("release_id"))
            return super().named(name, **parameters)

    store_evaluation(lake, second, "tern-9b", 9.0, Setting("oracle"))
    with Watched(lake) as catalog:
        found = read_leaderboard(catalog, ReleaseStore(lake).list(), before.intervals)
    assert asked == [None, second.release_id]
    assert len(found.entries) == len(before.entries) + 1
    assert set(before.entries) < set(found.entries)
    assert set(found.intervals) > set(before.intervals)


def test_a_line_goes_through_the_releases_of_a_model_and_each_mark_says_its_signature(two):
    lake, first, second = two
    plot = leaderboard_plot(board(lake))
    line = next(series for series in plot.panels[1].series if series.name == "tern-1b")
    assert [first.signature.short() in line.points[0].says, second.signature.short() in line.points[1].says] == [True, True]
    assert [label for _, label in plot.panels[0].ticks] == ["26-11-30", "26-12-01"]


def test_a_figure_under_another_signature_is_left_out_and_told(two):
    lake, first, _ = two
    store_evaluation(lake, first, "tern-30b", 30.0, Setting("oracle"), signature="okbench|news:2020-01-01|n:1")
    table = leaderboard_table(board(lake))
    assert "tern-30b" not in [row[0] for row in table.rows]
    assert first.release_id in table.warnings[0]


def test_no_scores_are_an_empty_board(lake):
    make_day(lake, articles=4)
    found = board(lake)
    assert leaderboard_table(found).rows == () and not leaderboard_plot(found).drawn
