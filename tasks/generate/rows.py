"""To which article of a group an item of a reply belongs.

The agent begins each row with the number of its article. A number that is missing, or that the key speaks against, is put right by one exact
rule only: the key stands, word for word, in exactly one article of the group. Whatever else is unclear belongs to no article.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from storage.schemas.news import Article
from tasks.generate.items import Item, read_item
from tasks.questions.dates import fill_release_date, write_date
from tasks.questions.folding import fold, holds_words

_NUMBER = re.compile(r"\s*<?\s*(?:article\s*)?#?(\d{1,3})\s*>?[.):]?\s*", re.IGNORECASE)
_NAMES = ("article", "article_number", "article_idx", "article_id")


class Places:
    """The articles of a group, numbered from 1 on, their texts folded when first needed."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._articles = articles
        self._folded: dict[int, str] = {}

    def place(self, raw: Any) -> tuple[int | None, Item, Any]:
        """(the article's place from 0 on, None where that is not certain; the item as read; the item as written, its number off)."""
        stated, rest = _without_number(raw)
        item = read_item(rest)
        if len(self._articles) == 1:
            return 0, item, rest
        named = stated - 1 if stated is not None and 1 <= stated <= len(self._articles) else None
        if named is not None and (not item.key or self._holds(named, item.key)):
            return named, item, rest
        holding = [place for place in range(len(self._articles)) if self._holds(place, item.key)] if item.key else []
        return (holding[0] if len(holding) == 1 else named), item, rest

    def _holds(self, place: int, key: str) -> bool:
        article = self._articles[place]
        if "DATE" in key:  # the prompt's word for the release date: nothing that an article could hold
            key = fill_release_date(key, write_date(article.published.date(), article.language))
        if place not in self._folded:
            self._folded[place] = fold(article.body)
        return holds_words(self._folded[place], fold(key))


def _without_number(raw: Any) -> tuple[int | None, Any]:
    """(the number that an item begins with or names, None without one; the item without it)."""
    if isinstance(raw, Mapping):
        name = next((name for name in raw if str(name).strip().casefold() in _NAMES), None)
        if name is None:
            return None, raw
        return _number(raw[name]), {other: value for other, value in raw.items() if other != name}
    if isinstance(raw, (list, tuple)) and len(raw) > 2 and (number := _number(raw[0])) is not None:
        return number, list(raw[1:])
    return None, raw


def _number(stated: Any) -> int | None:
    if isinstance(stated, int) and not isinstance(stated, bool):
        return stated
    match = _NUMBER.fullmatch(stated) if isinstance(stated, str) else None
    return int(match.group(1)) if match else None
