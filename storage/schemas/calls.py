"""Records of the one door to language models, and of the answers that models under test give."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One finished call, as the ledger keeps it. Partition: its scope (``news-2026-11-30``, ``evaluate-<release id>``).

    digest: of model, effective settings, messages, schema and sample number; the same digest is never asked twice.
    sent: the JSON body as it went out (no secret in it); not_sent: settings that the provider does not take.
    status: ok, truncated (token limit hit), empty, content_filter, failed (after the last retry).
    text: the answer without its thinking; thinking: what stood in <think> or the provider's reasoning field.
    cost: USD; None where the price is unknown. provider_model: the model as the provider named it in its answer.
    token_logprobs: of the answer's first tokens, as JSON: a list of [token, {alternative: natural logarithm}]; empty where none were asked
    for or given.
    """

    TABLE: ClassVar[str] = "calls"
    KEY: ClassVar[tuple[str, ...]] = ("digest",)
    VERSION: ClassVar[int] = 2

    digest: str
    scope: str
    purpose: str
    run_id: str
    model: str
    provider_model: str | None
    sent: str
    not_sent: tuple[str, ...]
    status: str
    error: str
    text: str
    thinking: str
    finish_reason: str | None
    prompt_tokens: int | None
    cached_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    cost: float | None
    attempts: int
    latency_ms: float
    started: datetime
    token_logprobs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One model's answer to one question under one setting. Partition: ``<release id>/<evaluation id>``.

    form: multiple_choice, open_ended. setting: no_context, oracle, retrieval; with retrieval, ``retriever`` names it, ``days`` is the length
    of the window searched and ``passages`` how many of the best passages are wanted (0 elsewhere); ``passages_shown`` how many were found and
    fitted into the model's context, ``context_cut`` whether something did not fit.
    status: right, wrong, refused, unparsed, truncated, failed; of an open-ended answer by normalised equality, a judge's verdict is a Judgement.
    picked: the choice as shown; of an open-ended answer its first non-empty line. expected_index: -1 where there are no choices.
    choice_logprobs: of each choice as shown, natural logarithm; empty where the provider gives none.
    """

    TABLE: ClassVar[str] = "answers"
    KEY: ClassVar[tuple[str, ...]] = ("evaluation_id", "question_id")
    VERSION: ClassVar[int] = 2

    evaluation_id: str
    release_id: str
    question_id: str
    article_id: str
    cluster_id: str
    model: str
    setting: str
    form: str
    status: str
    picked: str | None
    picked_index: int | None
    expected_index: int
    reason: str
    text: str
    call_digest: str
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None
    latency_ms: float
    context_cut: bool
    retriever: str = ""
    days: int = 0
    passages: int = 0
    choice_logprobs: tuple[float, ...] = ()
    passages_shown: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One model x setting x form over one release, and its identity. Partition: the release id.

    ``signature`` is the release's signature line; ``decoding`` the effective settings as canonical JSON; two evaluations with different
    ``prompt``, ``decoding`` or ``provider_model`` have different ids and never mix. setting, retriever, days, passages: as in Answer.
    provider_model: as the provider named it in its answers; two names joined by ", " say that it changed under way. By log-probabilities:
    ``likeliest_asked`` answers came with them, and the likeliest choice was the right one in ``likeliest_right``. sample: "60 of 2350, seed okbench"
    where only a sample of the questions was asked (``questions`` of them), else empty.
    """

    TABLE: ClassVar[str] = "evaluations"
    KEY: ClassVar[tuple[str, ...]] = ("evaluation_id",)
    VERSION: ClassVar[int] = 4

    evaluation_id: str
    release_id: str
    signature: str
    model: str
    baseline: bool
    provider_model: str | None
    setting: str
    form: str
    prompt: str
    decoding: str
    size_billion: float | None
    cutoff: str | None
    openness: str
    questions: int
    right: int
    wrong: int
    refused: int
    unparsed: int
    truncated: int
    failed: int
    cost: float | None
    finished: datetime
    retriever: str = ""
    days: int = 0
    passages: int = 0
    likeliest_asked: int = 0
    likeliest_right: int = 0
    carried_from: str = ""
    sample: str = ""
