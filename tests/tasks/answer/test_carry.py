"""Scores of a release with questions withdrawn: carried over from its parent without a call."""

from datetime import UTC, datetime

import pytest

from storage.catalog import Catalog
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.calls import Answer, Call, Evaluation
from storage.schemas.judging import FreshnessLabel, Judgement, Judging
from tasks.answer.carry import carry_evaluations
from tasks.release.build import build_release
from tasks.release.withdraw import withdraw_questions
from tests.release_rows import agents, article, candidate, run, verdict

NOW = datetime(2026, 12, 1, tzinfo=UTC)
STATUSES = ("right", "wrong", "right", "refused", "failed", "right")


@pytest.fixture
def lake(tmp_path):
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def release(lake):
    return build_release(
        lake=lake, run=run(), candidates=[candidate(n) for n in range(6)], verdicts=[verdict(n) for n in range(6)],
        articles=[article(n) for n in range(6)], agents=agents(), seed="seed",
    )  # fmt: skip


@pytest.fixture
def child(lake, release):
    score(lake, release)
    return withdraw_questions(ReleaseStore(lake), release, {"q000": "ambiguous", "q003": "ambiguous"}, now=NOW)


def score(lake, release):
    """An evaluation with a judge and freshness labels, as other stages store them."""
    shared = {"evaluation_id": "e1", "release_id": release.release_id, "model": "m", "setting": "oracle", "form": "open_ended"}
    answers = [
        Answer(
            **shared, question_id=question.question_id, article_id=question.article_id, cluster_id=question.cluster_id, status=status, picked=None,
            picked_index=None, expected_index=-1, reason="", text="x", call_digest=f"d{place}", prompt_tokens=9, completion_tokens=1, cost=0.5,
            latency_ms=1.0, context_cut=False,
        )
        for place, (question, status) in enumerate(zip(release.questions, STATUSES, strict=True))
    ]  # fmt: skip
    lake.append(Answer, answers, f"{release.release_id}/e1")
    lake.append(Evaluation, [Evaluation(
        **shared, signature=release.signature.short(), baseline=False, provider_model="m-1", prompt="p", decoding="{}", size_billion=7.0, cutoff=None,
        openness="open", questions=6, right=3, wrong=1, refused=1, unparsed=0, truncated=0, failed=1, cost=3.0, finished=NOW,
    )], release.release_id)  # fmt: skip
    judged = {"judging_id": "j1", "evaluation_id": "e1", "release_id": release.release_id, "judge": "strict", "cost": 0.1}
    rows = [
        Judgement(**judged, question_id=answer.question_id, verdict="right", reason="", reasoning="", call_digest="")
        for answer in answers
        if answer.status in ("right", "wrong")
    ]
    lake.append(Judgement, rows, f"{release.release_id}/e1")
    lake.append(Judging, [Judging(
        **judged, baseline=False, provider_model=None, prompt="p", decoding="{}", judged=4, right=4, wrong=0, failed=0, agreed=3, judges_own=False,
        finished=NOW,
    )], release.release_id)  # fmt: skip
    labels = [
        FreshnessLabel(panel_id="p1", release_id=release.release_id, question_id=answer.question_id, panel=("m",), asked=1, knew=0, stale=False, labelled=NOW)
        for answer in answers
    ]
    lake.append(FreshnessLabel, labels, release.release_id)


def test_answers_to_the_questions_that_are_left_are_counted_anew(lake, child):
    [one] = carry_evaluations(lake, child, now=NOW)
    counts = (one.questions, one.right, one.wrong, one.refused, one.unparsed, one.truncated, one.failed)
    assert counts == (4, 2, 1, 0, 0, 0, 1)
    assert lake.read(Evaluation, child.release_id) == [one]
    answers = lake.read(Answer, f"{child.release_id}/{one.evaluation_id}")
    assert [answer.question_id for answer in answers] == ["q001", "q002", "q004", "q005"]
    assert {answer.release_id for answer in answers} == {child.release_id}


def test_an_evaluation_has_its_own_id_and_states_that_no_call_was_made(lake, child):
    [one] = carry_evaluations(lake, child, now=NOW)
    assert one.evaluation_id != "e1" and one.carried_from == "e1"
    assert one.cost == 0.0 and one.signature == child.signature.short() and one.provider_model == "m-1"
    answers = lake.read(Answer, f"{child.release_id}/{one.evaluation_id}")
    assert {answer.cost for answer in answers} == {0.0} and [answer.call_digest for answer in answers] == ["d1", "d2", "d4", "d5"]
    assert lake.partitions(Call) == []


def test_judges_and_freshness_labels_go_along(lake, child):
    [one] = carry_evaluations(lake, child, now=NOW)
    [judging] = lake.read(Judging, child.release_id)
    assert (judging.evaluation_id, judging.judged, judging.right, judging.agreed, judging.cost) == (one.evaluation_id, 3, 3, 2, 0.0)
    rows = lake.read(Judgement, f"{child.release_id}/{one.evaluation_id}")
    assert {row.judging_id for row in rows} == {judging.judging_id} and len(rows) == 3
    labels = lake.read(FreshnessLabel, child.release_id)
    assert len(labels) == 4 and {label.release_id for label in labels} == {child.release_id}


def test_carrying_twice_changes_nothing_and_a_release_without_parent_gives_nothing(lake, release, child):
    first, second = (carry_evaluations(lake, child, now=NOW) for _ in range(2))
    assert first == second == lake.read(Evaluation, child.release_id)
    assert carry_evaluations(lake, release, now=NOW) == []


def test_the_parent_s_scores_stay_and_both_are_on_the_leaderboard(lake, release, child):
    carry_evaluations(lake, child, now=NOW)
    with Catalog(lake) as catalog:
        rows = catalog.named("leaderboard", form="open_ended").to_pylist()
        spent = catalog.query("SELECT sum(cost) AS usd FROM evaluations").to_pylist()
    assert {row["release_id"]: row["oracle"] for row in rows} == {release.release_id: 0.5, child.release_id: 0.5}
    assert spent == [{"usd": 3.0}]
