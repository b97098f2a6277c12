"""The request that puts one released question to a model under test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, Literal

from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.answer.constrained import CONSTRAINED, choices_schema
from tasks.answer.constrained import listed as listed_texts
from tasks.answer.context import article_text, fit, room_for_context
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.llm.tokens import count_tokens
from tasks.prompts.loader import Prompt

Setting = Literal["no_context", "oracle"]
MULTIPLE_CHOICE = "multiple_choice"
PROMPTS: Mapping[str, str] = {"no_context": "answer_multiple_choice", "oracle": "answer_multiple_choice_with_context"}
_FRAME_TOKENS = 200  # the prompt's own words


@dataclass(frozen=True, slots=True)
class Asking:
    """A request, and whether its context was cut."""

    request: Request
    context_cut: bool


def ask_about(question: Question, *, article: Article | None, model: Model, setting: str, prompt: Prompt, options: AnswerOptions) -> Asking:
    """The request for a question: without an article from memory, with it (the gold article) as oracle.

    BadInput when the setting needs an article whose text is not here, and when there are more choices than letters.
    """
    if len(question.choices) > len(ascii_uppercase):
        raise BadInput(f"{len(question.choices)} choices, letters reach to 26", where=f"question {question.question_id}")
    constrained = model.choices == CONSTRAINED
    lettered = "\n".join(f"{letter}. {choice}" for letter, choice in zip(ascii_uppercase, question.choices, strict=False))
    listed = listed_texts(question.choices) if constrained else lettered
    context: str | None = None
    cut = False
    fields = {"question": question.question, "choices": listed}
    if setting != "no_context":
        if article is None or not article.body:
            where = f"question {question.question_id}"
            raise BadInput("the article's text is not in this copy of the release", where=where, todo="okbench releases fill")
        text = article_text(article)
        room = room_for_context(model, options, _FRAME_TOKENS + _question_tokens(question, listed, model, options))
        context, cut = fit(text, room)
        fields["context"] = context
    inputs: dict[str, Any] = {
        "task": "answer", "question": question.question, "choices": list(question.choices), "context": context, "form": MULTIPLE_CHOICE,
    }  # fmt: skip
    request = Request(
        model=model.name, purpose="answer", messages=prompt.render(**fields), inputs=inputs, max_tokens=options.max_answer_tokens,
        schema=choices_schema(question.choices) if constrained else None, schema_name="choice",
    )  # fmt: skip
    return Asking(request, cut)


def _question_tokens(question: Question, listed: str, model: Model, options: AnswerOptions) -> int:
    text = question.question + listed
    # With room to spare, bytes will do as an upper bound, and the table of tokens need not be loaded.
    return len(text.encode()) if (model.context_tokens or options.assumed_context_tokens) > 8_000 else count_tokens(text)
