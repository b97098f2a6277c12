"""The requests that generation sends: the first for a group of articles, and at most one more, which says what was wrong with the reply."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Any

from storage.schemas.news import Article
from tasks.generate.article import Reading
from tasks.generate.facts import DayFacts
from tasks.generate.options import GenerateOptions, question_language
from tasks.llm.request import Request
from tasks.prompts.loader import Prompt
from tasks.prompts.material import article_fields, article_material
from tasks.questions.json_reply import ROWS_SCHEMA
from tasks.questions.language import language_name

BASELINE = "baseline/"


def first_request(articles: Sequence[Article], *, model: str, prompt: Prompt, options: GenerateOptions, day: DayFacts) -> Request:
    """Ask for ``options.count`` items on each article, all of one language."""
    return _request(articles, model, prompt, options, day, counts=[options.count] * len(articles), note="")


def second_request(readings: Sequence[Reading], *, model: str, prompt: Prompt, options: GenerateOptions, day: DayFacts) -> Request:
    """Ask for what is missing, about the articles that lack questions only."""
    counts = [reading.missing for reading in readings]
    notes = [_note(reading) for reading in readings]
    if len(notes) > 1:
        notes = [f"Article {number}: {note}" for number, note in enumerate(notes, start=1) if note]
    request = _request([r.article for r in readings], model, prompt, options, day, counts=counts, note="\n".join(notes))
    wanted = sum(2 * options.count if reading.last.status == "truncated" else reading.missing for reading in readings)
    return dataclasses.replace(request, sample=1, max_tokens=options.tokens_per_question * wanted)


def _request(
    articles: Sequence[Article], model: str, prompt: Prompt, options: GenerateOptions, day: DayFacts, *, counts: Sequence[int], note: str
) -> Request:
    language = question_language(articles[0], options)
    data: list[dict[str, Any]] = [
        {
            "title": article.title, "text": article_material(article.body, options.max_words), "date": article.published.date().isoformat(),
            "count": count, "language": language,
        }
        for article, count in zip(articles, counts, strict=True)
    ]  # fmt: skip
    inputs = data[0] if len(data) == 1 else {"articles": data}
    messages = prompt.render(
        **article_fields(articles, options.max_words), count=_amount(counts), language=language_name(language), note=note
    )
    return Request(
        model=model, purpose="generate", messages=messages, inputs={"task": "generate", **inputs, "day_entities": day.entities},
        schema=ROWS_SCHEMA, schema_name="rows", max_tokens=options.tokens_per_question * sum(counts),
    )  # fmt: skip


def _amount(counts: Sequence[int]) -> str:
    """How many items are wanted of each article: one number for all, or one each."""
    if len(set(counts)) == 1:
        return str(counts[0])
    return ", ".join(f"{count} (article {number})" for number, count in enumerate(counts, start=1))


def _note(reading: Reading) -> str:
    """What was wrong, and which questions are not wanted again."""
    usable = [c.question for c in reading.candidates if c.status == "read"]
    faults = Counter(c.reason for c in reading.candidates if c.status != "read")
    said = []
    if reading.last.status == "truncated":
        said.append("The last reply was too long and broke off: write less for each item.")
    if faults["wrong_language"]:
        language = language_name(reading.language)
        said.append(f"The last reply was not in {language}: write in {language}.")
    said_already = ("wrong_language", "truncated", "surplus")
    others = ", ".join(f"{reason.replace('_', ' ')} ({n})" for reason, n in faults.items() if reason not in said_already)
    if others:
        said.append(f"Of the last reply these could not be used: {others}.")
    if not reading.candidates:
        said.append("The last reply held no item in the form asked for: reply with the JSON and nothing else.")
    if usable:
        said.append("Not again: " + " / ".join(usable))
    return " ".join(said)
