"""How a text that was written by others goes into a prompt: bounded in length, between marks that it cannot write itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from storage.schemas.news import Article
from tasks.questions.dates import write_date

_MARK = re.compile(r"<\s*(/?)\s*(article|items|context|question|expected|answer)\b([^<>]*)>", re.IGNORECASE)


def as_material(text: str) -> str:
    """``text`` with any <article>, <items>, <context>, <question>, <expected> or <answer> mark of its own made harmless, so that it cannot step out of ours."""
    return _MARK.sub(r"(\1\2\3)", text)


@lru_cache(maxsize=1024)  # generation and validation show the same article
def article_material(text: str, limit: int) -> str:
    """The first ``limit`` words of an article as they go into a prompt."""
    return as_material(first_words(text, limit)[0])


def article_fields(articles: Sequence[Article], limit: int) -> dict[str, str]:
    """Prompt fields that show a group of articles, each with its number from 1 on; for a lone one its title, date and text as well.

    Generation and validation of a group fill in the same bytes: what a provider has read once it may serve from its cache.
    """
    parts = [(as_material(a.title), write_date(a.published.date()), article_material(a.body, limit)) for a in articles]
    blocks = [f"<article {n}>\n{title}\nRelease date: {date}\n\n{text}\n</article>" for n, (title, date, text) in enumerate(parts, 1)]
    fields = {"articles": "\n\n".join(blocks)}
    return fields | dict(zip(("title", "date", "text"), parts[0], strict=True)) if len(parts) == 1 else fields


def first_words(text: str, limit: int) -> tuple[str, bool]:
    """(the paragraphs of ``text`` up to ``limit`` words, whether something was left out).

    Cut between paragraphs where that keeps at least half of the words, else after the last whole sentence, else after the last word.
    """
    if text.count(" ") + text.count("\n") < limit or len(text.split()) <= limit:
        return text, False
    kept: list[str] = []
    count = 0
    for paragraph in text.split("\n\n"):
        words = paragraph.split()
        if count + len(words) > limit:
            if count < limit // 2:
                kept.append(_whole_sentences(" ".join(words[: limit - count])))
            break
        kept.append(paragraph)
        count += len(words)
    return "\n\n".join(kept), True


def _whole_sentences(text: str) -> str:
    ends = list(re.finditer(r"[.!?。！？][\"'”’)]*(?=\s|$)", text))
    return text[: ends[-1].end()] if ends else text
