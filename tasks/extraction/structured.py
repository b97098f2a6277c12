"""What a page says about itself for machines: schema.org objects in JSON-LD, and meta tags.

Dates, authors, the kind of page and whether it is free to read come from here; newspaper4k's own readings are the fallback.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

ARTICLE_TYPES = frozenset(
    {
        "article",
        "newsarticle",
        "reportagenewsarticle",
        "analysisnewsarticle",
        "backgroundnewsarticle",
        "opinionnewsarticle",
        "reviewnewsarticle",
        "asknewsarticle",
        "satiricalarticle",
        "advertisercontentarticle",
        "blogposting",
        "liveblogposting",
        "techarticle",
        "scholarlyarticle",
        "report",
        "review",
    }
)
_DEPTH = 12  # nesting beyond this is no honest description of a page
_WRAPPING = re.compile(r"^\s*(?:<!\[CDATA\[|<!--|//<!\[CDATA\[)|(?:\]\]>|-->|//\]\]>|;)\s*$")


@dataclass(frozen=True, slots=True)
class Structured:
    """``objects``: every JSON-LD object of the page in reading order. ``metas``: first content of each meta name, in lower case."""

    objects: tuple[Mapping[str, Any], ...] = ()
    metas: Mapping[str, str] = field(default_factory=dict)

    @property
    def types(self) -> frozenset[str]:
        """All schema.org types on the page, in lower case."""
        return frozenset(name for item in self.objects for name in types_of(item))

    @property
    def articles(self) -> list[Mapping[str, Any]]:
        """The objects that describe an article; a section front often lists many."""
        return [item for item in self.objects if ARTICLE_TYPES.intersection(types_of(item))]

    def meta(self, *names: str) -> str:
        """The first of these meta tags that says something; "" when none does."""
        return next((self.metas[name] for name in names if self.metas.get(name)), "")

    def of_article(self, key: str) -> Any:
        """A value of the page's (first) article object, or of a page object that has it; None when absent."""
        pages = [item for item in self.objects if "webpage" in types_of(item)]
        return next((item[key] for item in (*self.articles[:1], *pages) if item.get(key) not in (None, "", [])), None)


def types_of(item: Mapping[str, Any]) -> list[str]:
    """The schema.org types of an object without their address, in lower case."""
    found = item.get("@type", [])
    names = found if isinstance(found, list) else [found]
    return [name.rsplit("/", 1)[-1].lower() for name in names if isinstance(name, str)]


def read_structured(document: Any) -> Structured:
    """JSON-LD and meta tags of an lxml document. Broken JSON is passed over."""
    scripts = document.xpath("//script[contains(@type, 'ld+json')]")
    objects = tuple(item for script in scripts for item in _walk(_load(script.text_content() or ""), 0))
    metas: dict[str, str] = {}
    for tag in document.iter("meta"):
        content = (tag.get("content") or "").strip()
        for attribute in ("property", "name", "itemprop"):
            name = (tag.get(attribute) or "").strip().lower()
            if name and content:
                metas.setdefault(name, content)
    return Structured(objects, metas)


def _load(text: str) -> Any:
    while text != (text := _WRAPPING.sub("", text)):
        pass
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _walk(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    if depth > _DEPTH:
        return
    if isinstance(value, list):
        for part in value:
            yield from _walk(part, depth + 1)
    elif isinstance(value, dict):
        if "@type" in value:
            yield value
        for part in value.values():
            if isinstance(part, (list, dict)):
                yield from _walk(part, depth + 1)


def text_of(value: Any) -> str:
    """A JSON-LD text as plain text: entities read, tags gone; "" for anything else."""
    if not isinstance(value, str):
        return ""
    return re.sub(r"<[^>]{1,300}>", " ", html.unescape(value)).strip()


def names_in(value: Any) -> list[str]:
    """Person and organisation names of an ``author`` value, in whichever of its usual shapes."""
    if isinstance(value, list):
        return [name for part in value for name in names_in(part)]
    if isinstance(value, Mapping):
        return names_in(value.get("name"))
    name = " ".join(text_of(value).split())
    return [name] if name and not name.startswith("http") else []
