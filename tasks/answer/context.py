"""Fitting an article into a model's context: whole where it fits, else whole paragraphs from its beginning, and the cut is reported."""

from __future__ import annotations

from storage.schemas.news import Article
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Model
from tasks.llm.tokens import count_tokens
from tasks.prompts.material import as_material, first_words

_LEAST_TOKENS = 64


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
    words = len(text.split())
    limit = max(1, int(words * room / tokens))
    while True:
        kept, _ = first_words(text, limit)
        if count_tokens(kept) <= room or limit == 1:
            return kept, True
        limit = max(1, int(limit * 0.9))
