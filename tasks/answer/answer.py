"""One model's answers to released questions, each with a status; and the evaluation that sums them up.

Right, wrong, refused, unparsed, truncated and failed are six different things. A call that failed says nothing of what the model knows; a
reply cut at the output limit counts only if the asked-for line stood before the cut, since what was cut may have taken back all else; a
refusal by the provider's filter is a refusal, with its own reason; an empty reply is unparsed.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence

from storage.schemas.calls import Answer, Call
from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.answer.asking import MULTIPLE_CHOICE, Asking, ask_about
from tasks.answer.constrained import CONSTRAINED, read_constrained
from tasks.answer.options import AnswerOptions
from tasks.answer.read_choice import read_choice
from tasks.llm.models import Model
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt

_TEXT_LIMIT = 4_000  # the whole text is in the ledger
_BEFORE_THE_CUT = ("letter", "asked_form", CONSTRAINED)


async def answer_questions(
    questions: Sequence[Question],
    *,
    articles: Mapping[str, Article],
    release_id: str,
    evaluation_id: str,
    model: Model,
    setting: str,
    ask: Ask,
    prompt: Prompt,
    options: AnswerOptions,
) -> list[Answer]:
    """Answers to a batch of questions, in their order; the door bounds how many calls are in flight.

    articles: by version id. A question whose article is needed and has no text here is failed, with that reason. Raises what ``ask``
    raises, after every call in flight has ended and is in the ledger.
    """

    async def one(question: Question) -> Answer:
        try:
            asking = ask_about(
                question, article=articles.get(question.version_id), model=model, setting=setting, prompt=prompt, options=options
            )
        except BadInput as error:
            return _answer(question, None, None, release_id, evaluation_id, model.name, setting, reason=f"no_text: {error}")
        call = await ask(asking.request)
        for sample in range(1, options.unparsed_retries + 1):
            if call.status != "ok" or judge(call, question, constrained=asking.request.schema is not None)[0] != "unparsed":
                break
            call = await ask(_again(asking, sample))
        return _answer(question, asking, call, release_id, evaluation_id, model.name, setting)

    done = await asyncio.gather(*(one(question) for question in questions), return_exceptions=True)
    answers: list[Answer] = []
    for result in done:
        if isinstance(result, BaseException):
            raise result
        answers.append(result)
    return answers


def judge(call: Call, question: Question, *, constrained: bool = False) -> tuple[str, int | None, str]:
    """(status, index of the picked choice in the order shown, reason) of a call's answer to a question, lettered or ``constrained``."""
    if call.status == "failed":
        return "failed", None, call.error[:200] or "failed"
    if call.status == "content_filter":
        return "refused", None, "content_filter"
    reading = (read_constrained if constrained else read_choice)(call.text, question.choices)
    if call.status == "truncated" and reading.reason not in _BEFORE_THE_CUT:
        return "truncated", None, "output_limit" if call.text else "no_visible_text"
    if reading.index is None:
        return reading.status, None, reading.reason
    return ("right" if question.choices[reading.index] == question.key else "wrong"), reading.index, reading.reason


def _again(asking: Asking, sample: int) -> Request:
    return dataclasses.replace(asking.request, sample=sample)


def _answer(
    question: Question, asking: Asking | None, call: Call | None, release_id: str, evaluation_id: str, model: str, setting: str,
    *, reason: str = "",
) -> Answer:  # fmt: skip
    constrained = asking is not None and asking.request.schema is not None
    status, index, why = judge(call, question, constrained=constrained) if call is not None else ("failed", None, reason)
    return Answer(
        evaluation_id=evaluation_id, release_id=release_id, question_id=question.question_id, article_id=question.article_id,
        cluster_id=question.cluster_id, model=model, setting=setting, form=MULTIPLE_CHOICE, status=status,
        picked=None if index is None else question.choices[index], picked_index=index, expected_index=question.key_index, reason=why,
        text=call.text[:_TEXT_LIMIT] if call else "", call_digest=call.digest if call else "",
        prompt_tokens=call.prompt_tokens if call else None, completion_tokens=call.completion_tokens if call else None,
        cost=call.cost if call else None, latency_ms=call.latency_ms if call else 0.0, context_cut=bool(asking and asking.context_cut),
    )  # fmt: skip
