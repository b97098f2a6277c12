"""The candidate questions of one article, as replies on it come in.

Whatever comes back, an article yields at least as many candidates as were asked for: those that can be read, those that cannot with their
reason, and one "missing" for each never written, so that the sums of the funnel agree.
"""

from __future__ import annotations

import json

from storage.schemas.calls import Call
from storage.schemas.ids import make_id
from storage.schemas.news import Article
from storage.schemas.questions import Candidate
from tasks.generate.items import Item
from tasks.generate.options import GenerateOptions, question_language
from tasks.prompts.loader import Prompt
from tasks.questions.dates import fill_release_date, write_date
from tasks.questions.folding import fold
from tasks.questions.json_reply import without_thinking
from tasks.questions.language import written_language

_RAW_LIMIT = 2_000


class Reading:
    """One article's candidates. ``last``: the last call that asked about it; ``missing``: usable questions that it still lacks."""

    last: Call

    def __init__(self, article: Article, prompt: Prompt, options: GenerateOptions, run_id: str) -> None:
        self.article, self.label, self.options, self.run_id = article, prompt.label, options, run_id
        self.language = question_language(article, options)
        self.date = write_date(article.published.date(), self.language)
        self.candidates: list[Candidate] = []
        self.usable = 0
        self._seen: set[str] = set()

    @property
    def missing(self) -> int:
        """How many usable questions it lacks."""
        return max(0, self.options.count - self.usable)

    def add(self, call: Call, item: Item, raw: object) -> None:
        """Take in one item of a reply, as read and as written."""
        if any("DATE" in text for text in (item.question, item.rationale, *item.choices)):
            question, rationale, key = (fill_release_date(text, self.date) for text in (item.question, item.rationale, item.key))
            choices = tuple(fill_release_date(choice, self.date) for choice in item.choices)
            item = Item(question, choices, key, rationale, item.reason)
        self._append(call, item, raw)

    def add_unusable(self, call: Call, reason: str, raw: object) -> None:
        """Take in what cannot be used: an item that names no article, or the end of a list that broke off."""
        self._append(call, Item(reason=reason), raw)

    def complete(self) -> list[Candidate]:
        """The candidates, with one for each question that was asked for and never written."""
        last = self.last
        reason = {"failed": "call_failed", "content_filter": "content_filter", "empty": "empty_reply"}.get(last.status, "missing")
        if not self.candidates and reason == "missing" and not _is_json(last.text):
            reason = "unreadable_reply"
        raw = (last.text or last.error)[:_RAW_LIMIT] if not self.candidates else ""
        while len(self.candidates) < self.options.count:
            self._append(last, Item(reason=reason), raw)
        return self.candidates

    def _append(self, call: Call, item: Item, raw: object) -> None:
        written = written_language(item.question, self.language)
        reason = item.reason or self._reason(item, written)
        usable = not reason
        # What was written is kept where it could not be used; all replies lie in the ledger in full.
        text = "" if usable else raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)
        position = len(self.candidates) + 1
        identity = (item.question, *item.choices) if usable else (text, str(position))
        self.usable += usable
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
        if self.usable >= self.options.count and not self.options.keep_surplus:
            return "surplus"
        return ""


def _is_json(text: str) -> bool:
    """Whether a reply without items is well-formed all the same: an agent that had nothing to ask, not one that babbles."""
    try:
        json.loads(without_thinking(text))
    except (ValueError, RecursionError):
        return False
    return True
