"""Results of a release, over all its questions or without those that are labelled stale: what every table and figure is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from storage.schemas.annotations import HumanFigure
from storage.schemas.calls import Evaluation
from storage.schemas.judging import Judging
from tasks.questions.setting import Setting
from tasks.report.figures import amount_of
from tasks.report.results.retrieval import Retrieved, recounted, retrieved
from tasks.report.results.scored import STATUSES, Judged, Marks, Scored
from tasks.report.results.stored import NO_OUTCOMES, Outcomes, Stored, stale_share
from tasks.scoring.guessing import guess_line
from tasks.scoring.sizes import family


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The models whose knowledge without context labels a question fresh or stale. models: those that answered; stale, labelled: questions."""

    models: tuple[str, ...]
    stale: int
    labelled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """title: of the page; name: of the release, or of the file of figures. questions: those counted here; fresh: stale ones are left out.

    signature: short line, empty for published figures; source: where published figures come from. guess: accuracy of blind picking.
    """

    name: str
    title: str
    subject: str
    period: str
    made: datetime | None
    signature: str
    source: str
    questions: int | None
    articles: int | None
    fresh: bool
    panel: Panel | None
    guess: float | None
    scores: tuple[Scored, ...]
    retrieved: tuple[Retrieved, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    human: tuple[HumanFigure, ...] = ()

    def of(self, setting: Setting) -> list[Scored]:
        """Scores in one setting, in the order of models."""
        return [one for one in self.scores if one.setting == setting]


def gather(stored: Stored, *, fresh: bool = False) -> Results:
    """The results. ``fresh``: without the questions that the last panel's labels call stale; nothing is left out when there is no panel."""
    release, manifest = stored.release, stored.release.manifest
    stale = {label.question_id for label in stored.labels if label.stale} if fresh else set()
    kept = np.array([question.question_id not in stale for question in release.questions], dtype=bool)
    questions = [question for question, keep in zip(release.questions, kept, strict=True) if keep]
    judgings: dict[str, list[Judging]] = {}
    for one in stored.judgings:
        judgings.setdefault(one.evaluation_id, []).append(one)
    scores = [_scored(one, stored, kept, judgings.get(one.evaluation_id, [])) for one in stored.evaluations]
    measures = recounted(stored.measures, stored.first_right, release.questions, stale) if stale else retrieved(stored.measures)
    what = "News of" if manifest.subject == "news" else "Events of"
    warnings, notes = _remarks(stored, scores)
    return Results(
        name=release.release_id, title=f"{what} {manifest.period}", subject=manifest.subject, period=manifest.period, made=manifest.made,
        signature=manifest.signature.short(), source="", questions=len(questions), articles=len({q.version_id for q in questions}), fresh=fresh,
        panel=_panel(stored), guess=guess_line(len(question.choices) for question in questions), scores=tuple(sorted(scores, key=place_of)),
        retrieved=tuple(measures), warnings=tuple(warnings), notes=tuple(notes), human=stored.human,
    )  # fmt: skip


def place_of(one: Scored) -> tuple[object, ...]:
    """The order of a table: models before baselines, families together, small before large, unknown sizes last."""
    return one.baseline, family(one.model), one.size is None, one.size or 0.0, one.model, one.setting


def _panel(stored: Stored) -> Panel | None:
    if not stored.labels:
        return None
    stale, labelled = stale_share(stored.labels)
    return Panel(models=stored.labels[0].panel, stale=stale, labelled=labelled)


def _scored(one: Evaluation, stored: Stored, kept: np.ndarray, judgings: Sequence[Judging]) -> Scored:
    found = stored.outcomes.get(one.evaluation_id)
    held = NO_OUTCOMES if found is None else found.only((found.questions >= 0) & kept[found.questions])
    marks = Marks(held.questions, held.clusters, held.status == 0)
    known = held.likeliest >= 0
    counts = np.bincount(held.status, minlength=len(STATUSES)).tolist()
    likeliest = Marks(held.questions[known], held.clusters[known], held.likeliest[known] == 1).figure() if known.any() else None
    return Scored(
        model=one.model, setting=Setting.of(one), baseline=one.baseline, size=one.size_billion, questions=len(held.questions),
        accuracy=marks.figure(), answered=marks.only(held.status <= 1).figure(), likeliest=likeliest,
        counts=dict(zip(STATUSES, counts, strict=True)), cut=int(held.cut.sum()),
        judged=tuple(_judged(judging, stored, held) for judging in judgings), openness=one.openness, cutoff=one.cutoff,
        provider_model=one.provider_model, evaluation_id=one.evaluation_id, signature=one.signature, prompt=one.prompt, decoding=one.decoding,
        cost=one.cost, marks=marks, picks=_picks(held), sample=bool(one.sample), complete=found is not None and len(found.questions) == one.questions,
    )  # fmt: skip


def _picks(held: Outcomes) -> dict[tuple[int, int], int]:
    read = (held.expected >= 0) & (held.picked >= 0)
    return dict(Counter(zip(held.expected[read].tolist(), held.picked[read].tolist(), strict=True)))


def _judged(one: Judging, stored: Stored, held: Outcomes) -> Judged:
    """A question that was not put to the judge (refused, truncated, failed) is not right; one that the judge failed on does not count."""
    verdicts = stored.verdicts[one.judging_id]
    said = [verdicts.get(int(number), "") for number in held.questions]
    counted = np.array([verdict != "failed" for verdict in said], dtype=bool)
    right = np.array([verdict == "right" for verdict in said], dtype=bool)
    decided = np.array([verdict in ("right", "wrong") for verdict in said], dtype=bool)
    agreed = (right == (held.status == 0))[decided]
    marks = Marks(held.questions, held.clusters, right).only(counted)
    return Judged(
        judge=one.judge, baseline=one.baseline, accuracy=marks.figure() if verdicts else None, judged=int(decided.sum()) + int((~counted).sum()),
        failed=int((~counted).sum()), agreed=float(agreed.mean()) if len(agreed) else None, own=one.judges_own, prompt=one.prompt, marks=marks,
    )  # fmt: skip


def _remarks(stored: Stored, scores: Sequence[Scored]) -> tuple[list[str], list[str]]:
    warnings, notes = [], []
    notes += _lineage(stored)
    if stored.foreign:
        what = amount_of(stored.foreign, "evaluation")
        warnings.append(f"{what} of this release cite another signature: their questions may be others, so no table here holds them.")
    if stored.damaged:
        warnings.append(f"Damaged files were set aside, and what they held is missing here: {', '.join(stored.damaged[:6])}.")
    short = sorted({one.model for one in scores if not one.complete})
    if short:
        warnings.append(f"Not all answers of {', '.join(short[:6])} are in this lake: their figures rest on those that are.")
    if any(one.own for score in scores for one in score.judged):
        warnings.append("A judge is the same model as the one that wrote the questions, or as the judged one: it may favour its own.")
    failed = sum(one.counts.get("failed", 0) for one in scores)
    if failed:
        warnings.append(f"{amount_of(failed, 'call')} failed; over all questions these count as not right, so look at the figures over answered ones too.")
    sampled = {one.model: one.questions for one in scores if one.sample}
    if sampled:
        what = ", ".join(f"{model} ({number})" for model, number in list(sampled.items())[:6])
        warnings.append(f"Figures of {what} rest on a sample of so many questions; comparisons are on common questions alone.")
    cut = sorted({one.model for one in scores if one.cut})
    if cut:
        notes.append(f"Some context was shortened to fit {', '.join(cut[:6])}.")
    if stored.superseded:
        what = amount_of(stored.superseded, "earlier evaluation")
        notes.append(f"{what} with other prompts or settings left out: the last of each model and setting counts.")
    return warnings, notes


def _lineage(stored: Stored) -> list[str]:
    """What a release from which questions were withdrawn says of its parent."""
    parent = stored.release.manifest.parent
    if parent is None:
        return []
    what = amount_of(len(parent.withdrawn), "question was", "questions were")
    notes = [f"{what} withdrawn from release {parent.release_id}, and this one holds the others: scores on the two do not compare."]
    if carried := sum(bool(one.carried_from) for one in stored.evaluations):
        notes.append(f"{amount_of(carried, 'evaluation was', 'evaluations were')} carried over from it; no model was called for these.")
    return notes
