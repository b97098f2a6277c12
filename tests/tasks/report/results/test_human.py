"""What people found, in the report of the release that they looked at, and of the one from which they had questions withdrawn."""

from datetime import timedelta

import pytest

from storage.manifest import StudyFigure
from storage.releases import ReleaseStore
from storage.schemas.annotations import HumanFigure
from tasks.answer.carry import carry_evaluations
from tasks.release.withdraw import withdraw_questions
from tasks.report.results.gather import gather
from tasks.report.results.human import human_tables
from tasks.report.results.sections import sections_of
from tasks.report.results.stored import read_stored
from tests.tasks.report.made_day import MOMENT, make_day
from tests.tasks.report.made_results import make_results

LATER = MOMENT + timedelta(days=1)


def figure(measure, value, annotator="", kind="quality", counted=60, study="quality-1", **changes):
    fields = {"low": value - 0.05, "high": value + 0.05} if value is not None else {"low": None, "high": None}
    return HumanFigure(
        study_id=study, release_id="r", kind=kind, measure=measure, annotator=annotator, value=value, counted=counted, articles=20, published=MOMENT,
        **(fields | changes),
    )  # fmt: skip


@pytest.fixture
def small(lake):
    _, release = make_day(lake, articles=4)
    make_results(lake, release, models=(("tern-1b", 1.0, "open"),), retrieval=False)
    return release


def publish(lake, release, *figures):
    lake.append(HumanFigure, figures, release.release_id)
    return gather(read_stored(lake, release))


def test_a_release_that_nobody_looked_at_has_no_section_on_people(results, reference):
    assert human_tables(results) == ()
    assert "people" not in {section.id for section in sections_of(results, reference)}


def test_quality_by_annotator_with_all_together_last(lake, small, reference):
    found = publish(
        lake, small, figure("clarity", 0.92, counted=240), figure("clarity_and_freshness", 0.66, counted=240), figure("clarity", 0.9, "A1"),
        figure("clarity_and_freshness", 0.7, "A1"), figure("agreement", 0.8, counted=40), figure("alpha", 0.61, counted=40),
        figure("agreement_clarity", 0.95, counted=40),
    )  # fmt: skip
    quality, agreement = human_tables(found)
    assert quality.key == "T6"
    assert quality.rows == (
        ("quality-1", "A1", 60, 0.9, (pytest.approx(0.85), pytest.approx(0.95)), 0.7, (pytest.approx(0.65), pytest.approx(0.75))),
        ("quality-1", "all", 240, 0.92, (pytest.approx(0.87), pytest.approx(0.97)), 0.66, (pytest.approx(0.61), pytest.approx(0.71))),
    )
    assert [row[:4] for row in agreement.rows] == [("quality-1", "decisions", 40, 0.8), ("quality-1", "clear or not", 40, 0.95)]
    assert agreement.rows[0][5:] == (0.61, 0.56, 0.66) and agreement.rows[1][5:] == (None, None, None)
    assert "people" in {section.id for section in sections_of(found, reference)}


def test_correctness_and_audit_have_tables_of_their_own(lake, small):
    found = publish(
        lake, small, *(figure(name, value, kind="correctness", study="correctness-1") for name, value in (("guess", 0.1), ("read", 1.0), ("support", 0.88))),
        figure("alpha_support", None, kind="correctness", study="correctness-1"), figure("agreement_support", 0.9, kind="correctness", study="correctness-1"),
        figure("judge_agrees", 0.97, kind="audit", study="audit-1"),
    )  # fmt: skip
    correctness, audit, agreement = human_tables(found)
    assert (correctness.key, correctness.rows[0][3::2]) == ("T7", (0.1, 1.0, 0.88))
    assert audit.rows[0][:4] == ("audit-1", "all", 60, 0.97)
    assert agreement.rows[0][:2] == ("correctness-1", "supported") and agreement.rows[0][5] is None


def test_a_release_with_withdrawn_questions_brings_the_figures_and_says_where_its_scores_come_from(lake, small):
    gone = small.questions[0].question_id
    brought = StudyFigure(study_id="quality-1", kind="quality", measure="clarity", value=0.92, low=0.9, high=0.94, counted=240)
    child = withdraw_questions(ReleaseStore(lake), small, {gone: "ambiguous"}, now=LATER, human=[brought])
    carried = carry_evaluations(lake, child, now=LATER)
    found = gather(read_stored(lake, child))
    assert human_tables(found)[0].rows[0][:4] == ("quality-1", "all", 240, 0.92)
    assert f"1 question was withdrawn from release {small.release_id}" in found.notes[0]
    assert f"{len(carried)} evaluations were carried over from it; no model was called" in found.notes[1]
    assert {one.questions for one in found.scores if not one.setting.open_ended} == {len(small.questions) - 1}
    assert all(one.complete for one in found.scores)
    assert not any("withdrawn" in note for note in gather(read_stored(lake, small)).notes)
