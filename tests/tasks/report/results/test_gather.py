"""Results of a release as stored, over all questions and without stale ones."""

from dataclasses import replace
from datetime import timedelta

import pytest

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.judging import FreshnessLabel, Judgement
from tasks.questions.setting import Setting
from tasks.report.results.gather import gather
from tasks.report.results.stored import read_stored
from tests.tasks.report.made_day import MOMENT, make_day
from tests.tasks.report.made_results import BACKBONE, JUDGE, PANEL, judge, make_results, store_evaluation


def one_of(results, model, text):
    return next(one for one in results.scores if one.model == model and str(one.setting) == text)


def test_figures_are_those_of_the_stored_evaluations(made, results):
    lake, release = made
    for evaluation in lake.read(Evaluation, release.release_id):
        found = one_of(results, evaluation.model, str(Setting.of(evaluation)))
        assert found.accuracy.value == pytest.approx(evaluation.right / evaluation.questions)
        assert found.answered.value == pytest.approx(evaluation.right / (evaluation.right + evaluation.wrong))
        assert [found.counts[status] for status in ("right", "wrong", "refused")] == [evaluation.right, evaluation.wrong, evaluation.refused]
        low, high = found.accuracy.interval
        value = found.accuracy.value
        assert low < value if evaluation.right else low == value == 0
        assert value < high if evaluation.right < evaluation.questions else value == high == 1


def test_without_stale_ones_just_the_questions_of_the_label_are_left_out(made, results, fresh):
    lake, release = made
    stale = {label.question_id for label in lake.read(FreshnessLabel, release.release_id) if label.stale}
    assert 0 < len(stale) < len(release.questions)
    assert fresh.questions == results.questions - len(stale)
    partition = next(name for name in lake.partitions(Answer) if one_of(results, BACKBONE, "oracle").evaluation_id in name)
    kept = [answer for answer in lake.read(Answer, partition) if answer.question_id not in stale]
    found = one_of(fresh, BACKBONE, "oracle")
    assert (found.questions, found.counts["right"]) == (len(kept), sum(answer.status == "right" for answer in kept))


def test_leaving_out_what_a_panel_knows_lowers_the_panel_without_context(results, fresh):
    for model in PANEL:
        assert one_of(fresh, model, "no_context").accuracy.value < one_of(results, model, "no_context").accuracy.value


def test_only_the_last_panel_s_labels_hold(lake):
    _, release = make_day(lake, articles=4)
    make_results(lake, release, models=(("tern-1b", 1.0, "open"),), retrieval=False)
    label = lake.read(FreshnessLabel, release.release_id)[0]
    later = MOMENT + timedelta(hours=2)
    rows = [replace(label, panel_id="panel-2", question_id=question.question_id, stale=False, labelled=later) for question in release.questions]
    lake.append(FreshnessLabel, rows, release.release_id)
    found = gather(read_stored(lake, release), fresh=True)
    assert (found.panel.stale, found.questions) == (0, len(release.questions))


def test_option_probabilities_are_a_figure_of_their_own(results):
    found = one_of(results, BACKBONE, "oracle")
    assert found.likeliest.counted < found.accuracy.counted, "answers without a choice have none here"
    assert one_of(results, "gemma-3-1b-it", "oracle").likeliest is None


def test_a_judge_that_fails_is_no_wrong_answer(made, results):
    lake, release = made
    found = one_of(results, BACKBONE, "oracle+open")
    judged = next(one for one in found.judged if one.judge == JUDGE)
    verdicts = lake.read(Judgement, f"{release.release_id}/{found.evaluation_id}")
    right, failed = (sum(one.verdict == name for one in verdicts) for name in ("right", "failed"))
    assert failed > 0
    assert judged.failed == failed
    assert judged.accuracy.value == pytest.approx(right / (found.questions - failed))
    assert 0.85 < judged.agreed <= 1


def test_the_last_evaluation_of_a_model_and_setting_counts_and_the_others_are_told(lake):
    _, release = make_day(lake, articles=4)
    store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle"))
    later = MOMENT + timedelta(days=1)
    store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle"), evaluation_id="e-new", prompt="answer/2/00", finished=later)
    found = gather(read_stored(lake, release))
    assert [one.evaluation_id for one in found.scores] == ["e-new"]
    assert any("1 earlier evaluation" in note for note in found.notes)


def test_another_signature_is_never_mixed_in(lake):
    _, release = make_day(lake, articles=4)
    store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle"), signature="okbench|news:2020-01-01|n:1")
    found = gather(read_stored(lake, release))
    assert found.scores == ()
    assert any("another signature" in warning for warning in found.warnings)


def test_missing_answers_are_told(lake):
    _, release = make_day(lake, articles=4)
    evaluation = store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle"))
    lake.append(Evaluation, [replace(evaluation, questions=evaluation.questions + 1)], release.release_id)
    assert any("Not all answers of tern-1b" in warning for warning in gather(read_stored(lake, release)).warnings)


def test_a_judge_of_its_own_answers_is_warned_of(lake):
    _, release = make_day(lake, articles=4)
    evaluation = store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle", "open_ended"))
    judge(lake, release, evaluation, name="tern-1b", judges_own=True)
    assert any("may favour its own" in warning for warning in gather(read_stored(lake, release)).warnings)


def test_a_release_that_nobody_was_scored_on_has_no_scores(lake):
    _, release = make_day(lake, articles=4)
    found = gather(read_stored(lake, release), fresh=True)
    assert (found.scores, found.retrieved, found.panel) == ((), (), None)
    assert found.questions == len(release.questions)


def test_a_sample_never_takes_the_place_of_all_questions_and_is_told(lake):
    from tasks.report.results.models_table import models_table

    _, release = make_day(lake, articles=4)
    every = store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle"))
    later = MOMENT + timedelta(days=1)
    store_evaluation(lake, release, "tern-1b", 1.0, Setting("oracle"), evaluation_id="e-sample", sample="20 by seed", finished=later)
    partition = f"{release.release_id}/{every.evaluation_id}"
    some = [replace(one, evaluation_id="e-9b", model="tern-9b") for one in lake.read(Answer, partition)[:5]]
    lake.append(Answer, some, f"{release.release_id}/e-9b")
    right = sum(one.status == "right" for one in some)
    lake.append(Evaluation, [replace(every, evaluation_id="e-9b", model="tern-9b", questions=5, right=right, sample="5 by seed")], release.release_id)
    found = gather(read_stored(lake, release))
    assert {one.evaluation_id for one in found.scores} == {every.evaluation_id, "e-9b"}
    assert any("tern-9b (5)" in warning and "sample" in warning for warning in found.warnings)
    assert {row["model"]: row["questions"] for row in models_table(found).records()} == {"tern-1b": every.questions, "tern-9b": 5}
