"""Text on a page that speaks to a model instead of a reader.

The prompts say that such text is material; this is the second lock. What such a paragraph says counts for no key, and an item that repeats
it is dropped. Words that news may use in earnest ("language model", "system prompt") are no sign by themselves; orders are.
"""

from __future__ import annotations

import re
from collections.abc import Set

from tasks.validate.phrases import in_any_language, words_in_all

_AROUND = 120
_MARKS = r"\[/?inst\]|<\|[a-z_]+\|>|```|\{\s*\"(?:questions|rows|choices|ground_truth)\""
_ORDERS = re.compile(rf"\b(?:{in_any_language('orders')})|{_MARKS}")
_WORDS = words_in_all("orders")
_MARK_SIGNS = ("inst]", "<|", '{"', "```")
# In a long text the pattern is tried only where one of these stands, on the words around it: that settles most articles in microseconds.
_SIGNS = (
    "ignor", "disregard", "forget", "overrid", "instru", "anweis", "pretend", "answer ", "t choice ", "reply ", "respond ", "you are",
    *_MARK_SIGNS,
)  # fmt: skip


def gives_orders(folded: str) -> bool:
    """Whether a folded text, an article or a paragraph, holds an order to a language model."""
    for sign in _SIGNS:
        at = folded.find(sign)
        while at >= 0:
            if _ORDERS.search(folded, max(0, at - _AROUND), at + _AROUND) is not None:
                return True
            at = folded.find(sign, at + len(sign))
    return False


def item_gives_orders(folded: str, words: Set[str]) -> bool:
    """The same for a short text of which the words are known."""
    if _WORDS.isdisjoint(words) and not any(sign in folded for sign in _MARK_SIGNS):
        return False
    return _ORDERS.search(folded) is not None
