"""Evaluations with their statistics: accuracy over all and over answered questions, intervals by article, and picked positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage.catalog import Catalog
from storage.schemas.calls import Evaluation
from tasks.scoring.intervals import Estimate, accuracy_by_cluster
from tasks.scoring.positions import Position, positions, recall_spread

_SETTINGS = ("no_context", "oracle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One evaluation. over_all: wrong is whatever is not right; over_answered: right against wrong only. Both None without stored answers.

    positions: letters picked and letters that are keys, where a choice was read; spread: standard deviation of the letters' recalls.
    cut: answers given on a shortened article.
    """

    evaluation: Evaluation
    over_all: Estimate | None
    over_answered: Estimate | None
    positions: tuple[Position, ...]
    spread: float | None
    cut: int = 0

    @property
    def accuracy(self) -> float | None:
        """Right over all questions, from the evaluation's own counts."""
        return self.evaluation.right / self.evaluation.questions if self.evaluation.questions else None

    @property
    def accuracy_answered(self) -> float | None:
        """Right over right and wrong."""
        answered = self.evaluation.right + self.evaluation.wrong
        return self.evaluation.right / answered if answered else None

    @property
    def complete(self) -> bool:
        """Whether the stored answers are those that the evaluation counts."""
        return self.over_all is not None and self.over_all.counted == self.evaluation.questions

    @property
    def identity(self) -> tuple[str, str, str]:
        """What is the same in a model's settings: evaluations of one identity may stand side by side."""
        return self.evaluation.model, self.evaluation.decoding, self.evaluation.form


def score_evaluations(catalog: Catalog, evaluations: Iterable[Evaluation]) -> tuple[Score, ...]:
    """Scores in the order of a table: baselines last, then by model, form and setting."""
    wanted = list(evaluations)
    clusters: dict[str, list[tuple[int, int, int]]] = {}
    picks: dict[str, dict[tuple[int, int], int]] = {}
    cut: dict[str, int] = {}
    for release_id in sorted({one.release_id for one in wanted}):
        for row in catalog.named("answers_by_article", release_id=release_id).to_pylist():
            clusters.setdefault(row["evaluation_id"], []).append((row["right"], row["questions"], row["answered"]))
            cut[row["evaluation_id"]] = cut.get(row["evaluation_id"], 0) + row["cut"]
        for row in catalog.named("picks", release_id=release_id).to_pylist():
            picks.setdefault(row["evaluation_id"], {})[row["expected_index"], row["picked_index"]] = row["answers"]
    names = [one.evaluation_id for one in wanted]
    scores = [
        _score(one, clusters.get(name, []), picks.get(name, {}), cut.get(name, 0)) for name, one in zip(names, wanted, strict=True)
    ]
    return tuple(sorted(scores, key=_place))


def latest_pairs(scores: Iterable[Score], form: str = "multiple_choice") -> list[dict[str, Score]]:
    """For each identity its latest score by setting."""
    found: dict[tuple[str, str, str], dict[str, Score]] = {}
    for score in sorted(scores, key=lambda score: score.evaluation.finished):
        if score.evaluation.form == form:
            found.setdefault(score.identity, {})[score.evaluation.setting] = score
    return list(found.values())


def _score(evaluation: Evaluation, clusters: list[tuple[int, int, int]], picks: dict[tuple[int, int], int], cut: int) -> Score:
    letters = positions(picks)
    return Score(
        evaluation=evaluation, over_all=accuracy_by_cluster((right, asked) for right, asked, _ in clusters),
        over_answered=accuracy_by_cluster((right, answered) for right, _, answered in clusters), positions=letters,
        spread=recall_spread(letters), cut=cut,
    )  # fmt: skip


def _place(score: Score) -> tuple[object, ...]:
    one = score.evaluation
    setting = _SETTINGS.index(one.setting) if one.setting in _SETTINGS else len(_SETTINGS)
    return one.baseline, one.model, one.form, setting, one.setting, one.retriever, one.days, one.passages, one.finished
