"""Marks of a page by which gates tell an article from a front page, a video, a consent wall: counted once, where the page is parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tasks.extraction.cleaning import fold
from tasks.extraction.phrases import PAYWALL
from tasks.extraction.structured import Structured

_LEAD = 1500
_HEADLINE = 4  # words from which a link is taken for a headline
_ITEM = 80  # words of the block around a teaser and its headline, at most
_HIDDEN = frozenset({"script", "style", "noscript", "template", "svg", "iframe", "head"})
_PLAYER = re.compile(
    r"youtube(?:-nocookie)?\.com/embed|player\.vimeo|dailymotion\.com/embed|jwplayer|brightcove|/player/|video", re.IGNORECASE
)
_REFRESH = re.compile(r"url\s*=\s*['\"]?([^'\"\s>]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSignals:
    """Counts are of the whole page.

    ``headlines``: links of at least four words; ``teasers``: headings that are links; ``items``: short texts beside a headline link
    of their own, and ``item_words`` how many words of the extracted body are theirs; ``articles``: articles that the page describes
    for machines; ``players``: videos; ``free``: what isAccessibleForFree says; ``refresh``: where it sends the reader at once;
    ``lead``: its first visible words.
    """

    words: int = 0
    headlines: int = 0
    teasers: int = 0
    items: int = 0
    item_words: int = 0
    articles: int = 0
    players: int = 0
    og_type: str = ""
    types: tuple[str, ...] = ()
    free: bool | None = None
    paywall_said: str = ""
    refresh: str = ""
    lead: str = ""


def read_signals(document: Any, structured: Structured, body: str) -> PageSignals:
    """The marks of an lxml document, from which ``body`` was extracted."""
    texts = _visible(document)
    visible = " ".join(" ".join(texts).split())
    headlines = sum(1 for link in document.iter("a") if _count(link) >= _HEADLINE)
    teasers = document.xpath("count(//*[self::h2 or self::h3 or self::h4][.//a or parent::a or parent::*/parent::a])")
    players = sum(1 for frame in document.iter("iframe") if _PLAYER.search(frame.get("src") or "")) + sum(1 for _ in document.iter("video"))
    items, item_words = _items(document, body) if headlines >= _HEADLINE else (0, 0)
    said = PAYWALL.search(visible)
    return PageSignals(
        words=visible.count(" ") + 1,
        headlines=headlines,
        teasers=int(teasers),
        items=items,
        item_words=item_words,
        articles=len(structured.articles),
        players=players,
        og_type=structured.meta("og:type").lower(),
        types=tuple(sorted(structured.types)),
        free=_free(structured),
        paywall_said=said[0][:80] if said else "",
        refresh=_refresh(document),
        lead=visible[:_LEAD],
    )


def _count(element: Any) -> int:
    return len(" ".join(element.itertext()).split())


def _items(document: Any, body: str) -> tuple[int, int]:
    """Teasers as on a front page: a short text in a small block that also has a link of headline length. An article's paragraphs
    stand in a large one."""
    folded = fold(body)
    items = words = 0
    for element in document.iter("p", "div", "span", "dd", "td", "li"):
        own = " ".join((element.text or "").split())
        if own.count(" ") < _HEADLINE or any(parent.tag == "a" for parent in element.iterancestors()):
            continue
        for block in list(element.iterancestors())[:2]:
            if block.tag in ("body", "html") or _count(block) > _ITEM:
                break
            if any(_count(link) >= _HEADLINE and element not in link.iterancestors() for link in block.iter("a")):
                items += 1
                words += own.count(" ") + 1 if fold(own) in folded else 0
                break
    return items, words


def _visible(document: Any) -> list[str]:
    found: list[str] = []
    body = document.find(".//body")
    for element in (document if body is None else body).iter():
        if isinstance(element.tag, str) and element.tag not in _HIDDEN and element.text and element.text.strip():
            found.append(element.text)
        if element.tail and element.tail.strip():
            found.append(element.tail)
    return found


def _free(structured: Structured) -> bool | None:
    stated = structured.of_article("isAccessibleForFree")
    if stated is None:
        return False if structured.meta("article:content_tier") in ("locked", "metered") else None
    return stated if isinstance(stated, bool) else str(stated).strip().lower() != "false"


def _refresh(document: Any) -> str:
    """The address of an immediate ``<meta http-equiv=refresh>``, "" without one."""
    for tag in document.iter("meta"):
        if (tag.get("http-equiv") or "").lower() == "refresh":
            delay, _, rest = (tag.get("content") or "").partition(";")
            found = _REFRESH.search(rest)
            if found and delay.strip().isdigit() and int(delay) <= 5:
                return found[1]
    return ""
