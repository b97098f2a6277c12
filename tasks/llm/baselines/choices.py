"""Wrong choices: of the right one's kind and form, close to it, and not true by the same sentence."""

from __future__ import annotations

import re
from random import Random

from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.numerals import look_alikes
from tasks.llm.baselines.other_names import other_names
from tasks.llm.baselines.other_times import other_dates, other_years
from tasks.llm.baselines.stock import Stock

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_GROUPING = re.compile(r"[,.](?=\d{3}(?!\d))")
_FIGURES = ("amount", "percentage", "measure", "duration", "number")
_NAMES = frozenset({"person", "organisation", "place"})


def wrong_choices(draft: Draft, stock: Stock, pick: Random) -> list[str] | None:
    """Three wrong choices for a draft, None where no three good ones can be had."""
    if draft.kind in _NAMES:
        return other_names(draft, stock, pick)
    if draft.kind == "date":
        return other_dates(draft, stock, pick)
    if draft.kind == "year":
        return other_years(draft, stock, pick)
    said = {quantity for kind in _FIGURES for quantity in stock.article.get(kind, ())}
    ceiling = 100 if draft.kind == "percentage" else None
    wrong = look_alikes(draft.key, avoid=said, pick=pick, decimal_comma=stock.decimal_comma, ceiling=ceiling)
    return _with_one_of_the_article(draft, wrong, stock) if wrong else None


def _with_one_of_the_article(draft: Draft, wrong: list[str], stock: Stock) -> list[str]:
    """``wrong`` with one value swapped for a figure that the article gives for something else, on the same side of the right one."""
    here, form = _value(draft.key), _form(draft.key)
    for other in stock.article.get(draft.kind, ()):
        value = _value(other)
        near = here and value != here and 0.4 <= value / here <= 2.5
        if not near or other in draft.source or _form(other) != form:
            continue
        side = [w for w in wrong if (_value(w) < here) == (value < here)]
        if side:
            out = min(side, key=lambda w: abs(_value(w) - value))
            return [other if w == out else w for w in wrong]
    return wrong


def _value(text: str) -> float:
    found = _NUMBER.search(text)
    return float(_GROUPING.sub("", found.group()).replace(",", ".")) if found else 0.0


def _form(text: str) -> tuple[int, int, str]:
    """Length of the number, its trailing zeros, and the words around it."""
    found = _NUMBER.search(text)
    number = found.group() if found else ""
    digits = number.replace(",", "").replace(".", "")
    return len(number), len(digits) - len(digits.rstrip("0")), _NUMBER.sub("#", text)
