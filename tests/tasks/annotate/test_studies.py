"""Studies drawn from a release, stored once and found again."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.annotations import Study
from storage.schemas.errors import BadInput, NotFound
from tasks.annotate.judged import judged_answers
from tasks.annotate.options import AuditDesign, CorrectnessDesign, QualityDesign
from tasks.annotate.studies import assignments_of, draw_audit, draw_correctness, draw_quality, find_study, store_study, studies
from tasks.release.export import export_release
from tasks.release.importing import import_release
from tasks.release.options import ExportOptions
from tests.tasks.annotate.made_decisions import judge_all

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
SMALL = QualityDesign(annotators=4, each=12, shared=4)


def test_a_quality_study_is_stored_with_its_assignments(lake, release):
    drawn = draw_quality(release, SMALL, seed="s", now=NOW)
    assert store_study(lake, drawn)
    study = find_study(lake, "latest")
    given = assignments_of(lake, study)
    assert (study.kind, study.items, study.decisions, study.annotators) == ("quality", 40, 48, ("A1", "A2", "A3", "A4"))
    assert study.signature == release.signature.short()
    assert [row.position for row in given["A3"]] == list(range(1, 13))
    assert {row.item_id for rows in given.values() for row in rows} <= {question.question_id for question in release.questions}


def test_the_same_draw_is_the_same_study_and_is_not_stored_twice(lake, release):
    assert store_study(lake, draw_quality(release, SMALL, seed="s", now=NOW))
    assert not store_study(lake, draw_quality(release, SMALL, seed="s", now=NOW.replace(hour=10)))
    assert [study.created for study in lake.read(Study, release.release_id)] == [NOW]
    assert store_study(lake, draw_quality(release, SMALL, seed="t", now=NOW))
    assert len(studies(lake)) == 2


def test_a_release_that_is_too_small_says_which_design_would_fit(release):
    with pytest.raises(BadInput, match=r"needs 200 different items .* has 60.*--each 18 --shared 6"):
        draw_quality(release, QualityDesign(), seed="s", now=NOW)
    draw_quality(release, QualityDesign(each=18, shared=6), seed="s", now=NOW)


def test_rejected_questions_are_mixed_in_and_marked_for_the_count_only(lake, release):
    drawn = draw_quality(release, QualityDesign(each=10, shared=4, rejected=3), seed="s", now=NOW)
    rejected = [row for row in drawn.assignments if not row.released]
    assert len(rejected) == len({row.item_id for row in rejected}) == 12
    assert Counter(row.annotator for row in drawn.assignments) == dict.fromkeys(("A1", "A2", "A3", "A4"), 13)
    assert {row.position for row in rejected} != {11, 12, 13}
    with pytest.raises(BadInput, match="at most --rejected 3"):
        draw_quality(release, QualityDesign(each=10, shared=4, rejected=4), seed="s", now=NOW)


def test_a_correctness_study_gives_all_the_same_articles_whole(release):
    drawn = draw_correctness(release, CorrectnessDesign(), seed="s", now=NOW)
    one = [row for row in drawn.assignments if row.annotator == "A1"]
    assert (drawn.study.items, drawn.study.decisions) == (25, 4 * 25 * 3)
    assert [len({row.version_id for row in one[start : start + 5]}) for start in range(0, 25, 5)] == [1] * 5
    assert len({row.outlet for row in one}) == 4
    assert {row.item_id for row in one} == {row.item_id for row in drawn.assignments if row.annotator == "A4"}


def test_annotators_may_read_articles_of_their_own(release):
    drawn = draw_correctness(release, CorrectnessDesign(annotators=2, articles=6, own=True), seed="s", now=NOW)
    assert drawn.study.items == len(drawn.assignments) == 60
    with pytest.raises(BadInput, match=r"needs 20 articles with 5 questions and their text, .* has 12"):
        draw_correctness(release, CorrectnessDesign(own=True), seed="s", now=NOW)


async def test_a_copy_without_texts_can_be_studied_for_quality_only(release, tmp_path):
    export_release(release, tmp_path / "copy", ExportOptions(texts="none"))
    taken = (await import_release(ReleaseStore(Lake.open(tmp_path / "other")), tmp_path / "copy")).release
    assert draw_quality(taken, SMALL, seed="s", now=NOW).study.items == 40
    with pytest.raises(BadInput, match="has 0"):
        draw_correctness(taken, CorrectnessDesign(), seed="s", now=NOW)


def test_an_audit_is_balanced_over_what_equality_and_the_judge_found(lake, release):
    judge_all(lake, release, ["right"] * 45 + ["wrong"] * 10 + ["failed"] * 5)
    judged = judged_answers(lake, release.release_id)
    drawn = draw_audit(release, AuditDesign(each=12, shared=8), judged, seed="s", now=NOW)
    assert Counter(judged[item].judgement.verdict for item in {row.item_id for row in drawn.assignments}) == {"right": 8, "wrong": 8}
    assert (len(judged), drawn.study.kind, drawn.study.judge) == (55, "audit", "")


def test_an_audit_without_judged_answers_names_the_judges_that_there_are(lake, release):
    with pytest.raises(NotFound, match="Have open-ended answers judged first"):
        judged_answers(lake, release.release_id)
    judge_all(lake, release, ["right"] * 60)
    with pytest.raises(NotFound, match=r"no answer judged by mild to the release\. Choose among strict"):
        judged_answers(lake, release.release_id, "mild")


def test_names_are_checked(release):
    with pytest.raises(BadInput, match="2 different names for 4 annotators"):
        draw_quality(release, SMALL, seed="s", now=NOW, names=["Ida", "Ola"])
    with pytest.raises(BadInput, match="name of an annotator"):
        draw_quality(release, SMALL, seed="s", now=NOW, names=["Ida", "Ola", "../x", "Una"])


def test_a_study_is_named_by_its_beginning_and_an_unknown_one_lists_the_choices(lake, release):
    store_study(lake, draw_quality(release, SMALL, seed="s", now=NOW))
    study = find_study(lake, "quality-")
    assert find_study(lake, study.study_id) == study
    with pytest.raises(NotFound, match=study.study_id):
        find_study(lake, "nobody")
