"""Candidate questions of a group of articles, from one call to the generating agent and at most one more.

A call that failed or was filtered may owe that to one article of the group: then each is asked about alone, once, so that one poisoned page
does not cost its neighbours their questions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from storage.schemas.calls import Call
from storage.schemas.news import Article
from storage.schemas.questions import Candidate
from tasks.generate.article import Reading
from tasks.generate.facts import DayFacts
from tasks.generate.options import GenerateOptions
from tasks.generate.requests import BASELINE, first_request, second_request
from tasks.generate.rows import Places
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt
from tasks.questions.json_reply import read_items

_LOST = frozenset({"failed", "content_filter"})
_RAW_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class Written:
    """``candidates``: those of each article, in the order given; ``alone``: whether a lost call had each article asked about by itself."""

    candidates: tuple[list[Candidate], ...]
    alone: bool = False


async def generate_for_group(
    articles: Sequence[Article], *, ask: Ask, model: str, prompt: Prompt, options: GenerateOptions, run_id: str, day: DayFacts
) -> Written:
    """Ask for questions on the articles, once more on those with too few usable ones, and return every item as a candidate of its article.

    Raises only what ``ask`` raises (BudgetExceeded, MissingKey, NotFound, BadConfig); a failed call gives candidates that say so.
    """
    readings = [Reading(article, prompt, options, run_id) for article in articles]

    def first(some: Sequence[Reading]) -> Request:
        return first_request([r.article for r in some], model=model, prompt=prompt, options=options, day=day)

    def second(some: Sequence[Reading]) -> Request:
        return second_request(some, model=model, prompt=prompt, options=options, day=day)

    alone = await _ask_about(readings, ask, first)
    # The door has retried what can be, and a baseline's second reply would be its first.
    short = [r for r in readings if r.missing > options.tolerated_missing and r.last.status not in _LOST]
    if short and not model.startswith(BASELINE):
        alone = await _ask_about(short, ask, second) or alone
    return Written(tuple(reading.complete() for reading in readings), alone)


async def generate_for_article(
    article: Article, *, ask: Ask, model: str, prompt: Prompt, options: GenerateOptions, run_id: str, day: DayFacts
) -> list[Candidate]:
    """``generate_for_group`` of one article."""
    written = await generate_for_group((article,), ask=ask, model=model, prompt=prompt, options=options, run_id=run_id, day=day)
    return written.candidates[0]


async def _ask_about(readings: Sequence[Reading], ask: Ask, request: Callable[[Sequence[Reading]], Request]) -> bool:
    """Ask and read the reply; whether the articles had to be asked about one by one."""
    call = await ask(request(readings))
    if call.status in _LOST and len(readings) > 1:
        done = await asyncio.gather(*(_ask_about([reading], ask, request) for reading in readings), return_exceptions=True)
        for result in done:  # after all have ended: what is in flight is paid
            if isinstance(result, BaseException):
                raise result
        return True
    for reading in readings:
        reading.last = call
    if call.status not in _LOST:
        _read(call, readings)
    return False


def _read(call: Call, readings: Sequence[Reading]) -> None:
    """Give every item of a reply to its article; a list that broke off adds one candidate for the part that is lost."""
    reply = read_items(call.text)
    places = Places([reading.article for reading in readings])
    homeless = []
    last = 0
    for raw in reply.items:
        place, item, rest = places.place(raw)
        if place is None:
            homeless.append(raw)
        else:
            readings[place].add(call, item, rest)
            last = place
    if (reply.cut or call.status == "truncated") and (short := [r for r in readings[last:] if r.missing]):
        short[0].add_unusable(call, "truncated", call.text[-_RAW_LIMIT:])
    for raw in homeless:  # counted with an article that lacks questions: most likely one of these was meant for it
        (next((r for r in readings if r.missing), readings[0])).add_unusable(call, "article_unclear", raw)
