"""How a text that was written by others goes into a prompt: bounded in length, between marks that it cannot write itself."""

from __future__ import annotations

import re
from functools import lru_cache

_MARK = re.compile(r"<\s*(/?)\s*(article|items|context|question|expected|answer)\b([^<>]*)>", re.IGNORECASE)


def as_material(text: str) -> str:
    """``text`` with any <article>, <items>, <context>, <question>, <expected> or <answer> mark of its own made harmless, so that it cannot step out of ours."""
    return _MARK.sub(r"(\1\2\3)", text)


@lru_cache(maxsize=1024)  # generation and validation show the same article
def article_material(text: str, limit: int) -> str:
    """The first ``limit`` words of an article as they go into a prompt."""
    return as_material(first_words(text, limit)[0])


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
