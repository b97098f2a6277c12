"""Reading a list of items out of what a model wrote: inside a fence, between sentences, with a trailing comma, or cut short.

Whole items only. A repair library is asked to mend an item that is complete (its brackets close), never to close one that is not: half a
question would come out looking whole. Thinking text is not looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

ROWS_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"rows": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}},
    "required": ["rows"],
    "additionalProperties": False,
}
"""The reply form of generation and of validation, for providers with strict schemas: rows of texts, read by position.

Rows, because field names would be a fifth of all output tokens. One schema for both, because providers put it before the messages: only so
can the second call on an article be served from the provider's prefix cache.
"""

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
# Escapes of half a character: JSON allows them, no table does.
_HALF = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
_CLOSE = {"[": "]", "{": "}"}
_DECODER = json.JSONDecoder()
# Bounds against nonsense: places tried, brackets within brackets, and the length of a piece that the repair library is given.
_MAX_STARTS, _MAX_DEPTH, _MAX_MENDED = 200, 6, 20_000
# An object with one of these is an item itself, whatever lists it holds.
_ITEM_NAMES = frozenset({"question", "q", "question_idx", "item", "n", "choices", "options", "verdict"})


@dataclass(frozen=True, slots=True)
class ItemsRead:
    """What was found: the items (dicts or lists) in order, and whether the list broke off inside an item or before its end."""

    items: tuple[Any, ...]
    cut: bool


def without_thinking(text: str) -> str:
    """``text`` without <think> blocks; after one that never closes, all is thinking."""
    return _THINKING.sub("", text) if "<" in text else text


def read_items(text: str) -> ItemsRead:
    """The items of the longest JSON list in a reply (the last one among equals). No list, no items: an empty result, not an error.

    Read are ``[...]``, ``{"any name": [...]}``, one lone object, and objects or rows one below the other.
    """
    text = without_thinking(text)
    if "\\u" in text:
        text = _HALF.sub(r"\\ufffd", text)
    best = ItemsRead((), False)
    loose: list[Any] = []
    at, starts = 0, 0
    while (at := _next_open(text, at)) >= 0 and starts < _MAX_STARTS:
        starts += 1
        found, end, lone = _container(text, at)
        if found is None:
            at += 1
            continue
        if lone:
            loose.extend(found.items)
        elif (found.items and len(found.items) >= len(best.items)) or (found.cut and not best.items):
            best = found
        at = end
    return ItemsRead(tuple(loose), best.cut) if len(loose) > len(best.items) else best


def _next_open(text: str, at: int) -> int:
    places = [place for place in (text.find("[", at), text.find("{", at)) if place >= 0]
    return min(places, default=-1)


def _container(text: str, at: int) -> tuple[ItemsRead | None, int, bool]:
    """(what stands at ``at``, where it ends, whether it is one lone item); None for what is no list of items and no item."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return _broken_container(text, at)
    items = _items_of(value)
    if items is not None:
        return ItemsRead(tuple(items), False), end, False
    if isinstance(value, dict) or (isinstance(value, list) and len(value) > 1 and all(isinstance(v, str) for v in value)):
        return ItemsRead((value,), False), end, True
    return None, at + 1, False


def _items_of(value: Any) -> list[Any] | None:
    """The list of items that a decoded value is or wraps, else None."""
    if isinstance(value, dict):
        if not _ITEM_NAMES.isdisjoint(value):
            return None
        inner = (_items_of(v) for v in value.values() if isinstance(v, (list, dict)))
        return next((items for items in inner if items is not None), None)
    if isinstance(value, list) and (not value or any(isinstance(item, (dict, list)) for item in value)):
        return value
    return None


def _broken_container(text: str, at: int) -> tuple[ItemsRead | None, int, bool]:
    """A list with a flaw: its whole items one by one, up to the first that does not close."""
    start = at
    if text[at] == "{":
        wrapped = re.compile(r"\{\s*[\"']?\w+[\"']?\s*:\s*\[").match(text, at)
        if wrapped is None:
            return _lone_object(text, at)
        start = wrapped.end() - 1
    items: list[Any] = []
    place = start + 1
    for begin, end in _elements(text, place):
        if end < 0:
            return (ItemsRead(tuple(items), True), len(text), False) if items or _looks_like_item(text, begin) else (None, at + 1, False)
        piece = text[begin:end]
        items.append(_mended(piece) or piece)  # a hopeless one stays as text, so that it is counted
        place = end
    if all(isinstance(item, str) for item in items):
        return None, at + 1, False
    closed = re.compile(r"[\s,]*\]").match(text, place)
    return ItemsRead(tuple(items), closed is None), closed.end() if closed else place, False


def _looks_like_item(text: str, begin: int) -> bool:
    """Whether an unclosed bracket opens an item, and not an aside in a sentence."""
    return re.compile(r"[\[{]\s*\"").match(text, begin) is not None


def _lone_object(text: str, at: int) -> tuple[ItemsRead | None, int, bool]:
    end = _closing(text, at)
    item = _mended(text[at:end]) if end > 0 else None
    return (ItemsRead((item,), False), end, True) if isinstance(item, dict) and item else (None, at + 1, False)


def _elements(text: str, at: int) -> Iterator[tuple[int, int]]:
    """(begin, end) of each bracketed element from ``at`` on; end is -1 for one that does not close."""
    separator = re.compile(r"[\s,]*(?=[\[{])")
    while (match := separator.match(text, at)) is not None:
        begin = match.end()
        end = _closing(text, begin)
        yield begin, end
        if end < 0:
            return
        at = end


def _closing(text: str, at: int) -> int:
    """The place after the bracket that closes the one at ``at``, brackets inside strings not counted.

    -1 when there is none, or when they nest deeper than items do.
    """
    stack: list[str] = []
    place, length = at, len(text)
    inside = False
    while place < length:
        sign = text[place]
        if inside:
            if sign == "\\":
                place += 1
            elif sign == '"':
                inside = False
        elif sign == '"':
            inside = True
        elif sign in "[{":
            stack.append(_CLOSE[sign])
            if len(stack) > _MAX_DEPTH:
                return -1
        elif sign in "]}":
            if not stack or stack.pop() != sign:
                return -1
            if not stack:
                return place + 1
        place += 1
    return -1


def _mended(piece: str) -> Any | None:
    """A complete element as a value: strict JSON first, the repair library for small flaws, None when it is neither dict nor list."""
    try:
        value = json.loads(piece)
    except (ValueError, RecursionError):
        if len(piece) > _MAX_MENDED:
            return None
        import json_repair  # only where it is needed: most replies are sound

        try:
            value = json_repair.loads(piece)
        except (ValueError, RecursionError, IndexError):
            return None
    return value if isinstance(value, (dict, list)) and value else None
