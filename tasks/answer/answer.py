"""One model's answers to released questions in one setting, each with a status."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence

from storage.schemas.calls import Answer, Call
from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.answer.asking import Asking, ask_about
from tasks.answer.context import Passage
from tasks.answer.likelihoods import choice_logprobs
from tasks.answer.options import AnswerOptions
from tasks.answer.outcome import Outcome, outcome_of, unreadable
from tasks.llm.models import Model
from tasks.llm.request import Ask
from tasks.prompts.loader import Prompt
from tasks.questions.setting import Setting

_TEXT_LIMIT = 4_000  # the whole text is in the ledger
_SMALLER = (0.7, 0.4)  # shares of a context that the provider found too long, by its own count of tokens


async def answer_questions(
    questions: Sequence[Question],
    *,
    articles: Mapping[str, Article],
    passages: Mapping[str, Sequence[Passage]] | None = None,
    release_id: str,
    evaluation_id: str,
    model: Model,
    setting: Setting,
    ask: Ask,
    prompt: Prompt,
    options: AnswerOptions,
) -> list[Answer]:
    """Answers to a batch of questions, in their order; the door bounds how many calls are in flight.

    articles: by version id. passages: by question id, best first, for retrieval. A question whose article is needed and has no text here is
    failed, with that reason. Raises what ``ask`` raises, after every call in flight has ended and is in the ledger.
    """
    found = passages or {}

    async def one(question: Question) -> Answer:
        def asking_with(shrink: float) -> Asking:
            return ask_about(
                question, article=articles.get(question.version_id), passages=found.get(question.question_id, ()), model=model,
                setting=setting, prompt=prompt, options=options, shrink=shrink,
            )  # fmt: skip

        try:
            asking = asking_with(1.0)
        except BadInput as error:
            outcome = Outcome("failed", f"no_text: {error}")
            return _answer(question, setting, None, None, outcome, release_id=release_id, evaluation_id=evaluation_id, model=model.name)
        call = await ask(asking.request)
        for shrink in _SMALLER:
            if not (setting.with_context and call.status == "failed" and call.error.startswith("context_length")):
                break
            asking = asking_with(shrink)
            call = await ask(asking.request)
        constrained = asking.request.schema is not None
        for sample in range(1, options.unparsed_retries + 1):
            if not unreadable(call, question, setting, constrained=constrained):
                break
            call = await ask(dataclasses.replace(asking.request, sample=sample))
        outcome = outcome_of(call, question, setting, constrained=constrained)
        return _answer(question, setting, asking, call, outcome, release_id=release_id, evaluation_id=evaluation_id, model=model.name)

    done = await asyncio.gather(*(one(question) for question in questions), return_exceptions=True)
    answers: list[Answer] = []
    for result in done:
        if isinstance(result, BaseException):
            raise result
        answers.append(result)
    return answers


def _answer(
    question: Question, setting: Setting, asking: Asking | None, call: Call | None, outcome: Outcome, *,
    release_id: str, evaluation_id: str, model: str,
) -> Answer:  # fmt: skip
    return Answer(
        evaluation_id=evaluation_id, release_id=release_id, question_id=question.question_id, article_id=question.article_id,
        cluster_id=question.cluster_id, model=model, setting=setting.name, form=setting.form, status=outcome.status,
        picked=outcome.picked, picked_index=outcome.index, expected_index=-1 if setting.open_ended else question.key_index,
        reason=outcome.reason, text=call.text[:_TEXT_LIMIT] if call else "", call_digest=call.digest if call else "",
        prompt_tokens=call.prompt_tokens if call else None, completion_tokens=call.completion_tokens if call else None,
        cost=call.cost if call else None, latency_ms=call.latency_ms if call else 0.0, context_cut=bool(asking and asking.context_cut),
        retriever=setting.retriever, days=setting.days, passages=setting.passages,
        choice_logprobs=choice_logprobs(call.token_logprobs, len(question.choices)) if call and not setting.open_ended else (),
        passages_shown=asking.passages_shown if asking else 0,
    )  # fmt: skip
