"""The paper's tables from stored data."""

import pytest

from storage.schemas.retrieval import RetrievalMeasure
from tasks.questions.setting import Setting
from tasks.report.results.comparisons import letters_of, pairs_of, pairs_table
from tasks.report.results.evaluation_table import evaluation_table
from tasks.report.results.models_table import models_table, open_table
from tasks.report.results.retrieval_answers import chosen_window, end_to_end_table, retrieval_answers_table
from tasks.report.results.retrieval_tables import hits_table, reciprocal_rank_table
from tasks.report.results.size_tables import size_gap_table, smallest_table
from tasks.report.results.static_reference import reference_table
from tests.tasks.report.made_results import BACKBONE, CUTOFFS, DAYS, JUDGE, MODELS, RETRIEVERS


def records(table):
    return {row[table.columns[0].label]: row for row in table.records()}


def test_table_8_has_every_model_with_both_settings_and_the_lift(results):
    table = models_table(results)
    rows = records(table)
    assert set(rows) == {model for model, *_ in MODELS}
    for row in rows.values():
        assert row["lift %"] == pytest.approx(row["oracle: accuracy %"] - row["no context: accuracy %"], abs=1e-4)
    silent = rows["cirrus-large"]
    assert silent["no context: of answered %"] > silent["no context: accuracy %"] + 5, "refusals are not wrong answers"
    assert rows[BACKBONE]["oracle, likeliest option: accuracy %"] is not None
    assert any("Blind guessing would score 25.0 %" in note for note in table.notes)


def test_models_that_share_a_letter_do_not_differ_and_others_do(results):
    scores = results.of(Setting("oracle"))
    letters = letters_of(scores)
    for pair in pairs_of(scores):
        share = bool(set(letters[pair.better]) & set(letters[pair.worse]))
        assert share == (pair.corrected >= 0.05)
    best = max(scores, key=lambda one: one.accuracy.value).model
    assert "a" in letters[best] and "a" not in letters["baseline/guess"]


def test_table_10_shows_the_rule_and_the_judge_side_by_side(results):
    table = open_table(results)
    row = records(table)[BACKBONE]
    assert row["oracle, by rule: accuracy %"] is not None
    assert row[f"oracle, by {JUDGE}: accuracy %"] is not None
    assert 80 < row[f"oracle, by {JUDGE}: agreed %"] <= 100
    assert any(JUDGE in note and "judge_answer/1" in note and "failed on" in note for note in table.notes)


def test_table_5_has_a_line_for_each_retriever_and_window_of_the_backbone(results):
    table = retrieval_answers_table(results)
    lines = [row for row in table.records() if row["model"] == BACKBONE]
    assert [(row["retriever"], row["days"]) for row in lines] == [(name, days) for name in sorted(RETRIEVERS) for days in DAYS]
    assert all(row[f"top {k}: accuracy %"] is not None for row in lines for k in CUTOFFS)
    assert table.rows[0][0] == BACKBONE, "the model that was asked most comes first"


def test_table_13_stands_between_no_context_and_oracle(results):
    table = end_to_end_table(results)
    row = records(table)["Qwen2.5-72B-Instruct"]
    assert row["no context: accuracy %"] < row["dpr: accuracy %"] < row["oracle: accuracy %"]
    assert table.title == "End to end: top 3 passages of 1 day"
    assert chosen_window(results) == (1, 3)


def test_tables_11_and_12_are_the_stored_measures(made, results):
    lake, release = made
    measures = {(m.retriever, m.days, m.measure): m for m in lake.read(RetrievalMeasure, release.release_id) if m.gold == "cluster"}
    for table, kind, name in ((hits_table(results), "Success", "hits"), (reciprocal_rank_table(results), "RR", "MRR")):
        assert len(table.rows) == len(RETRIEVERS) * len(DAYS)
        for row in table.records():
            for k in CUTOFFS:
                assert row[f"k = {k}: {name} %"] == pytest.approx(100 * measures[row["retriever"], row["days"], f"{kind}@{k}"].value, abs=1e-4)
        assert any("2026-11-25" in note for note in table.notes)


def test_recounting_the_hits_over_all_questions_gives_the_stored_measures(stored):
    from tasks.report.results.retrieval import recounted, retrieved

    own = recounted(stored.measures, stored.first_right, stored.release.questions, set())
    for one, measured in zip(own, retrieved(stored.measures), strict=True):
        assert (one.retriever, one.days, one.kind, one.k) == (measured.retriever, measured.days, measured.kind, measured.k)
        assert one.value == pytest.approx(measured.value)
        assert one.strict == pytest.approx(measured.strict)


def test_without_stale_questions_retrieval_is_counted_over_the_rest(results, fresh):
    assert {row["questions"] for row in hits_table(fresh).records()} == {fresh.questions}
    assert [one.value for one in fresh.retrieved] != [one.value for one in results.retrieved]


def test_the_size_gap_is_largest_less_smallest_by_family(results, reference):
    rows = records(size_gap_table(results, reference))
    eight = records(models_table(results))
    expected = eight["gemma-3-27b-it"]["no context: accuracy %"] - eight["gemma-3-1b-it"]["no context: accuracy %"]
    assert rows["gemma"]["no context: gap %"] == pytest.approx(expected, abs=1e-4)
    assert rows["gemma"]["no context: 95 % low"] < expected < rows["gemma"]["no context: 95 % high"]
    assert rows["qwen"]["MMLU-Pro: gap %"] == pytest.approx(71.1 - 15.0)
    assert "baseline" not in rows and "cirrus" not in rows


def test_the_smallest_model_that_reaches_a_level(results):
    rows = {(row["setting"], row["form"]): row for row in smallest_table(results, 0.5).records()}
    sized = [(row["size (B)"], row["model"]) for row in models_table(results).records() if row["size (B)"] and row["oracle: accuracy %"] >= 50]
    assert rows["oracle", "multiple choice"]["model"] == min(sized)[1]
    assert {row["model"] for row in smallest_table(results, 0.999).records()} == {"none"}


def test_table_9_names_the_models_tested_here(results, reference):
    table = reference_table(results, reference)
    rows = records(table)
    assert (rows["Qwen-2.5-7B"]["MMLU-Pro %"], rows["Qwen-2.5-7B"]["here"]) == (56.3, BACKBONE)
    assert rows["Llama-3.2-1B-Instruct"]["here"] is None
    assert any("Without a figure there: cirrus-large" in note for note in table.notes)
    assert any("table 9" in note for note in table.notes)


def test_pairs_hold_difference_interval_and_corrected_p(results):
    table = pairs_table(results)
    for row in table.records():
        assert row["95 % low"] <= row["difference %"] <= row["95 % high"]
        assert row["p, corrected"] >= row["p"]


def test_every_evaluation_stands_with_its_signature(results):
    table = evaluation_table(results)
    rows = table.records()
    assert len(rows) == len(results.scores)
    assert {row["signature"] for row in rows} == {results.signature}
    for row in rows:
        assert sum(row[status] for status in ("right", "wrong", "refused", "unparsed", "truncated", "failed")) == row["questions"]


def test_every_table_can_be_shown_without_stale_questions(results, fresh, reference):
    from tasks.report.results.sections import sections_of, tables_of

    every, kept = (tables_of(sections_of(one, reference)) for one in (results, fresh))
    assert [table.key for table in every] == [table.key for table in kept]
    changed = {a.key for a, b in zip(every, kept, strict=True) if a.rows != b.rows}
    assert changed >= {"T5", "T8", "T10", "T11", "T12", "T13", "size-gap", "pairs", "evaluations"}


def test_letters_that_a_model_prefers_show(made, results):
    from storage.schemas.calls import Answer
    from tasks.report.results.position_table import position_table

    lake, release = made
    found = next(one for one in results.scores if one.model == BACKBONE and str(one.setting) == "oracle")
    answers = [one for one in lake.read(Answer, f"{release.release_id}/{found.evaluation_id}") if one.picked_index is not None]
    row = next(row for row in position_table(results).records() if (row["model"], row["setting"]) == (BACKBONE, "oracle"))
    assert row["read"] == len(answers)
    assert row["B: picked %"] == pytest.approx(100 * sum(one.picked_index == 1 for one in answers) / len(answers))
    assert row["B: right %"] == pytest.approx(100 * sum(one.expected_index == 1 for one in answers) / len(answers))

