"""Results read back from the lake, as tables, as published figures, and as files."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from storage.schemas.annotations import Annotation, HumanFigure
from storage.schemas.errors import BadInput
from tasks.annotate.export import csv_text, decision_records, export_study, markdown
from tasks.annotate.items import Items
from tasks.annotate.judged import judged_answers
from tasks.annotate.options import AuditDesign, CorrectnessDesign, QualityDesign
from tasks.annotate.results import progress, publish, study_results
from tasks.annotate.studies import assignments_of, draw_audit, draw_correctness, draw_quality, store_study
from tasks.annotate.tables import agreement_rows, rate_rows, result_tables, validator_rows
from tests.tasks.annotate.made_decisions import NOW, decide, judge_all

LATER = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def study(lake, release):
    drawn = draw_quality(release, QualityDesign(annotators=2, each=4, shared=2, rejected=1), seed="s", now=NOW)
    store_study(lake, drawn)
    return drawn.study


def test_results_may_be_read_while_people_work(lake, study):
    assert not study_results(lake, study).complete
    decide(lake, study, {"A1": {1: "passes", 2: "other"}})
    results = study_results(lake, study)
    assert not results.complete
    assert progress(results) == [("A1", 2, 5, NOW), ("A2", 0, 5, None)]
    assert rate_rows(results)[1]["clear %"] is None


def test_tables_of_a_complete_study(lake, study):
    decide(lake, study, {name: dict.fromkeys(range(1, 6), "passes") for name in ("A1", "A2")}, remark="All fine.")
    results = study_results(lake, study)
    tables = result_tables(results)
    assert results.complete
    assert list(tables) == ["Progress", "Quality by annotator", "Agreement", "Decisions", "Validation against people", "Remarks"]
    assert [(row["annotator"], row["decisions"], row["clear %"]) for row in tables["Quality by annotator"]] == [("A1", 4, 100), ("A2", 4, 100), ("all", 8, 100)]
    assert {row["measure"]: row["value"] for row in agreement_rows(results)}["Krippendorff's alpha"] == "not defined"
    assert [(row["validation"], row["seen by people"], row["clear"]) for row in validator_rows(results)] == [("let pass", 6, 6), ("rejected: clear", 2, 2)]


def test_published_figures_stand_with_the_release_and_are_replaced_by_newer_ones(lake, study):
    decide(lake, study, {"A1": {1: "passes"}})
    publish(lake, study_results(lake, study), now=NOW)
    decide(lake, study, {"A1": {2: "passes", 3: "passes"}})
    publish(lake, study_results(lake, study), now=LATER)
    rows = lake.read(HumanFigure, study.release_id)
    assert {row.published for row in rows} == {LATER}
    clarity = next(row for row in rows if (row.measure, row.annotator) == ("clarity", ""))
    assert clarity.value == 1.0 and clarity.kind == "quality"


def test_an_export_holds_every_decision_with_its_question_and_the_tables(lake, study, tmp_path):
    decide(lake, study, {"A1": {1: "passes", 2: "other"}}, remark="=1+1")
    files = export_study(lake, study_results(lake, study), tmp_path / "out")
    assert {"annotations.csv", "decisions.csv", "figures.csv", "results.md", "study.json", "quality-by-annotator.csv", "remarks.csv"} <= set(files)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "annotations.csv").read_text())))
    said = [(row["annotator"], row["position"], row["decision"], row["comment"]) for row in rows]
    assert said == [("A1", "1", "passes", "on 1"), ("A1", "2", "other", "on 2")]
    assert all(row["question"].startswith("How many people") and row["choices"].count(" | ") == 3 for row in rows)
    assert "'=1+1" in (tmp_path / "out" / "remarks.csv").read_text()
    facts = json.loads((tmp_path / "out" / "study.json").read_text())
    assert facts["study"]["design"]["each"] == 4 and facts["study"]["complete"] is False
    with pytest.raises(BadInput, match="something is there already"):
        export_study(lake, study_results(lake, study), tmp_path / "out")


def test_texts_of_people_do_no_harm_in_markdown_and_spreadsheets(lake, study):
    decide(lake, study, {"A1": {1: "passes"}}, remark="<script> | [x](y) `z`")
    text = markdown(study_results(lake, study), result_tables(study_results(lake, study)))
    assert "<script>" not in text and "[x]" not in text and "&#124;" in text
    assert csv_text([{"a": "@SUM(A1)", "b": True, "c": None}]) == "a,b,c\r\n'@SUM(A1),true,\r\n"


def test_a_correctness_study_gives_guess_read_and_support_rates(lake, release):
    drawn = draw_correctness(release, CorrectnessDesign(annotators=2, articles=2, questions=2), seed="s", now=NOW)
    store_study(lake, drawn)
    questions = {question.question_id: question for question in release.questions}
    given = assignments_of(lake, drawn.study)
    for name, mine in given.items():
        keys = {row.position: questions[row.item_id].key for row in mine}
        wrong = {row.position: next(choice for choice in questions[row.item_id].choices if choice != keys[row.position]) for row in mine}
        decide(lake, drawn.study, {name: wrong | {1: keys[1]}}, step="guess")
        decide(lake, drawn.study, {name: keys}, step="read")
        decide(lake, drawn.study, {name: dict.fromkeys(keys, "yes") | ({4: "no"} if name == "A2" else {})}, step="support")
    results = study_results(lake, drawn.study)
    assert results.complete
    [one, two, both] = rate_rows(results)
    assert (one["guessed right %"], one["right after reading %"], one["exactly supported %"]) == (25, 100, 100)
    assert two["exactly supported %"] == 75 and both["exactly supported %"] == 87.5
    assert results.figure("agreement_read").value == 1.0


def test_an_audit_holds_the_judge_s_verdicts_against_the_people_s(lake, release):
    judge_all(lake, release, ["right", "wrong"] * 4)
    judged = judged_answers(lake, release.release_id)
    drawn = draw_audit(release, AuditDesign(annotators=2, each=4, shared=0), judged, seed="s", now=NOW)
    store_study(lake, drawn)
    shown = Items(lake, drawn.study, release).judged(drawn.assignments[0])
    assert shown.answer == "about forty" and shown.expected.endswith("passengers")
    people = {
        name: {row.position: judged[row.item_id].judgement.verdict for row in mine} for name, mine in assignments_of(lake, drawn.study).items()
    }  # fmt: skip
    people["A2"][1] = "unsure"
    people["A2"][2] = "wrong" if people["A2"][2] == "right" else "right"
    decide(lake, drawn.study, people, step="audit")
    results = study_results(lake, drawn.study)
    figure = results.figure("judge_agrees")
    assert (figure.value, figure.counted) == (6 / 7, 7)
    assert "Judge against people" in result_tables(results)
    assert decision_records(lake, results)[0]["key"].endswith("passengers")


def test_what_was_never_assigned_is_not_counted(lake, study):
    decide(lake, study, {"A1": {1: "passes"}})
    results = study_results(lake, study)
    stray = replace(results.annotations[0], item_id="elsewhere")
    lake.append(Annotation, [stray], study.study_id)
    assert len(study_results(lake, study).decisions) == 1
