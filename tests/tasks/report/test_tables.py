"""Rows of the tables, as the page, Markdown, CSV, the terminal and a run's artifacts show them."""

import dataclasses
import json

import pytest

from storage.schemas.calls import Evaluation
from storage.schemas.questions import FunnelRow
from tasks.report.meanings import column_meanings
from tasks.report.tables import (
    agent_rows,
    cost_rows,
    evaluation_rows,
    feed_rows,
    funnel_rows,
    position_rows,
    score_records,
    score_rows,
    short_score_rows,
    source_rows,
)
from tests.tasks.report.made_day import RUN


def test_in_every_stage_kept_and_dropped_add_up_to_what_came_in(report):
    sums: dict[str, dict[str, int]] = {}
    for row in funnel_rows(report):
        of = sums.setdefault(row["stage"], {})
        of[row["outcome"]] = of.get(row["outcome"], 0) + row["count"]
    assert len(sums) == 9
    assert all(of["in"] == of.get("kept", 0) + of.get("dropped", 0) for of in sums.values())


def test_every_row_of_the_funnel_is_explained(report):
    assert [row for row in funnel_rows(report) if not row["meaning"]] == []


def test_the_funnel_can_be_shown_from_stored_rows_alone():
    rows = funnel_rows([FunnelRow(run_id=RUN, stage="entries", outcome="dropped", reason="paywall", count=3)])
    assert [(row["outcome"], row["count"], row["share %"]) for row in rows] == [("in", 3, 100.0), ("dropped", 3, 100.0)]


def test_broken_feeds_come_first(report):
    rows = feed_rows(report)
    assert (rows[0]["feed"], rows[0]["state"], rows[0]["HTTP"]) == ("old-mill", "broken", 410)
    assert [row["feed"] for row in rows[1:]] == sorted(row["feed"] for row in rows[1:])


def test_costs_go_by_stage_and_end_in_a_total_per_question(report):
    rows = cost_rows(report)
    assert [row["stage"] for row in rows] == ["generate", "validate", *["answer"] * 4, "total"]
    total = rows[-1]
    assert total["calls"] == sum(row["calls"] for row in rows[:-1])
    assert total["USD"] == pytest.approx(sum(row["USD"] for row in rows[:-1]), abs=1e-5)
    assert total["USD per question"] == pytest.approx(total["USD"] / report.questions, abs=1e-6)
    assert rows[0]["not ok"] == 1


def test_one_unknown_price_makes_the_total_unknown_and_not_zero(report):
    dear = dataclasses.replace(report.costs[0], unknown=1)
    rows = cost_rows(dataclasses.replace(report, costs=(dear, *report.costs[1:])))
    assert (rows[-1]["USD"], rows[-1]["USD per question"]) == ("unknown", "unknown")
    assert [row["USD"] for row in rows].count("unknown") == 2
    assert cost_rows(dataclasses.replace(report, costs=())) == []


def test_scores_say_what_they_count(report):
    rows = score_rows(report)
    assert list(rows[0]) == [
        "model",
        "baseline",
        "setting",
        "questions",
        "accuracy %",
        "95 % interval",
        "of answered %",
        "right",
        "wrong",
        "refused",
        "unparsed",
        "truncated",
        "failed",
        "USD",
    ]
    for row in rows:
        assert row["questions"] == sum(row[status] for status in ("right", "wrong", "refused", "unparsed", "truncated", "failed"))
        assert row["accuracy %"] == round(100 * row["right"] / row["questions"], 1)
        assert row["of answered %"] == round(100 * row["right"] / (row["right"] + row["wrong"]), 1)
        low, high = map(float, row["95 % interval"].split(" to "))
        assert low < row["accuracy %"] < high
    assert {row["model"] for row in rows if row["baseline"] == "yes"} == {"baseline/guess", "baseline/overlap"}
    silent = next(row for row in rows if row["model"] == "cirrus-8b" and row["setting"] == "no context")
    assert silent["accuracy %"] < silent["of answered %"]


def test_a_terminal_gets_fewer_columns_that_still_add_up(report):
    rows = score_rows(report)
    short = short_score_rows(rows)
    assert len(short[0]) == 7
    assert [row["no choice"] for row in short] == [row["questions"] - row["right"] - row["wrong"] for row in rows]


def test_the_form_is_a_column_where_there_are_several(report):
    open_ended = dataclasses.replace(report.scores[0].evaluation, form="open_ended")
    several = dataclasses.replace(report, scores=(*report.scores, dataclasses.replace(report.scores[0], evaluation=open_ended)))
    assert {row["form"] for row in score_rows(several)} == {"multiple choice", "open ended"}


def test_evaluations_alone_give_the_same_rows(day, report):
    lake, _, release = day
    assert evaluation_rows(lake, lake.read(Evaluation, release.release_id)) == score_rows(report)
    assert evaluation_rows(lake, []) == []


def test_records_for_computing_are_unrounded_and_carry_the_signature(report):
    record, score = score_records(report)[0], report.scores[0]
    assert record["accuracy"] == score.evaluation.right / score.evaluation.questions
    assert (record["accuracy_low"], record["accuracy_answered_high"]) == (score.over_all.low, score.over_answered.high)
    assert record["signature"] == report.manifest.signature.short()
    assert record["guess_line"] == 0.25


def test_agents_stand_as_the_signature_has_them(report):
    writer, checker = agent_rows(report)
    assert (writer["role"], writer["model"], writer["asked as"]) == ("generator", "lyra-large-2026-04-14", "lyra-large")
    assert writer["settings as sent"] == "max_tokens 900, temperature 0, top_p 1"
    assert (checker["settings as sent"], checker["not sent"]) == ("temperature null", "temperature")


def test_sources_and_their_questions(report):
    rows = source_rows(report)
    assert sum(row["questions"] for row in rows) == report.questions
    assert {row["redistribution"] for row in rows} == {"full", "ids_only", "unknown"}


def test_positions_put_the_right_choices_before_the_picks(report):
    keys, *picks = position_rows(report)
    assert keys["model"] == "right choices" and sum(keys[f"{name} %"] for name in "ABCD") == pytest.approx(100, abs=0.2)
    assert len(picks) == len(report.scores)
    assert all(sum(row[f"{name} %"] for name in "ABCD") == pytest.approx(100, abs=0.2) for row in picks)


@pytest.mark.parametrize("rows", [funnel_rows, feed_rows, cost_rows, score_rows, agent_rows, source_rows, position_rows])
def test_every_table_is_plain_data_with_explained_columns(report, rows):
    found = rows(report)
    assert json.loads(json.dumps(found)) == found
    assert all(list(row) == list(found[0]) for row in found)
    table = "funnel" if rows is funnel_rows else rows.__name__.removesuffix("_rows") + "s"
    assert [name for name in found[0] if name not in column_meanings(table) and name[1:] != " %"] == []
