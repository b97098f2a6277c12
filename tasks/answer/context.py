"""Fitting texts into a model's context: an article whole where it fits, else its beginning, whole paragraphs if possible; the cut is reported.

Never around the place where the answer stands: that would tell the model where to look. Of several passages the best ranks come first: each
is shown whole while there is room, the first that does not fit is cut at its end, and those after it are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from storage.schemas.news import Article
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.llm.tokens import count_tokens
from tasks.prompts.material import as_material

_LEAST_TOKENS = 64
_NOTHING_FOUND = "(No text was found for this question.)"
_SEPARATOR = "\n\n---\n\n"
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage as a model is shown it: the title of its article, the article's day (2026-11-30) and the stretch of its body."""

    title: str
    day: str
    text: str

    def __str__(self) -> str:
        return as_material(f"{self.title}\nPublished on {self.day}\n\n{self.text}")


@dataclass(frozen=True, slots=True)
class Context:
    """What a model is shown beside the question. passages: how many of those given are in it; cut: whether something did not fit."""

    text: str
    cut: bool
    passages: int = 0


def room_for_context(model: Model, options: AnswerOptions, prompt_tokens: int, answer_tokens: int) -> int:
    """Tokens of text that fit beside a prompt of ``prompt_tokens``, the answer, a reasoning model's thinking, and the reserve."""
    whole = model.context_tokens or options.assumed_context_tokens
    thinking = model.thinking_tokens if model.reasoning else 0
    room = whole - prompt_tokens - answer_tokens - thinking - options.reserve_tokens
    if options.max_context_tokens is not None:
        room = min(room, options.max_context_tokens)
    return max(room, _LEAST_TOKENS)


def article_text(article: Article) -> str:
    """Title, day of publication (questions say "as of" and "on" it) and body, as a model under test is shown them."""
    return as_material(f"{article.title}\nPublished on {article.published:%Y-%m-%d}\n\n{article.body}")


def fit(text: str, room: int) -> tuple[str, bool]:
    """(``text`` cut to at most ``room`` tokens, whether anything was cut)."""
    # A token is at least one byte of text, so what has no more bytes than there is room needs no counting.
    if len(text) * 4 <= room or len(text.encode()) <= room:
        return text, False
    tokens = count_tokens(text)
    if tokens <= room:
        return text, False
    limit = max(1, len(text) * room // tokens)
    while True:
        kept = _beginning(text, limit)
        if count_tokens(kept) <= room or limit == 1:
            return kept, True
        limit = limit * 9 // 10 or 1


def fit_passages(passages: Sequence[Passage], room: int) -> Context:
    """The passages in their order, within ``room`` tokens; at least a piece of the first."""
    if not passages:
        return Context(_NOTHING_FOUND, cut=False)
    texts = [str(passage) for passage in passages]
    whole = _SEPARATOR.join(texts)
    if len(whole) * 4 <= room or len(whole.encode()) <= room or count_tokens(whole) <= room:
        return Context(whole, cut=False, passages=len(texts))
    shown: list[str] = []
    for text in texts:
        left = room - (count_tokens(_SEPARATOR.join([*shown, ""])) if shown else 0)
        if shown and left < _LEAST_TOKENS:
            break
        kept, cut = fit(text, max(left, 1))
        shown.append(kept)
        if cut:
            break
    return Context(_SEPARATOR.join(shown), cut=True, passages=len(shown))


def _beginning(text: str, limit: int) -> str:
    """At most ``limit`` characters from the beginning, to the end of a paragraph, else a sentence, else a word, where that keeps half."""
    head = text[:limit]
    sentence = max((match.end() for match in _SENTENCE_END.finditer(head)), default=0)
    for end in (head.rfind("\n\n"), sentence, head.rfind(" ")):
        if end >= limit // 2 and end > 0:
            return head[:end].rstrip()
    return head
