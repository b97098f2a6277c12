"""Places of the marks in the chart."""

import dataclasses

import pytest

from tasks.report.chart import NARROW, WIDE, chart_of


@pytest.mark.parametrize("form", [WIDE, NARROW])
def test_every_mark_lies_at_its_share_between_the_ends(report, form):
    chart = chart_of(report.scores, report.guess, form)
    span = chart.right - chart.left
    by_name = {(s.evaluation.model, s.evaluation.setting): s for s in report.scores}
    for line in chart.lines:
        assert [mark.setting for mark in line.marks] == ["no_context", "oracle"]
        for mark in line.marks:
            score = by_name[line.label, mark.setting]
            assert mark.x == pytest.approx(chart.left + score.accuracy * span, abs=0.06)
            assert chart.left <= mark.low < mark.x < mark.high <= chart.right
            assert chart.top < mark.y < chart.foot
    assert chart.guess == pytest.approx(chart.left + span / 4, abs=0.06)
    assert [percent for _, percent in chart.ticks] == [0, 25, 50, 75, 100]


def test_the_best_reader_comes_first_and_baselines_last(report):
    chart = chart_of(report.scores, None, WIDE)
    assert [line.label for line in chart.lines] == ["cirrus-70b", "cirrus-8b", "baseline/overlap", "baseline/guess"]
    assert [line.baseline for line in chart.lines] == [False, False, True, True]
    assert chart.guess is None


def test_what_a_mark_says(report):
    mark = chart_of(report.scores, None, WIDE).lines[0].marks[1]
    assert mark.says == "cirrus-70b, oracle: 93.9 % (95 % interval 88.9 to 96.8)"


def test_a_missing_interval_leaves_the_dot(report):
    bare = dataclasses.replace(report.scores[0], over_all=None)
    (line,) = chart_of([bare], None, WIDE).lines
    (mark,) = line.marks
    assert mark.low == mark.x == mark.high


def test_nothing_to_draw(report):
    assert chart_of([], 0.25, WIDE) is None
    other = dataclasses.replace(report.scores[0], evaluation=dataclasses.replace(report.scores[0].evaluation, setting="bm25"))
    assert chart_of([other], 0.25, WIDE) is None
