"""Scores of a release from which questions were withdrawn: the answers to those that are left, carried over. No model is asked.

Each evaluation of the parent becomes one of the child, with an id of its own, that names where it came from (``carried_from``) and costs
nothing. Verdicts of judges and labels of freshness go along.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import Any

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.ids import make_id
from storage.schemas.judging import FreshnessLabel, Judgement, Judging
from tasks.answer.likelihoods import likeliest

STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")


def carry_evaluations(lake: Lake, child: Release, *, now: datetime) -> list[Evaluation]:
    """Store the parent's answers, evaluations, judgements and freshness labels under the child; the evaluations. Harmless to repeat.

    A parent whose evaluations are in another lake gives none.
    """
    parent = child.manifest.parent
    if parent is None:
        return []
    kept = {question.question_id for question in child.questions}
    carried = []
    for evaluation in lake.read(Evaluation, parent.release_id):
        own_id = make_id("e", child.release_id, "carried", evaluation.evaluation_id)
        rows = lake.read(Answer, f"{parent.release_id}/{evaluation.evaluation_id}")
        answers = [
            dataclasses.replace(row, evaluation_id=own_id, release_id=child.release_id, cost=0.0) for row in rows if row.question_id in kept
        ]
        if not answers:
            continue
        lake.replace(Answer, answers, f"{child.release_id}/{own_id}")
        carried.append(_evaluation(evaluation, answers, child, own_id, now))
        _carry_judgings(lake, parent.release_id, evaluation.evaluation_id, child.release_id, own_id, answers)
    lake.append(Evaluation, carried, child.release_id)
    _carry_labels(lake, parent.release_id, child.release_id, kept)
    return carried


def _evaluation(evaluation: Evaluation, answers: list[Answer], child: Release, own_id: str, now: datetime) -> Evaluation:
    counts: dict[str, Any] = dict.fromkeys(STATUSES, 0) | Counter(answer.status for answer in answers)
    told = [answer for answer in answers if answer.choice_logprobs]
    return dataclasses.replace(
        evaluation, evaluation_id=own_id, release_id=child.release_id, signature=child.signature.short(), questions=len(answers), cost=0.0,
        finished=now, carried_from=evaluation.evaluation_id, **{status: counts[status] for status in STATUSES},
        likeliest_asked=len(told), likeliest_right=sum(likeliest(answer.choice_logprobs) == answer.expected_index for answer in told),
    )  # fmt: skip


def _carry_judgings(lake: Lake, parent_id: str, evaluation_id: str, child_id: str, own_id: str, answers: list[Answer]) -> None:
    by_rule = {answer.question_id: "right" if answer.status == "right" else "wrong" for answer in answers}
    rows = lake.read(Judgement, f"{parent_id}/{evaluation_id}")
    for judging in lake.read(Judging, parent_id):
        if judging.evaluation_id != evaluation_id:
            continue
        judging_id = make_id("j", child_id, "carried", judging.judging_id)
        mine = [
            dataclasses.replace(row, judging_id=judging_id, evaluation_id=own_id, release_id=child_id, cost=0.0)
            for row in rows
            if row.judging_id == judging.judging_id and row.question_id in by_rule
        ]
        counts = Counter(row.verdict for row in mine)
        lake.append(Judgement, mine, f"{child_id}/{own_id}")
        lake.append(Judging, [dataclasses.replace(
            judging, judging_id=judging_id, evaluation_id=own_id, release_id=child_id, judged=len(mine), right=counts["right"],
            wrong=counts["wrong"], failed=counts["failed"], agreed=sum(by_rule[row.question_id] == row.verdict for row in mine), cost=0.0,
        )], child_id)  # fmt: skip


def _carry_labels(lake: Lake, parent_id: str, child_id: str, kept: Collection[str]) -> None:
    labels = [
        dataclasses.replace(label, panel_id=make_id("p", child_id, "carried", label.panel_id), release_id=child_id)
        for label in lake.read(FreshnessLabel, parent_id)
        if label.question_id in kept
    ]
    lake.append(FreshnessLabel, labels, child_id)
