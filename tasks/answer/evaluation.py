"""An evaluation: one model in one setting and form over one release; its identity, and the counts that sum it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from storage.schemas.calls import Answer, Evaluation
from storage.schemas.clock import utc_now
from storage.schemas.ids import canonical_json, digest, make_id
from tasks.answer.asking import answer_tokens
from tasks.answer.context import Passage
from tasks.answer.likelihoods import likeliest
from tasks.answer.options import AnswerOptions
from tasks.llm.effective import wanted_decoding
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.prompts.loader import Prompt
from tasks.questions.setting import RETRIEVAL, Setting

STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")


def decoding_of(model: Model, setting: Setting, options: AnswerOptions) -> str:
    """What decides how a model answers, as canonical JSON: the settings that go out, those its provider does not take, and ours."""
    sent = wanted_decoding(
        model, Request(model=model.name, purpose="answer", messages=(), inputs={}, max_tokens=answer_tokens(setting, options))
    )
    bound = model.choices if model.choices != "lettered" and not setting.open_ended else ""
    ours = {"choices": bound, "max_context_tokens": options.max_context_tokens, "unparsed_retries": options.unparsed_retries}
    return canonical_json(sent | {name: value for name, value in ours.items() if value})


def evaluation_id(
    release_id: str,
    *,
    model: Model,
    setting: Setting,
    prompt: Prompt,
    options: AnswerOptions,
    passages: Mapping[str, Sequence[Passage]] | None = None,
    sample: str = "",
) -> str:
    """The same for a rerun; another when release, model, setting, form, prompt, decoding, passages shown or sample differ: answers never mix.

    The server's address is no part of it: the ledger, too, takes a model for the same wherever it is served.
    """
    context_size = model.context_tokens or options.assumed_context_tokens if setting.with_context else 0
    parts = [
        release_id, model.name, model.provider_model, setting.name, setting.form, prompt.digest, decoding_of(model, setting, options),
        str(context_size),
    ]  # fmt: skip
    if setting.name == RETRIEVAL:
        parts += [setting.retriever, str(setting.days), str(setting.passages), passages_digest(passages or {}, setting.passages)]
    if sample:
        parts.append(sample)
    return make_id("e", *parts)


def passages_digest(passages: Mapping[str, Sequence[Passage]], count: int) -> str:
    """One digest of the first ``count`` passages of every question."""
    return digest(*(part for name in sorted(passages) for part in (name, *map(str, passages[name][:count]))))


def summarise(
    answers: Sequence[Answer],
    *,
    identity: str,
    release_id: str,
    signature: str,
    model: Model,
    setting: Setting,
    prompt: Prompt,
    options: AnswerOptions,
    provider_model: str | None,
    sample: str = "",
) -> Evaluation:
    """The counts of all answers of one evaluation, ``identity`` being its id.

    provider_model: the model as it named itself in its answers. sample: as ``draw_sample`` names it. cost: USD, None as soon as one answer's is unknown.
    """
    counts = Counter(answer.status for answer in answers)
    costs = [answer.cost for answer in answers if answer.call_digest]
    told = [answer for answer in answers if answer.choice_logprobs]
    return Evaluation(
        evaluation_id=identity, release_id=release_id, signature=signature, model=model.name, baseline=model.baseline,
        provider_model=provider_model, setting=setting.name, form=setting.form, prompt=prompt.label,
        decoding=decoding_of(model, setting, options), size_billion=model.size_billion, cutoff=model.cutoff,
        openness=model.openness, questions=len(answers),
        right=counts["right"], wrong=counts["wrong"], refused=counts["refused"], unparsed=counts["unparsed"], truncated=counts["truncated"],
        failed=counts["failed"],
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs), finished=utc_now(),
        retriever=setting.retriever, days=setting.days, passages=setting.passages, sample=sample,
        likeliest_asked=len(told), likeliest_right=sum(likeliest(a.choice_logprobs) == a.expected_index for a in told),
    )  # fmt: skip
