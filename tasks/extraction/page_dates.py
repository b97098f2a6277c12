"""When a page says it was published and last changed, told apart.

Only machine-readable statements count: JSON-LD, meta tags, ``<time itemprop>``. A page that only knows its last change has no publication
date (an old story saved again today is not news). Visible dates and addresses are too often those of other stories.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tasks.extraction.dates import read_date
from tasks.extraction.structured import Structured

_PUBLISHED = (
    "article:published_time",
    "article:published",
    "og:article:published_time",
    "og:published_time",
    "parsely-pub-date",
    "sailthru.date",
    "datepublished",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.created",
    "dc.date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "publication_date",
    "date.created",
    "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "article.published",
    "originalpublicationdate",
    "prism.publicationdate",
    "rnews:datepublished",
    "date",
)
_MODIFIED = (
    "article:modified_time",
    "og:updated_time",
    "og:modified_time",
    "datemodified",
    "dcterms.modified",
    "last-modified",
    "lastmod",
    "article.updated",
)
_FIRST_YEAR = 1995  # dates before news pages are a template's zero


@dataclass(frozen=True, slots=True)
class PageDate:
    """An instant in UTC and how well it is known: exact, zone_assumed (no zone given, taken as UTC) or day_only (midnight UTC)."""

    instant: datetime
    confidence: str


def published_on_page(structured: Structured, document: Any) -> PageDate | None:
    """The publication date that the page states, or None."""
    tags = document.xpath("//time[@itemprop='datePublished' or @pubdate]/@datetime | //*[@itemprop='datePublished']/@content")
    return _first(_texts(structured.of_article("datePublished"), structured, _PUBLISHED, tags))


def modified_on_page(structured: Structured, document: Any) -> PageDate | None:
    """The date of the last change that the page states, or None."""
    tags = document.xpath("//time[@itemprop='dateModified']/@datetime | //*[@itemprop='dateModified']/@content")
    return _first(_texts(structured.of_article("dateModified"), structured, _MODIFIED, tags))


def _texts(stated: Any, structured: Structured, names: Iterable[str], tags: Iterable[str]) -> list[str]:
    found = [stated] if isinstance(stated, str) else []
    return [*found, *(structured.metas[name] for name in names if name in structured.metas), *map(str, tags)]


def _first(texts: Iterable[str]) -> PageDate | None:
    """The first readable date; one that is only a day gives way to an exact instant of about that day."""
    found = [read_date(text) for text in texts]
    dates = [PageDate(date.instant, date.confidence) for date in found if date.instant is not None and date.instant.year >= _FIRST_YEAR]
    if not dates:
        return None
    best = dates[0]
    if best.confidence == "day_only":
        return next((date for date in dates if date.confidence == "exact" and abs((date.instant - best.instant).days) <= 1), best)
    return best
