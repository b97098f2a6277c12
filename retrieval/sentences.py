"""Where sentences begin and end in a text, by the rules of its language (the sentencex library of the Wikimedia Foundation)."""

from __future__ import annotations

import logging
import re

import sentencex

# sentencex 1.0.32 panics on a no-break space after an initial: it steps back one byte over a character of two.
_ODD_BLANK = re.compile("[\r\f\v\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_log = logging.getLogger(__name__)


def sentence_spans(text: str, language: str = "") -> list[tuple[int, int]]:
    """(start, end) of each sentence in characters, without the blanks around it; together they hold every character that is not blank."""
    spans: list[tuple[int, int]] = []
    position = 0
    for sentence in _segment(_ODD_BLANK.sub(" ", text), language):
        end = position + len(sentence)
        span = trimmed(text, position, end)
        if span is not None:
            spans.append(span)
        position = end
    rest = trimmed(text, position, len(text))
    return [*spans, rest] if rest is not None else spans


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without the blanks at its ends; None when nothing is left."""
    if start < end and not text[start].isspace() and not text[end - 1].isspace():
        return start, end
    piece = text[start:end]
    body = piece.strip()
    if not body:
        return None
    begin = start + len(piece) - len(piece.lstrip())
    return begin, begin + len(body)


def _segment(text: str, language: str) -> list[str]:
    """Sentences that join to ``text``. Lines instead, when the library fails on it."""
    try:
        found: list[str] = sentencex.segment(language or "en", text)
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # how a panic of a Rust library arrives: not an Exception, its class not importable
            raise
        _log.warning("Sentences of a text of %d characters could not be told apart; its lines are taken", len(text))
        return text.splitlines(keepends=True)
    return found
