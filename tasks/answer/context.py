"""Fitting an article into a model's context: whole where it fits, else its beginning, whole paragraphs if possible; the cut is reported.

Never around the place where the answer stands: that would tell the model where to look.
"""

from __future__ import annotations

import re

from storage.schemas.news import Article
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.llm.tokens import count_tokens
from tasks.prompts.material import as_material

_LEAST_TOKENS = 64
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]")


def room_for_context(model: Model, options: AnswerOptions, prompt_tokens: int) -> int:
    """Tokens of article text that fit beside a prompt of ``prompt_tokens``, the answer, a reasoning model's thinking, and the reserve."""
    whole = model.context_tokens or options.assumed_context_tokens
    thinking = model.thinking_tokens if model.reasoning else 0
    room = whole - prompt_tokens - options.max_answer_tokens - thinking - options.reserve_tokens
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


def _beginning(text: str, limit: int) -> str:
    """At most ``limit`` characters from the beginning, to the end of a paragraph, else a sentence, else a word, where that keeps half."""
    head = text[:limit]
    sentence = max((match.end() for match in _SENTENCE_END.finditer(head)), default=0)
    for end in (head.rfind("\n\n"), sentence, head.rfind(" ")):
        if end >= limit // 2 and end > 0:
            return head[:end].rstrip()
    return head
