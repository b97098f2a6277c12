"""A released question with its article, and models, for tests of the answer stage."""

from __future__ import annotations

from typing import Any

from release_rows import article, question

from storage.schemas.calls import Answer
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.answer.answer import answer_questions
from tasks.answer.asking import prompt_name
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.llm.request import Ask
from tasks.prompts.loader import load_prompt
from tasks.questions.setting import Setting

NO_CONTEXT = load_prompt("answer_multiple_choice")
ORACLE = load_prompt("answer_multiple_choice_with_context")
WRITTEN = load_prompt("answer_open_ended")


def made_question(number: int = 0, **changes: Any) -> Question:
    """A question whose key is its second choice."""
    key = f"{number + 40} passengers"
    choices = (f"{number + 41} passengers", key, f"{number + 50} passengers", f"{number + 60} passengers")
    return question(number, **{"choices": choices, "key": key, "key_index": 1, "open_answer": key} | changes)


def made_article(number: int = 0, **changes: Any) -> Article:
    """The article that the question of that number was made from."""
    return article(number, **changes)


def made_model(**changes: Any) -> Model:
    """A model that is reached over HTTP."""
    return Model(**{"name": "stub", "provider_model": "stub-1", "base_url": "http://127.0.0.1:1/v1"} | changes)


async def answers(ask: Ask, *questions: Question, setting: str = "no_context", **options: Any) -> list[Answer]:
    """What the stage makes of the replies of ``ask``."""
    articles = {one.version_id: one for one in map(made_article, range(9))}
    wanted = Setting.parse(setting)
    return await answer_questions(
        questions, articles=articles, release_id="r", evaluation_id="e", model=made_model(),
        setting=wanted, ask=ask, prompt=load_prompt(prompt_name(wanted, made_model())), options=AnswerOptions(**options),
    )  # fmt: skip
