"""Rules on words that break an item: talk of the article, of letters and positions, or to a model."""

from __future__ import annotations

import re

from tasks.validate.injection import item_gives_orders
from tasks.validate.options import ValidateOptions
from tasks.validate.phrases import phrases
from tasks.validate.views import ArticleView, ItemView

_LETTER_LABEL = re.compile(r"\([A-D]\)|(?:^|[.;] ?)[A-D][):]", re.MULTILINE)
_ONLY_LETTERS = re.compile(r"^\(?[a-d]\)?(?:(?:, | and | or | & )\(?[a-d]\)?)*\.?$", re.MULTILINE)


def no_article_reference(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """Neither question nor choices speak of the article or text that they come from."""
    found = phrases("article_reference", item.candidate.language).find(item.shown, item.words)
    return f"refers to its source: {found!r}" if found else ""


def no_position_words(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """No choice speaks of other choices, and neither question nor rationale names a letter or place: shuffling would make them false."""
    choices = "\n".join(item.choices)
    if found := phrases("all_or_none", item.candidate.language).find(choices, item.words):
        return f"a choice on choices: {found!r}"
    if found := phrases("letters", "en").find(item.written, item.words):
        return f"names a letter or place: {found!r}"
    match = None if item.words.isdisjoint("bcd") else _ONLY_LETTERS.search(choices)
    if match is None and (")" in item.written or ":" in item.written):
        match = _LETTER_LABEL.search(item.written)
    return f"names letters: {match.group().strip()!r}" if match else ""


def no_instructions(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """No part of the item is an order to a language model, or words of a paragraph of the page that gives such orders."""
    if item_gives_orders(item.told, item.words):
        return "gives orders to a model"
    for paragraph in article.orders:
        if any(len(part) >= 15 and part in paragraph for part in (item.question, *item.choices)):
            return "repeats text that gives orders to a model"
    return ""
