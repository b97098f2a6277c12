"""An evaluation: one model in one setting and form over one release; its identity, and the counts that sum it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.clock import utc_now
from storage.schemas.ids import canonical_json, make_id
from tasks.answer.asking import MULTIPLE_CHOICE
from tasks.answer.options import AnswerOptions
from tasks.llm.effective import build
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.prompts.loader import Prompt

STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")


def wanted_decoding(model: Model, options: AnswerOptions) -> str:
    """What decides how a model answers, as canonical JSON: the settings that go out, those its provider does not take, and ours."""
    sent: dict[str, Any] = {}
    not_sent: tuple[str, ...] = ()
    if not model.baseline:
        wire = build(model, Request(model=model.name, purpose="answer", messages=(), inputs={}, max_tokens=options.max_answer_tokens))
        sent = {name: value for name, value in wire.body.items() if name not in ("model", "messages")}
        not_sent = wire.not_sent
    ours = {
        "choices": "" if model.choices == "lettered" else model.choices, "not_sent": sorted(not_sent),
        "max_context_tokens": options.max_context_tokens, "unparsed_retries": options.unparsed_retries,
    }  # fmt: skip
    return canonical_json(sent | {name: value for name, value in ours.items() if value})


def evaluation_id(release_id: str, *, model: Model, setting: str, prompt: Prompt, options: AnswerOptions) -> str:
    """The same for a rerun; another when release, model, setting, form, prompt or decoding differ, so that answers never mix.

    The server's address is no part of it: the ledger, too, takes a model for the same wherever it is served.
    """
    context_size = 0 if setting == "no_context" else model.context_tokens or options.assumed_context_tokens
    return make_id(
        "e", release_id, model.name, model.provider_model, setting, MULTIPLE_CHOICE, prompt.digest, wanted_decoding(model, options),
        str(context_size),
    )  # fmt: skip


def summarise(
    answers: Sequence[Answer],
    *,
    release_id: str,
    signature: str,
    model: Model,
    setting: str,
    prompt: Prompt,
    options: AnswerOptions,
    provider_model: str | None,
) -> Evaluation:
    """The counts of all answers of one evaluation.

    provider_model: the model as it named itself in its answers. cost: USD, None as soon as one answer's is unknown.
    """
    counts = Counter(answer.status for answer in answers)
    costs = [answer.cost for answer in answers if answer.call_digest]
    identity = evaluation_id(release_id, model=model, setting=setting, prompt=prompt, options=options)
    return Evaluation(
        evaluation_id=identity, release_id=release_id, signature=signature, model=model.name, baseline=model.baseline,
        provider_model=provider_model, setting=setting, form=MULTIPLE_CHOICE, prompt=prompt.label,
        decoding=wanted_decoding(model, options), size_billion=model.size_billion, cutoff=model.cutoff,
        openness=model.openness, questions=len(answers),
        right=counts["right"], wrong=counts["wrong"], refused=counts["refused"], unparsed=counts["unparsed"], truncated=counts["truncated"],
        failed=counts["failed"],
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs), finished=utc_now(),
    )  # fmt: skip
