"""Withdrawal from end to end: which questions, the new release, and its scores without a single model call."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage.lake import Lake
from storage.manifest import StudyFigure
from storage.releases import Release, ReleaseStore
from storage.schemas.annotations import Study
from storage.schemas.calls import Evaluation
from storage.schemas.errors import BadInput
from tasks.annotate.figures import EVERYONE
from tasks.annotate.rejected import Rule, rejected
from tasks.annotate.results import Results, study_results
from tasks.answer.carry import carry_evaluations
from tasks.release.withdraw import withdraw_questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """The new release, why each question went, and the evaluations that were carried over."""

    release: Release
    reasons: Mapping[str, str]
    evaluations: Sequence[Evaluation]


def reasons_of(lake: Lake, release: Release, studies: Sequence[Study], *, faults: Collection[str], rule: Rule) -> tuple[dict[str, str], list[StudyFigure]]:
    """(why, by id of each question that the studies reject; their figures). BadInput for a study of another release."""
    reasons: dict[str, str] = {}
    figures: list[StudyFigure] = []
    for study in studies:
        if study.release_id != release.release_id:
            todo = f"Withdraw from that release: okbench releases withdraw {study.release_id}"
            raise BadInput(f"it is a study of {study.release_id}", where=study.study_id, todo=todo)
        results = study_results(lake, study)
        found = rejected(results.decisions, faults=faults, rule=rule)
        reasons = {key: f"{study.study_id}: {fault}" for key, fault in found.items()} | reasons
        figures += _figures(results)
    return reasons, figures


def withdraw(lake: Lake, release: Release, reasons: Mapping[str, str], figures: Sequence[StudyFigure], *, now: datetime) -> Withdrawn:
    """Make the new release and carry the scores over."""
    made = withdraw_questions(ReleaseStore(lake), release, reasons, now=now, human=figures)
    return Withdrawn(release=made, reasons=reasons, evaluations=carry_evaluations(lake, made, now=now))


def _figures(results: Results) -> list[StudyFigure]:
    return [
        StudyFigure(
            study_id=results.study.study_id, kind=results.study.kind, measure=one.measure, value=one.value, low=one.low, high=one.high, counted=one.counted
        )
        for one in results.figures
        if one.annotator == EVERYONE and one.counted
    ]  # fmt: skip
