"""Who wrote a story: the authors that the page names for machines, else its byline.

newspaper4k's own author search takes a third of its time and, on pages without named authors, mostly finds commenters and the
writers of other stories; so a byline counts only when the page has few of them.
"""

from __future__ import annotations

import re
from typing import Any

from tasks.extraction.structured import Structured, names_in

_MARKS = (
    "author",
    "byline",
    "byl",
    "story-byline",
    "article-author",
    "author-name",
    "byline-name",
    "byline__name",
    "article__author",
    "post-author",
    "entry-author",
)
_CLASSES = " or ".join(f"contains(concat(' ', normalize-space(@class), ' '), ' {mark} ')" for mark in _MARKS)
_BYLINES = f"//*[@rel='author' or @itemprop='author' or {_CLASSES}]"
_BY = re.compile(r"^(?:(?:written|story|posted|published|words)\s)?(?:by|por|par|von|di|da|door|от|автор)\b[\s:]*", re.IGNORECASE)
_SPLIT = re.compile(r"\s*(?:,|;|\||·|•|/|\s(?:and|und|et|y|e|en|и|&)\s)\s*")
_NAME = re.compile(r"[^\d@<>(){}\[\]]{2,60}")
_MOST_BYLINES = 4
_MOST_AUTHORS = 10


def read_authors(document: Any, structured: Structured) -> tuple[str, ...]:
    """The authors' names, without repeats; () when the page does not say."""
    stated = names_in(structured.of_article("author")) or names_in(
        structured.meta("author", "article:author", "parsely-author", "sailthru.author", "dc.creator")
    )
    return tuple(dict.fromkeys(stated or _from_bylines(document)))[:_MOST_AUTHORS]


def _from_bylines(document: Any) -> list[str]:
    texts = list(dict.fromkeys(text for text in (" ".join("".join(mark.itertext()).split()) for mark in document.xpath(_BYLINES)) if text))
    names = list(dict.fromkeys(name for text in texts if len(text) < 200 for name in _names(text)))
    return names if len(names) <= _MOST_BYLINES else []


def _names(byline: str) -> list[str]:
    parts = _SPLIT.split(_BY.sub("", byline))
    return [part for part in parts if _NAME.fullmatch(part) and 2 <= len(part.split()) <= 5 and part[0].isupper()]
