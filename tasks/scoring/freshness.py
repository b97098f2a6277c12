"""The freshness gate: which questions a panel of models knows without any context, and so are no news to them.

A question is stale when more than half of the panel picks the right choice from memory, and so many that guessing would do it in fewer than
one of twenty cases (upper tail of the binomial, each guess right with one over the number of choices). So a panel of three or four must be
unanimous, one of five needs four; with eight and four choices, or more, the plain majority is enough. Of questions that nobody knows up to five
in a hundred are then called stale by luck, the less the better guessing is foreseen: see docs/decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from scipy.stats import binom

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.ids import make_id
from storage.schemas.judging import FreshnessLabel
from storage.schemas.questions import Question
from tasks.questions.setting import MULTIPLE_CHOICE, NO_CONTEXT

RULE = "majority, binomial 0.05"
LEAST_PANEL = 3
_LUCK = 0.05


@dataclass(frozen=True, slots=True)
class Member:
    """A model of the panel: its evaluation without context in multiple choice, and the answers."""

    evaluation: Evaluation
    answers: Sequence[Answer]


def panel_of(evaluations: Sequence[Evaluation], models: Sequence[str] = ()) -> list[Evaluation]:
    """The evaluations that can make a panel: no context, multiple choice; the latest of each model, and one of models that are the same at
    their provider. ``models``: only these, baselines included where they are named; empty: all that are language models."""
    latest: dict[str, Evaluation] = {}
    for one in sorted(evaluations, key=lambda one: one.finished):
        wanted = one.model in models if models else not one.baseline
        if wanted and (one.setting, one.form) == (NO_CONTEXT, MULTIPLE_CHOICE) and one.questions > one.failed:
            latest[one.model] = one
    by_provider = {one.provider_model or one.model: one for one in latest.values()}
    return sorted(by_provider.values(), key=lambda one: one.model)


def needed(asked: int, choices: int) -> int:
    """How many of ``asked`` models must know a question of that many choices for it to be stale; more than ``asked`` if no number is enough."""
    return _needed(asked, max(choices, 1))


@lru_cache(maxsize=4096)
def _needed(asked: int, choices: int) -> int:
    least = asked // 2 + 1
    return next((knew for knew in range(least, asked + 1) if binom.sf(knew - 1, asked, 1 / choices) < _LUCK), asked + 1)


def label_questions(questions: Sequence[Question], panel: Sequence[Member], *, release_id: str, labelled: datetime) -> list[FreshnessLabel]:
    """One label for each question. An answer that failed does not count; a refusal counts as not knowing."""
    names = tuple(member.evaluation.model for member in panel)
    identity = panel_id(release_id, [member.evaluation for member in panel])
    statuses: list[Mapping[str, str]] = [{a.question_id: a.status for a in member.answers} for member in panel]
    labels = []
    for question in questions:
        given = [known[question.question_id] for known in statuses if known.get(question.question_id, "failed") != "failed"]
        knew = given.count("right")
        labels.append(
            FreshnessLabel(
                panel_id=identity, release_id=release_id, question_id=question.question_id, panel=names, asked=len(given), knew=knew,
                stale=bool(given) and knew >= needed(len(given), len(question.choices)), labelled=labelled,
            )
        )  # fmt: skip
    return labels


def panel_id(release_id: str, evaluations: Sequence[Evaluation]) -> str:
    """The same for the same evaluations under the same rule."""
    return make_id("p", release_id, RULE, *sorted(one.evaluation_id for one in evaluations))
