"""Withdrawal of questions: a new signed release that names its parent; the parent is untouched."""

import dataclasses
import json
from datetime import UTC, datetime

import pytest

from storage.lake import Lake
from storage.manifest import StudyFigure, read_manifest
from storage.releases import ReleaseStore
from storage.repair import repair_lake
from storage.schemas.errors import BadInput, NewerLake
from storage.schemas.questions import FunnelRow, Run, Verdict
from storage.signature import Signature
from tasks.release.export import export_release
from tasks.release.importing import import_release
from tasks.release.makers import MAKERS
from tasks.release.options import ExportOptions
from tasks.release.withdraw import withdraw_questions
from tests.release_rows import RUN, run

NOW = datetime(2026, 12, 1, 8, 30, tzinfo=UTC)
REASONS = {"q001": "two right choices", "q004": "ambiguous"}


@pytest.fixture
def store(lake):
    return ReleaseStore(lake)


@pytest.fixture
def child(store, release):
    return withdraw_questions(store, release, REASONS, now=NOW)


def test_the_new_release_has_the_other_questions_and_a_signature_that_names_its_parent(store, release, child):
    assert [question.question_id for question in child.questions] == ["q000", "q002", "q003", "q005"]
    assert child.questions == [question for question in release.questions if question.question_id not in REASONS]
    assert child.signature.parent == release.signature.id and child.signature.id != release.signature.id
    assert (child.signature.questions, child.signature.made) == (4, NOW)
    assert child.manifest.parent.release_id == release.release_id and child.manifest.parent.withdrawn == REASONS
    assert store.verify(child.release_id).ok


def test_the_signature_prints_and_parses_in_both_forms(release, child):
    line = child.signature
    assert f"|parent:{release.signature.id}|" in line.full() and f"|parent:{release.signature.id[:12]}|" in line.short()
    assert Signature.parse(line.full()) == line
    assert Signature.parse(line.short()).agrees(line) and not Signature.parse(line.short()).agrees(release.signature)
    assert "parent" not in release.signature.full()


def test_the_parent_stays_byte_for_byte(store, release):
    before = {path.name: path.read_bytes() for path in release.folder.iterdir()}
    withdraw_questions(store, release, REASONS, now=NOW)
    assert {path.name: path.read_bytes() for path in release.folder.iterdir()} == before
    content = json.loads(before["manifest.json"])
    assert content["manifest_version"] == 1 and not {"parent", "human"} & set(content)


def test_sums_agree_and_reasons_stand_in_verdicts_funnel_and_card(release, child):
    manifest = child.manifest
    assert manifest.counts["released"] == 4 and manifest.counts["withdrawn"] == manifest.dropped["withdrawn"] == 2
    assert sum(manifest.dropped.values()) + len(child.questions) == len(child.candidates)
    assert sum(source.questions for source in manifest.sources) == sum(manifest.key_positions.counts) == 4
    people = [verdict for verdict in child.verdicts if verdict.judge == "people"]
    assert {verdict.question_id: verdict.reason for verdict in people} == REASONS and not any(verdict.passed for verdict in people)
    assert [(one.outcome, one.reason, one.count) for one in manifest.funnel if one.stage == "withdraw"] == [
        ("kept", "", 4), ("dropped", "two right choices", 1), ("dropped", "ambiguous", 1),
    ]  # fmt: skip
    card = (child.folder / "README.md").read_text()
    assert "| q001 | two right choices |" in card and release.release_id in card


def test_the_same_withdrawal_again_gives_the_release_that_stands(store, release, child):
    again = withdraw_questions(store, release, dict(reversed(REASONS.items())), now=NOW.replace(hour=20))
    assert again.signature == child.signature
    assert len(store.ids()) == 2
    assert withdraw_questions(store, release, {"q001": "other words"}, now=NOW).release_id != child.release_id


def test_a_second_withdrawal_names_the_first_and_the_root_of_the_line(store, release, child):
    third = withdraw_questions(store, child, {"q005": "not fresh"}, now=NOW)
    assert (third.manifest.parent.release_id, third.manifest.root, child.manifest.root) == (child.release_id, release.release_id, release.release_id)
    assert third.manifest.counts["withdrawn"] == third.manifest.dropped["withdrawn"] == 3
    assert [one.count for one in third.manifest.funnel if one.stage == "withdraw"] == [1, 1, 3, 1]
    assert store.verify(third.release_id).ok


@pytest.mark.parametrize(
    ("reasons", "says"),
    [
        ({}, "no question is to be withdrawn"),
        ({"q777": "x"}, "it has no question 'q777'"),
        ({f"q00{n}": "x" for n in range(6)}, "no question would be left"),
    ],
)
def test_what_cannot_be_withdrawn_is_refused_and_nothing_is_made(store, release, reasons, says):
    with pytest.raises(BadInput, match=says):
        withdraw_questions(store, release, reasons, now=NOW)
    assert store.ids() == [release.release_id]


def test_figures_of_people_travel_with_the_release(store, release):
    figure = StudyFigure(study_id="quality-1", kind="quality", measure="clarity", value=0.92, low=0.88, high=0.95, counted=240)
    none = dataclasses.replace(figure, measure="alpha", value=None, low=None, high=None)
    made = withdraw_questions(store, release, REASONS, now=NOW, human=[figure, none])
    assert read_manifest(made.folder).human == (figure, none)
    assert "| quality-1 | clarity | 0.920 | 240 |" in (made.folder / "README.md").read_text()


async def test_it_is_shared_like_any_other_without_texts_too(store, release, child, tmp_path):
    export_release(child, tmp_path / "copy", ExportOptions(texts="none"))
    there = ReleaseStore(Lake.open(tmp_path / "other"))
    taken = await import_release(there, tmp_path / "copy", expected=child.signature)
    assert taken.release.manifest.parent == child.manifest.parent
    again = withdraw_questions(there, taken.release, {"q005": "stale"}, now=NOW)
    assert there.verify(again.release_id).ok and again.without_body


def test_a_damaged_table_is_made_whole_again_from_its_own_verdicts(lake, store, child):
    (child.folder / "questions.parquet").write_bytes(b"nothing")
    done = repair_lake(lake, MAKERS, older_than_s=0)
    assert [finding.kind for finding in done if finding.path == child.folder] == ["rebuilt"]
    assert store.verify(child.release_id).ok


def test_a_lost_run_comes_back_from_the_first_of_the_line_only(lake, store, release, child):
    for kind in (Run, Verdict, FunnelRow):
        for path in lake.parts(kind, RUN):
            path.write_bytes(b"nothing")
    repair_lake(lake, MAKERS, older_than_s=0)
    assert [row.release_id for row in lake.read(Run, RUN)] == [release.release_id]
    assert {row.judge for row in lake.read(Verdict, RUN)} == {"rule"}
    assert run().run_id == RUN


def test_an_okbench_that_knows_no_parents_is_told_to_update(child, monkeypatch):
    monkeypatch.setattr("storage.manifest.MANIFEST_VERSION", 1)
    with pytest.raises(NewerLake, match="manifest version 2, this okbench reads up to 1"):
        read_manifest(child.folder)
