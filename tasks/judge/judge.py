"""One judge's verdicts on free answers, for any benchmark: a question, the expected answer, the answer given, a region where there is one.

The judge grades whether the answer gives what was expected; contradiction and refusal are wrong. A judge whose call fails, or whose text holds
no strict verdict after the retries, has failed: that is never a wrong answer.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from storage.schemas.calls import Call
from tasks.judge.options import JudgeOptions
from tasks.judge.verdict import VerdictReading, read_verdict
from tasks.llm.models import Model
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt
from tasks.prompts.material import as_material

PURPOSE = "judge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is put to a judge. ``item_id`` is the caller's own name for it; region: where the question is about one, such as "Portugal"."""

    item_id: str
    question: str
    expected: str
    answer: str
    region: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A judge's verdict on one item: right, wrong or failed, with the reason (how it was read, or why it failed) and the judge's reasoning.

    provider_model: the judge as its provider named it. cost: USD of the call that decided, None where unknown.
    """

    item_id: str
    verdict: str
    reason: str
    reasoning: str
    call_digest: str
    provider_model: str | None
    cost: float | None


async def judge_answers(items: Sequence[Judged], *, ask: Ask, model: Model, prompt: Prompt, options: JudgeOptions) -> list[Ruling]:
    """Rulings on the items, in their order; equal items are asked once. Raises what ``ask`` raises, after every call in flight has ended."""

    async def one(item: Judged) -> Ruling:
        request = judge_request(item, model=model, prompt=prompt, options=options)
        for sample in range(options.retries + 1):
            call = await ask(dataclasses.replace(request, sample=sample))
            reading = read_verdict(call.text) if call.status in ("ok", "truncated") else None
            if reading is None or reading.verdict is not None:
                break
        return _ruling(item, call, reading)

    done = await asyncio.gather(*(one(item) for item in items), return_exceptions=True)
    rulings: list[Ruling] = []
    for result in done:
        if isinstance(result, BaseException):
            raise result
        rulings.append(result)
    return rulings


def judge_request(item: Judged, *, model: Model, prompt: Prompt, options: JudgeOptions) -> Request:
    """The request that puts an item to the judge. Questions, answers and regions are material: they cannot step out of their marks."""
    answer = item.answer[: options.longest_answer]
    region = f"The question is about this region: {as_material(item.region)}\n" if item.region else ""
    messages = prompt.render(
        question=as_material(item.question), expected=as_material(item.expected), answer=as_material(answer), region=region
    )
    inputs = {"task": "judge", "question": item.question, "expected": item.expected, "answer": answer}
    return Request(model=model.name, purpose=PURPOSE, messages=messages, inputs=inputs, max_tokens=options.max_verdict_tokens)


def _ruling(item: Judged, call: Call, reading: VerdictReading | None) -> Ruling:
    verdict = reading.verdict if reading is not None else None
    if reading is not None:
        reason = reading.reason
    else:
        reason = call.error[:200] if call.status == "failed" and call.error else call.status
    return Ruling(
        item_id=item.item_id, verdict=verdict or "failed", reason=reason, reasoning=(reading.reasoning if reading else "")[:2_000],
        call_digest=call.digest, provider_model=call.provider_model, cost=call.cost,
    )  # fmt: skip
