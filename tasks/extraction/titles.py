"""The title that a page gives its story, without the site's name.

newspaper4k cuts ``<title>`` at the first dash it likes ("Delta - Echo merger cleared" becomes half of it), so its title is only the
last resort: the page's own headline (JSON-LD, og:title, a single h1) comes first, and what is cut from the end must be the site's
name.
"""

from __future__ import annotations

import re
from typing import Any

from tasks.extraction.cleaning import fold
from tasks.extraction.structured import Structured, text_of

_SEPARATOR = re.compile(r"\s+[|–—·»:-]\s+|\s*\|\s*")
_LONGEST = 300


def page_title(page: Any, structured: Structured) -> str:
    """The headline of a parsed newspaper4k page; "" when it has none."""
    document = page.doc
    tag = _text(document.find(".//title"))
    headings = [text for text in map(_text, document.iter("h1")) if text]
    site = site_names(page, structured)
    for candidate in (
        structured.meta("og:title", "twitter:title"),
        _single(headings, tag),
        text_of(structured.of_article("headline")),
        tag,
        page.title or "",
    ):
        title = strip_site(" ".join(text_of(candidate).split()), site)
        if title and fold(title) not in site:
            return title[:_LONGEST]
    return ""


def site_names(page: Any, structured: Structured) -> frozenset[str]:
    """Folded names of the site: what it says itself, its host with and without the ending."""
    host = re.sub(r"^https?://(?:www\.)?", "", page.url).split("/", 1)[0]
    labels = host.split(".")
    publisher = structured.of_article("publisher")
    named = [structured.meta("og:site_name", "application-name", "twitter:site"), host, *(label for label in labels[:-1] if len(label) > 3)]
    if isinstance(publisher, dict):
        named.append(text_of(publisher.get("name")))
    return frozenset(form for form in map(fold, named) if form)


def strip_site(title: str, site: frozenset[str]) -> str:
    """``title`` without trailing (or leading) parts that are the site's name: "Dam opens | World | The Courier" is "Dam opens | World"."""
    while True:
        marks = list(_SEPARATOR.finditer(title))
        if not marks:
            return title
        if _is_site(title[marks[-1].end() :], site):
            title = title[: marks[-1].start()]
        elif _is_site(title[: marks[0].start()], site):
            title = title[marks[0].end() :]
        else:
            return title


def _is_site(part: str, site: frozenset[str]) -> bool:
    form = fold(part)
    return bool(form) and (
        form in site or any(len(name) > 4 and (form == "the" + name or name == "the" + form or form.startswith(name)) for name in site)
    )


def _single(headings: list[str], tag: str) -> str:
    """The h1, when there is one, or the one that the title tag repeats."""
    if len(headings) == 1:
        return headings[0] if headings[0].count(" ") else ""
    return next((heading for heading in headings if heading.count(" ") and fold(heading) in fold(tag)), "")


def _text(element: Any) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())
