"""A judge over the open-ended answers of one evaluation: judgements, and the record that sums them up with the judge's identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.clock import utc_now
from storage.schemas.ids import canonical_json, make_id
from storage.schemas.judging import Judgement, Judging
from storage.schemas.questions import Question
from tasks.judge.judge import PURPOSE, Judged, Ruling
from tasks.judge.options import JudgeOptions
from tasks.llm.effective import wanted_decoding
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.prompts.loader import Prompt

_NOTHING_TO_JUDGE = ("failed", "truncated", "unparsed")


def judged_items(answers: Sequence[Answer], questions: Mapping[str, Question]) -> list[Judged]:
    """What is put to the judge: every open-ended answer that holds a line, refusals in words too. ``questions``: by question id."""
    return [
        Judged(
            item_id=answer.question_id, question=question.open_question or question.question, expected=question.open_answer or question.key,
            answer=answer.picked,
        )
        for answer in answers
        if answer.status not in _NOTHING_TO_JUDGE and answer.picked and (question := questions.get(answer.question_id)) is not None
    ]  # fmt: skip


def judge_decoding(model: Model, options: JudgeOptions) -> str:
    """What decides how a judge answers, as canonical JSON."""
    request = Request(model=model.name, purpose=PURPOSE, messages=(), inputs={}, max_tokens=options.max_verdict_tokens)
    return canonical_json(wanted_decoding(model, request) | {"retries": options.retries})


def judging_id(evaluation_id: str, *, model: Model, prompt: Prompt, options: JudgeOptions) -> str:
    """The same for a rerun; another when evaluation, judge, prompt or decoding differ."""
    return make_id("j", evaluation_id, model.name, model.provider_model, prompt.digest, judge_decoding(model, options))


def judgements_of(rulings: Sequence[Ruling], *, evaluation: Evaluation, identity: str, judge: Model) -> list[Judgement]:
    """The rulings as records of one judging."""
    return [
        Judgement(
            judging_id=identity, evaluation_id=evaluation.evaluation_id, release_id=evaluation.release_id, question_id=ruling.item_id,
            judge=judge.name, verdict=ruling.verdict, reason=ruling.reason, reasoning=ruling.reasoning, call_digest=ruling.call_digest,
            cost=ruling.cost,
        )
        for ruling in rulings
    ]  # fmt: skip


def summarise_judging(
    rulings: Sequence[Ruling], answers: Sequence[Answer], *, evaluation: Evaluation, identity: str, judge: Model, prompt: Prompt,
    options: JudgeOptions, judges_own: bool,
) -> Judging:  # fmt: skip
    """The counts of one judging; ``agreed`` against the rule of normalised equality, over what the judge decided."""
    counts = Counter(ruling.verdict for ruling in rulings)
    by_rule = {answer.question_id: "right" if answer.status == "right" else "wrong" for answer in answers}
    costs = [ruling.cost for ruling in rulings]
    named = sorted({ruling.provider_model for ruling in rulings if ruling.provider_model})
    return Judging(
        judging_id=identity, evaluation_id=evaluation.evaluation_id, release_id=evaluation.release_id, judge=judge.name,
        baseline=judge.baseline, provider_model=", ".join(named) or None, prompt=prompt.label, decoding=judge_decoding(judge, options),
        judged=len(rulings), right=counts["right"], wrong=counts["wrong"], failed=counts["failed"],
        agreed=sum(ruling.verdict == by_rule.get(ruling.item_id) for ruling in rulings), judges_own=judges_own,
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs), finished=utc_now(),
    )  # fmt: skip


def is_own(judge: Model, judged: Model, generators: Sequence[str], *, reported: Sequence[str | None] = (), answered_as: str | None = None) -> bool:
    """Whether the judge is the model that it judges, or one that wrote the questions, by any of the names that they go by.

    reported: how providers named the judge in its verdicts; answered_as: how they named the judged model.
    """
    names = {judge.name, judge.provider_model, *reported} - {None}
    return bool(names & {judged.name, judged.provider_model, *(answered_as or judged.name).split(", "), *generators})
