"""What a study found, gathered from the lake while people still work or after: progress, figures, disagreements, remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage.journaled import read_journaled
from storage.lake import Lake
from storage.releases import Release, ReleaseStore
from storage.schemas.annotations import Annotation, Assignment, HumanFigure, Study
from storage.schemas.errors import NotFound
from tasks.annotate.book import FEEDBACK
from tasks.annotate.figures import Disagreement, Figure, Labelled, agreement_figures, disagreements, labelled, rate_figures
from tasks.annotate.judged import judged_answers
from tasks.annotate.studies import STEPS, assignments_of
from tasks.annotate.validator import AgainstPeople, against_people


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A study's state. validator: of a quality study; empty elsewhere."""

    study: Study
    release: Release
    given: Mapping[str, Sequence[Assignment]]
    annotations: tuple[Annotation, ...]
    decisions: tuple[Labelled, ...]
    figures: tuple[Figure, ...]
    disagreements: tuple[Disagreement, ...]
    validator: tuple[AgainstPeople, ...]

    @property
    def complete(self) -> bool:
        """Whether everybody has decided everything."""
        return len(self.decisions) == self.study.decisions

    @property
    def remarks(self) -> list[Annotation]:
        """Closing remarks that are not empty."""
        return [one for one in self.annotations if one.step == FEEDBACK and one.comment]

    def figure(self, measure: str, annotator: str = "") -> Figure:
        """One figure by name."""
        return next(one for one in self.figures if (one.measure, one.annotator) == (measure, annotator))


def study_results(lake: Lake, study: Study) -> Results:
    """The results so far. NotFound when the release is no longer in the lake; DamagedFile, DigestMismatch."""
    release = ReleaseStore(lake).load(study.release_id)
    given = assignments_of(lake, study)
    annotations = sorted(read_journaled(lake, Annotation, study.study_id), key=lambda one: (one.noted, one.annotator, one.item_id, one.step))
    decisions = labelled(annotations, given, _expected(lake, study, release))
    figures = [*rate_figures(study.kind, decisions, study.annotators), *agreement_figures(study.kind, decisions)]
    compared = against_people(decisions, release.candidates, release.verdicts) if study.kind == "quality" else []
    return Results(
        study=study, release=release, given=given, annotations=tuple(annotations), decisions=tuple(decisions), figures=tuple(figures),
        disagreements=tuple(disagreements([one for one in decisions if one.step != "guess"])), validator=tuple(compared),
    )  # fmt: skip


def publish(lake: Lake, results: Results, *, now: datetime) -> list[HumanFigure]:
    """Attach the figures to the release, in the place of those that the study had there; reports show them."""
    study = results.study
    rows = [
        HumanFigure(
            study_id=study.study_id, release_id=study.release_id, kind=study.kind, measure=one.measure, annotator=one.annotator,
            value=one.value, low=one.low, high=one.high, counted=one.counted, articles=one.articles, published=now,
        )
        for one in results.figures
    ]  # fmt: skip
    lake.append(HumanFigure, rows, study.release_id)
    return rows


def progress(results: Results) -> list[tuple[str, int, int, datetime | None]]:
    """(annotator, decisions made, decisions asked, time of the last) of everybody."""
    rows = []
    for name in results.study.annotators:
        mine = [one.noted for one in results.annotations if one.annotator == name and one.step != FEEDBACK]
        rows.append((name, len(mine), len(results.given[name]) * len(STEPS[results.study.kind]), max(mine, default=None)))
    return rows


def _expected(lake: Lake, study: Study, release: Release) -> dict[str, str]:
    if study.kind != "audit":
        return {question.question_id: question.key for question in release.questions}
    try:
        judged = judged_answers(lake, study.release_id, study.judge)
    except NotFound:
        return {}
    return {item_id: one.judgement.verdict for item_id, one in judged.items()}
