"""An evaluation: one model in one setting and form over one release; its identity, and the counts that sum it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.clock import utc_now
from storage.schemas.ids import canonical_json, make_id
from tasks.answer.asking import MULTIPLE_CHOICE
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.prompts.loader import Prompt

STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")


def wanted_decoding(model: Model, options: AnswerOptions) -> str:
    """The settings under which a model answers, as canonical JSON: what its entry asks for, less what its provider does not take."""
    decoding = model.decoding
    asked = {"temperature": decoding.temperature, "top_p": decoding.top_p, "seed": decoding.seed, **decoding.extra}
    sent = {name: value for name, value in asked.items() if value is not None and name not in model.unsupported}
    return canonical_json(
        sent
        | {
            "not_sent": sorted(name for name, value in asked.items() if value is not None and name in model.unsupported),
            "max_answer_tokens": options.max_answer_tokens, "max_context_tokens": options.max_context_tokens,
            "unparsed_retries": options.unparsed_retries,
        }
    )  # fmt: skip


def evaluation_id(release_id: str, *, model: Model, setting: str, prompt: Prompt, options: AnswerOptions) -> str:
    """The same for a rerun; another one when release, model, setting, form, prompt or decoding differ, so that answers never mix."""
    return make_id(
        "e", release_id, model.name, model.provider_model, model.base_url or "", setting, MULTIPLE_CHOICE, prompt.digest,
        wanted_decoding(model, options),
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
    """The evaluation of all answers. cost is None as soon as one answer's is unknown."""
    counts = Counter(answer.status for answer in answers)
    costs = [answer.cost for answer in answers if answer.call_digest]
    return Evaluation(
        evaluation_id=evaluation_id(release_id, model=model, setting=setting, prompt=prompt, options=options), release_id=release_id,
        signature=signature, model=model.name, baseline=model.baseline, provider_model=provider_model, setting=setting, form=MULTIPLE_CHOICE,
        prompt=prompt.label, decoding=wanted_decoding(model, options), size_billion=model.size_billion, cutoff=model.cutoff,
        openness=model.openness, questions=len(answers), **{status: counts[status] for status in STATUSES},
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs), finished=utc_now(),
    )  # fmt: skip
