"""A sample of judged answers for people: drawn by a seed, spread over models, settings and outcomes, without the judge's word on it.

Strata are evaluation x what equality found x what the judge found: where the two differ is what an audit is about, so every stratum gives the same
number of items as far as it has them. The form for people and the key to it are two tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.ids import digest, make_id
from storage.schemas.judging import Judgement, Judging
from storage.schemas.questions import Question
from tasks.questions.setting import Setting


@dataclass(frozen=True, slots=True)
class AuditItem:
    """One judged answer with all that is known of it."""

    item_id: str
    question: Question
    evaluation: Evaluation
    answer: Answer
    judging: Judging
    judgement: Judgement

    @property
    def stratum(self) -> tuple[str, str, str]:
        """Evaluation, equality's outcome, judge's verdict."""
        return self.evaluation.evaluation_id, "right" if self.answer.status == "right" else "other", self.judgement.verdict

    def form(self) -> dict[str, Any]:
        """What a person sees, with the two columns to fill in."""
        q = self.question
        return {
            "item": self.item_id, "question": q.open_question or q.question, "expected": q.open_answer or q.key, "answer": self.answer.picked or "",
            "verdict": "", "comment": "",
        }  # fmt: skip

    def key(self) -> dict[str, Any]:
        """What the person does not see."""
        return {
            "item": self.item_id, "question_id": self.question.question_id, "model": self.evaluation.model,
            "setting": str(Setting.of(self.evaluation)), "equality": self.answer.status, "judge": self.judging.judge,
            "judge verdict": self.judgement.verdict, "reasoning": self.judgement.reasoning, "judging_id": self.judging.judging_id,
            "release_id": self.judging.release_id,
        }  # fmt: skip


def audit_items(
    judgings: Sequence[Judging],
    judgements: Sequence[Judgement],
    evaluations: Mapping[str, Evaluation],
    answers: Mapping[tuple[str, str], Answer],
    questions: Mapping[str, Question],
) -> list[AuditItem]:
    """Every judged answer. evaluations: by id; answers: by evaluation and question id; questions: by id. What lacks a part is left out."""
    by_id = {one.judging_id: one for one in judgings}
    items = []
    for row in judgements:
        judging, question = by_id.get(row.judging_id), questions.get(row.question_id)
        evaluation, answer = evaluations.get(row.evaluation_id), answers.get((row.evaluation_id, row.question_id))
        if judging is not None and question is not None and evaluation is not None and answer is not None:
            items.append(AuditItem(make_id("i", row.judging_id, row.question_id), question, evaluation, answer, judging, row))
    return items


def draw_sample(items: Sequence[AuditItem], size: int, seed: str) -> list[AuditItem]:
    """At most ``size`` items, the strata taking turns, in an order that says nothing; the same for the same seed."""
    strata: dict[tuple[str, str, str], list[AuditItem]] = {}
    for item in sorted(items, key=lambda one: digest(seed, one.item_id)):
        strata.setdefault(item.stratum, []).append(item)
    drawn: list[AuditItem] = []
    ordered = [strata[name] for name in sorted(strata, key=lambda name: digest(seed, *name))]
    for turn in range(max(map(len, ordered), default=0)):
        drawn += [listed[turn] for listed in ordered if turn < len(listed)]
    return sorted(drawn[:size], key=lambda one: digest(seed, "order", one.item_id))
