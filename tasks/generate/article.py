"""Candidate questions of one article, from the generating agent.

Whatever comes back, an article yields at least as many candidates as were asked for: those that can be read, those that cannot with their
reason, and one "missing" for each never written, so that the sums of the funnel agree.
"""

from __future__ import annotations

import json

from storage.schemas.calls import Call
from storage.schemas.ids import make_id
from storage.schemas.news import Article
from storage.schemas.questions import Candidate
from tasks.generate.facts import DayFacts
from tasks.generate.items import Item, read_item
from tasks.generate.options import GenerateOptions
from tasks.generate.requests import first_request, question_language, second_request
from tasks.llm.request import Ask
from tasks.prompts.loader import Prompt
from tasks.questions.dates import fill_release_date, write_date
from tasks.questions.folding import fold
from tasks.questions.json_reply import read_items, without_thinking
from tasks.questions.language import written_language

_RAW_LIMIT = 2_000


async def generate_for_article(
    article: Article, *, ask: Ask, model: str, prompt: Prompt, options: GenerateOptions, run_id: str, day: DayFacts
) -> list[Candidate]:
    """Ask for questions on the article, once more if too few are usable, and return every item as a candidate, in the order written.

    Raises only what ``ask`` raises (BudgetExceeded, MissingKey, NotFound, BadConfig); a failed call gives candidates that say so.
    """
    reading = _Reading(article, prompt, options, run_id)
    call = await ask(first_request(article, model=model, prompt=prompt, options=options, day=day))
    reading.add(call)
    again = second_request(article, call, reading.candidates, model=model, prompt=prompt, options=options, day=day)
    if again is not None:
        call = await ask(again)
        reading.add(call)
    return reading.complete(call)


class _Reading:
    """The candidates of one article as its replies come in."""

    def __init__(self, article: Article, prompt: Prompt, options: GenerateOptions, run_id: str) -> None:
        self.article, self.label, self.options, self.run_id = article, prompt.label, options, run_id
        self.language = question_language(article, options)
        self.date = write_date(article.published.date(), self.language)
        self.candidates: list[Candidate] = []
        self._seen: set[str] = set()
        self._usable = 0

    def add(self, call: Call) -> None:
        """Read every item of a reply; a list that broke off adds one candidate for the part that is lost."""
        if call.status in ("failed", "content_filter"):
            return
        reply = read_items(call.text)
        for raw in reply.items:
            self._add(call, read_item(raw), raw)
        if (reply.cut or call.status == "truncated") and self._usable < self.options.count:
            self._append(call, Item(reason="truncated"), call.text[-_RAW_LIMIT:])

    def complete(self, last: Call) -> list[Candidate]:
        """The candidates, with one for each question that was asked for and never written."""
        reason = {"failed": "call_failed", "content_filter": "content_filter", "empty": "empty_reply"}.get(last.status, "missing")
        if not self.candidates and reason == "missing" and not _is_json(last.text):
            reason = "unreadable_reply"
        raw = (last.text or last.error)[:_RAW_LIMIT] if not self.candidates else ""
        while len(self.candidates) < self.options.count:
            self._append(last, Item(reason=reason), raw)
        return self.candidates

    def _add(self, call: Call, item: Item, raw: object) -> None:
        if any("DATE" in text for text in (item.question, item.rationale, *item.choices)):
            question, rationale, key = (fill_release_date(text, self.date) for text in (item.question, item.rationale, item.key))
            choices = tuple(fill_release_date(choice, self.date) for choice in item.choices)
            item = Item(question, choices, key, rationale, item.reason)
        self._append(call, item, raw)

    def _append(self, call: Call, item: Item, raw: object) -> None:
        written = written_language(item.question, self.language)
        reason = item.reason or self._reason(item, written)
        usable = not reason
        # What was written is kept where it could not be used; all replies lie in the ledger in full.
        text = "" if usable else raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)
        position = len(self.candidates) + 1
        identity = (item.question, *item.choices) if usable else (text, str(position))
        self._usable += usable
        self.candidates.append(
            Candidate(
                question_id=make_id("q", self.article.version_id, *identity),
                run_id=self.run_id,
                article_id=self.article.article_id,
                version_id=self.article.version_id,
                day=self.article.day,
                position=position,
                question=item.question,
                choices=item.choices,
                key=item.key,
                rationale=item.rationale,
                language=written,
                model=call.model,
                prompt=self.label,
                call_digest=call.digest,
                status="read" if usable else "unusable",
                reason=reason,
                raw=text[:_RAW_LIMIT],
            )
        )

    def _reason(self, item: Item, written: str) -> str:
        """Why an item that can be read is not wanted: empty, repeated, wrong_language, surplus."""
        folded = fold(item.question)
        if folded in self._seen:
            return "repeated"
        self._seen.add(folded)
        if written != self.language:
            return "wrong_language"
        if self._usable >= self.options.count and not self.options.keep_surplus:
            return "surplus"
        return ""


def _is_json(text: str) -> bool:
    """Whether a reply without items is well-formed all the same: an agent that had nothing to ask, not one that babbles."""
    try:
        json.loads(without_thinking(text))
    except (ValueError, RecursionError):
        return False
    return True
