"""The requests that generation sends: the first for an article, and at most one more, which says what was wrong with the first reply."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Any

from storage.schemas.calls import Call
from storage.schemas.news import Article
from storage.schemas.questions import Candidate
from tasks.generate.facts import DayFacts
from tasks.generate.options import GenerateOptions
from tasks.llm.request import Request
from tasks.prompts.loader import Prompt
from tasks.prompts.material import article_material, as_material
from tasks.questions.dates import write_date
from tasks.questions.json_reply import ROWS_SCHEMA
from tasks.questions.language import language_name

BASELINE = "baseline/"
_RETRIED = frozenset({"ok", "truncated", "empty"})


def question_language(article: Article, options: GenerateOptions) -> str:
    """The language that the article's questions are to be in."""
    return article.language if options.language == "source" else options.language


def first_request(article: Article, *, model: str, prompt: Prompt, options: GenerateOptions, day: DayFacts) -> Request:
    """Ask for ``options.count`` items on the article."""
    return _request(article, model, prompt, options, day, count=options.count, note="")


def second_request(
    article: Article, call: Call, so_far: Sequence[Candidate], *, model: str, prompt: Prompt, options: GenerateOptions, day: DayFacts
) -> Request | None:
    """Ask for what is missing, or None where that is pointless.

    None when enough is there, when the first call failed or was filtered (the door has retried what can be), and for a baseline, whose
    second reply would be its first.
    """
    missing = options.count - sum(c.status == "read" for c in so_far)
    if missing <= options.tolerated_missing or call.status not in _RETRIED or model.startswith(BASELINE):
        return None
    note = _note(call, so_far, language_name(question_language(article, options)))
    request = _request(article, model, prompt, options, day, count=missing, note=note)
    room = options.tokens_per_question * (options.count * 2 if call.status == "truncated" else missing)
    return dataclasses.replace(request, sample=1, max_tokens=room)


def _request(article: Article, model: str, prompt: Prompt, options: GenerateOptions, day: DayFacts, *, count: int, note: str) -> Request:
    text = article_material(article.body, options.max_words)
    language = question_language(article, options)
    published = article.published.date()
    inputs: dict[str, Any] = {
        "task": "generate", "title": article.title, "text": text, "date": published.isoformat(), "count": count, "language": language,
        "day_entities": day.entities,
    }  # fmt: skip
    messages = prompt.render(
        title=as_material(article.title), date=write_date(published), text=text, count=str(count),
        language=language_name(language), note=note,
    )  # fmt: skip
    return Request(
        model=model, purpose="generate", messages=messages, inputs=inputs, schema=ROWS_SCHEMA, schema_name="rows",
        max_tokens=options.tokens_per_question * count,
    )  # fmt: skip


def _note(call: Call, so_far: Sequence[Candidate], language: str) -> str:
    """What was wrong, and which questions are not wanted again."""
    usable = [c.question for c in so_far if c.status == "read"]
    faults = Counter(c.reason for c in so_far if c.status != "read")
    said = []
    if call.status == "truncated":
        said.append("The last reply was too long and broke off: write less for each item.")
    if faults["wrong_language"]:
        said.append(f"The last reply was not in {language}: write in {language}.")
    said_already = ("wrong_language", "truncated", "surplus")
    others = ", ".join(f"{reason.replace('_', ' ')} ({n})" for reason, n in faults.items() if reason not in said_already)
    if others:
        said.append(f"Of the last reply these could not be used: {others}.")
    if not so_far:
        said.append("The last reply held no item in the form asked for: reply with the JSON and nothing else.")
    if usable:
        said.append("Not again: " + " / ".join(usable))
    return " ".join(said)
