"""Text on a page that speaks to a model instead of a reader.

The prompts say that such text is material; this is the second lock. What such a paragraph says counts for no key, and an item that repeats
it is dropped. Words that news may use in earnest ("language model", "system prompt") are no sign by themselves; orders are.
"""

from __future__ import annotations

import re

from tasks.validate.phrases import in_any_language

_AROUND = 120
_MARKS = r"\[/?inst\]|<\|[a-z_]+\|>|```|\{\s*\"(?:questions|rows|choices|ground_truth)\""
_ORDERS = re.compile(rf"\b(?:{in_any_language('orders')})|{_MARKS}")
# The pattern is tried only where one of these stands, on the words around it: that settles nearly every article in microseconds.
_SIGNS = (
    "ignor", "disregard", "forget", "override", "olvida", "oublie", "esqueça", "vergiss", "pretend", "answer ", "correct answer",
    "correct choice", "right answer", "right choice", "only with", "just with", "always with", " an ai", "are ai", "now ai", "chatgpt",
    "language model", "helpful assistant", "inst]", "im_start", "<|", '{"', "```",
)  # fmt: skip


def gives_orders(folded: str) -> bool:
    """Whether a folded text holds an order to a language model."""
    for sign in _SIGNS:
        at = folded.find(sign)
        while at >= 0:
            if _ORDERS.search(folded, max(0, at - _AROUND), at + _AROUND) is not None:
                return True
            at = folded.find(sign, at + len(sign))
    return False
