"""The text of a feed entry that carries its whole story as HTML, for the days when the page itself cannot be had."""

from __future__ import annotations

import re
from typing import Any

import lxml.html

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "blockquote",
        "br",
        "dd",
        "div",
        "dl",
        "dt",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "td",
        "th",
        "tr",
        "ul",
    ]
)
_SKIPPED = frozenset(
    [
        "script",
        "style",
        "figure",
        "figcaption",
        "iframe",
        "noscript",
        "form",
        "button",
        "nav",
        "aside",
        "footer",
        "svg",
        "video",
        "audio",
        "template",
    ]
)
_CUT = re.compile(
    r"(?:\[?(?:…|\.\.\.)\]?|continue reading|read (?:more|on|the (?:full|rest)[\w ]*)|weiterlesen|lire la suite|leer más)[\s→»>.]*$",
    re.IGNORECASE,
)


def feed_text(markup: str) -> str:
    """Paragraphs of feed HTML (or of plain text), separated by a blank line."""
    document = lxml.html.fromstring(f"<html><body>{markup}</body></html>")
    parts: list[str] = []
    _collect(document, parts)
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n\n"))
    return "\n\n".join(line for line in lines if line)


def looks_cut(text: str) -> bool:
    """Whether a feed's text ends as a teaser does: with dots or a "read more"."""
    return _CUT.search(text) is not None


def _collect(element: Any, parts: list[str]) -> None:
    # A loop over opened and closed elements: hostile markup may nest deeper than Python recurses.
    stack: list[tuple[Any, bool]] = [(element, False)]
    while stack:
        node, closed = stack.pop()
        block = node.tag in _BLOCKS
        if closed or not isinstance(node.tag, str) or node.tag in _SKIPPED:
            parts.append("\n\n" if block else "")
            parts.append(node.tail or "" if node is not element else "")
            continue
        parts.append("\n\n" if block else "")
        parts.append(node.text or "")
        stack.append((node, True))
        stack.extend((child, False) for child in reversed(node))
