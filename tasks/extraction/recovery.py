"""Puts back paragraphs of the story that newspaper4k lost: the last one when it holds a link, and those in twins of the container it chose.

newspaper4k removes the last block of a body when that has inner tags, and takes one container only, where some sites cut a story
into several (the first half of a feature was lost). Both are undone for paragraphs that read like running text and stand in no
aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tasks.extraction.cleaning import fold, paragraphs

_FEWEST_WORDS = 12
_MOST_LINKED = 0.4
_ASIDE = re.compile(
    r"comment|related|recirc|promo|newsletter|subscribe|signup|sign-up|paywall|regwall|footer|footnote|caption|credit|"
    r"author|\bbio\b|byline|sidebar|share|social|disclaimer|copyright|advert|sponsor|teaser|recommend|popular|trending|"
    r"cookie|consent|correction|modal|popup|tooltip|twitter|embed|widget|product|breadcrumb|metadata|kicker|infobox|"
    r"navbox|hatnote"
)
_CONTAINERS = " | ".join(
    [
        "//article",
        "//*[@itemprop='articleBody']",
        *(f"//*[contains(@class, '{name}')]" for name in ("entry-content", "post-body", "article-body")),
    ]
)
_ASIDE_TAGS = frozenset(
    {"aside", "figure", "figcaption", "nav", "footer", "header", "form", "blockquote", "noscript", "table", "button", "li", "template"}
)


def with_lost_paragraphs(text: str, top_node: Any) -> str:
    """``text`` (newspaper4k's, from ``top_node``) with the lost paragraphs at their places."""
    found = paragraphs(text)
    if top_node is None or not found:
        return text
    place = {fold(paragraph): index for index, paragraph in enumerate(found)}
    whole = fold(text)
    after: dict[int, list[str]] = {}
    last = -1
    known = False
    for element in _paragraph_elements(top_node):
        paragraph = " ".join("".join(element.itertext()).split())
        form = fold(paragraph)
        if form in place:
            last, known = place[form], True
        elif form and form not in whole and _is_story(element, paragraph):
            after.setdefault(last, []).append(paragraph)
    if not known or not after:
        return text
    result = list(after.get(-1, []))
    for index, paragraph in enumerate(found):
        result += [paragraph, *after.get(index, [])]
    return "\n\n".join(result)


def from_container(document: Any) -> str:
    """The running text of the page's article element, for pages where newspaper4k took the comments for the story or found nothing."""
    best: list[str] = []
    for container in document.xpath(_CONTAINERS):
        found = ((element, " ".join("".join(element.itertext()).split())) for element in container.iter("p", "h2", "h3"))
        kept = [text for element, text in found if text and _is_story(element, text)]
        if sum(map(len, kept)) > sum(map(len, best)):
            best = kept
    return "\n\n".join(best)


def _paragraph_elements(top_node: Any) -> Iterator[Any]:
    """The ``p`` elements of the container and of its twins (same tag and class), in the page's order."""
    name = top_node.get("class")
    twins = [top_node] if not name else [node for node in top_node.getroottree().iter(top_node.tag) if node.get("class") == name]
    for node in twins:
        yield from node.iter("p")


def _is_story(element: Any, paragraph: str) -> bool:
    words = paragraph.count(" ") + 1
    if words < _FEWEST_WORDS or paragraph[-1] not in ".!?”\"’')…。":
        return False
    linked = sum(len("".join(link.itertext()).split()) for link in element.iter("a"))
    return linked <= _MOST_LINKED * words and not any(_is_aside(node) for node in (element, *element.iterancestors()))


def _is_aside(node: Any) -> bool:
    if node.tag in _ASIDE_TAGS:
        return True
    if node.tag in ("body", "html", "article", "main"):
        return False
    name = f"{node.get('class') or ''} {node.get('id') or ''}".lower()
    return _ASIDE.search(name) is not None or "display:none" in (node.get("style") or "").replace(" ", "")
