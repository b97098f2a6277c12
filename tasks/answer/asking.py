"""The request that puts one released question to a model under test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.answer.constrained import CONSTRAINED, choices_schema
from tasks.answer.constrained import listed as listed_texts
from tasks.answer.constrained import prompt_name as constrained_prompt_name
from tasks.answer.context import Context, Passage, article_text, fit, fit_passages, room_for_context
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.llm.tokens import count_tokens
from tasks.prompts.loader import Prompt
from tasks.questions.setting import MULTIPLE_CHOICE, OPEN_ENDED, ORACLE, Setting

PROMPTS: Mapping[tuple[str, bool], str] = {
    (MULTIPLE_CHOICE, False): "answer_multiple_choice",
    (MULTIPLE_CHOICE, True): "answer_multiple_choice_with_context",
    (OPEN_ENDED, False): "answer_open_ended",
    (OPEN_ENDED, True): "answer_open_ended_with_context",
}
"""Name of the prompt by form, without and with a text at hand. Oracle and retrieval share one, so that equal texts make equal requests."""
_FRAME_TOKENS = 200  # the prompt's own words


@dataclass(frozen=True, slots=True)
class Asking:
    """A request, whether its context was cut, and how many passages are in it."""

    request: Request
    context_cut: bool
    passages_shown: int = 0


def prompt_name(setting: Setting, model: Model) -> str:
    """The prompt that a setting asks with, in the form in which ``model`` is asked."""
    return constrained_prompt_name(PROMPTS[setting.form, setting.with_context], model)


def answer_tokens(setting: Setting, options: AnswerOptions) -> int:
    """Visible output tokens of an answer."""
    return options.max_open_tokens if setting.open_ended else options.max_answer_tokens


def askable(questions: Sequence[Question], setting: Setting) -> list[Question]:
    """The questions that a setting can ask: all in multiple choice, those with an open-ended twin otherwise."""
    return [q for q in questions if q.open_question and q.open_answer] if setting.open_ended else list(questions)


def ask_about(
    question: Question,
    *,
    article: Article | None,
    passages: Sequence[Passage] = (),
    model: Model,
    setting: Setting,
    prompt: Prompt,
    options: AnswerOptions,
    shrink: float = 1.0,
) -> Asking:
    """The request for a question: from memory, with the gold article (oracle), or with the passages that a retriever found.

    shrink: share of the context to be shown when the whole one was too long for the model, by its provider's own count.
    BadInput when the setting needs an article whose text is not here or a twin that is not there, and when there are more choices than letters.
    """
    wanted = answer_tokens(setting, options)
    constrained = model.choices == CONSTRAINED and not setting.open_ended
    asked, listed = _asked(question, setting, constrained=constrained)
    fields = {"question": asked, **({} if setting.open_ended else {"choices": listed})}
    context: Context | None = None
    if setting.with_context:
        room = room_for_context(model, options, _FRAME_TOKENS + _question_tokens(asked + listed, model, options), wanted)
        context = _context(question, setting, article, passages, room, shrink)
        fields["context"] = context.text
    inputs: dict[str, Any] = {
        "task": "answer", "question": asked, "choices": [] if setting.open_ended else list(question.choices),
        "context": context.text if context else None, "form": setting.form,
    }  # fmt: skip
    request = Request(
        model=model.name, purpose="answer", messages=prompt.render(**fields), inputs=inputs, max_tokens=wanted,
        schema=choices_schema(question.choices) if constrained else None, schema_name="choice" if constrained else "reply",
        logprobs=not (setting.open_ended or constrained) and model.top_logprobs > 0,
    )  # fmt: skip
    return Asking(request, context.cut, context.passages) if context else Asking(request, False)


def _asked(question: Question, setting: Setting, *, constrained: bool) -> tuple[str, str]:
    """(question, choices) as shown: with letters, or without for a reply that is bound to their texts."""
    if setting.open_ended:
        if not question.open_question:
            raise BadInput("there is no open-ended twin", where=f"question {question.question_id}")
        return question.open_question, ""
    if len(question.choices) > len(ascii_uppercase):
        raise BadInput(f"{len(question.choices)} choices, letters reach to 26", where=f"question {question.question_id}")
    if constrained:
        return question.question, listed_texts(question.choices)
    return question.question, "\n".join(f"{letter}. {choice}" for letter, choice in zip(ascii_uppercase, question.choices, strict=False))


def _context(
    question: Question, setting: Setting, article: Article | None, passages: Sequence[Passage], room: int, shrink: float
) -> Context:
    if setting.name != ORACLE:
        if shrink < 1:
            room = min(room, int(shrink * sum(count_tokens(str(passage)) for passage in passages)))
        return fit_passages(passages[: setting.passages], room)
    if article is None or not article.body:
        where = f"question {question.question_id}"
        raise BadInput("the article's text is not in this copy of the release", where=where, todo="okbench releases fill")
    text = article_text(article)
    return Context(*fit(text, room if shrink == 1 else min(room, int(shrink * count_tokens(text)))))


def _question_tokens(text: str, model: Model, options: AnswerOptions) -> int:
    # With room to spare, bytes will do as an upper bound, and the table of tokens need not be loaded.
    return len(text.encode()) if (model.context_tokens or options.assumed_context_tokens) > 8_000 else count_tokens(text)
