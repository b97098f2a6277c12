"""Scores of evaluations and which of them stand side by side."""

import dataclasses
from datetime import timedelta

from storage.catalog import Catalog
from storage.schemas.calls import Answer
from tasks.report.scores import latest_pairs, score_evaluations
from tests.tasks.report.made_day import MOMENT, make_day
from tests.tasks.report.made_scores import evaluate


def test_without_stored_answers_the_counts_stand_and_the_interval_is_missing(lake):
    _, release = make_day(lake, articles=12)
    one = evaluate(lake, release, "cirrus-8b", "oracle", 0.9, 0.0)
    ghost = dataclasses.replace(one, evaluation_id="e-ghost")
    with Catalog(lake) as catalog:
        found = {score.evaluation.evaluation_id: score for score in score_evaluations(catalog, [one, ghost])}
    assert found[one.evaluation_id].complete
    assert (found["e-ghost"].complete, found["e-ghost"].over_all, found["e-ghost"].spread) == (False, None, None)
    assert found["e-ghost"].accuracy == one.right / one.questions


def test_near_copies_and_questions_of_one_article_make_one_cluster(lake):
    _, release = make_day(lake, articles=12)
    one = evaluate(lake, release, "cirrus-8b", "oracle", 0.5, 0.0)
    partition = f"{release.release_id}/{one.evaluation_id}"
    answers = lake.read(Answer, partition)
    with Catalog(lake) as catalog:
        apart = score_evaluations(catalog, [one])[0].over_all
        lake.append(Answer, [dataclasses.replace(a, cluster_id="c-all" if a.article_id < "a006" else "") for a in answers], partition)
        joined = score_evaluations(catalog, [one])[0].over_all
    assert (apart.clusters, joined.clusters) == (12, 7)
    assert apart.accuracy == joined.accuracy


def test_answers_on_a_cut_article_are_counted(lake):
    _, release = make_day(lake, articles=12)
    one = evaluate(lake, release, "cirrus-8b", "oracle", 0.5, 0.0)
    partition = f"{release.release_id}/{one.evaluation_id}"
    lake.append(Answer, [dataclasses.replace(a, context_cut=True) for a in lake.read(Answer, partition)[:3]], partition)
    with Catalog(lake) as catalog:
        assert score_evaluations(catalog, [one])[0].cut == 3


def test_an_evaluation_without_questions_has_no_accuracy(report):
    empty = dataclasses.replace(report.scores[0].evaluation, questions=0, right=0, wrong=0)
    score = dataclasses.replace(report.scores[0], evaluation=empty)
    assert (score.accuracy, score.accuracy_answered) == (None, None)


def test_settings_pair_by_model_and_decoding_and_the_latest_holds(report):
    pairs = latest_pairs(report.scores)
    assert [sorted(pair) for pair in pairs] == [["no_context", "oracle"]] * 4
    first = report.scores[0]
    warm = dataclasses.replace(first, evaluation=dataclasses.replace(first.evaluation, decoding='{"temperature":1}'))
    later = dataclasses.replace(first, evaluation=dataclasses.replace(first.evaluation, right=0, finished=MOMENT + timedelta(days=1)))
    pairs = latest_pairs([later, *report.scores, warm])
    assert len(pairs) == 5
    assert [pair["no_context"].evaluation.right for pair in pairs if pair["no_context"].identity == first.identity] == [0]


def test_other_forms_do_not_mix_in(report):
    twin = dataclasses.replace(report.scores[0], evaluation=dataclasses.replace(report.scores[0].evaluation, form="open_ended"))
    assert latest_pairs([twin]) == []
    assert len(latest_pairs([twin], form="open_ended")) == 1
