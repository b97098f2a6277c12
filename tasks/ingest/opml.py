"""Feeds from an OPML file, the exchange format of feed readers, and their way into the TOML list without touching what stands there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from storage.atomic import write_text
from storage.schemas.errors import BadInput
from storage.schemas.ids import slug
from tasks.ingest.feeds import Feed, load_feeds

_DEEPEST = 20


def read_opml(path: Path) -> list[Feed]:
    """One Feed per outline with a feed address, its innermost group as category; the same address twice counts once.

    BadInput for a file that is no OPML, or one with XML entities (they can blow up or read other files).
    """
    try:
        root = fromstring(path.read_bytes())
    except OSError as error:
        raise BadInput(f"cannot be read ({error.strerror})", where=str(path)) from error
    except ParseError as error:
        raise BadInput(f"not well-formed XML ({error})", where=str(path), todo="Export it anew from the feed reader") from error
    except DefusedXmlException as error:
        raise BadInput("it declares XML entities, which are not read", where=str(path), todo="Remove the DOCTYPE") from error
    body = root.find("body")
    if root.tag.lower() != "opml" or body is None:
        raise BadInput(f"no OPML file: its root is <{root.tag}>", where=str(path))
    by_url: dict[str, Feed] = {}
    for feed in _outlines(body, "uncategorised", 0):
        by_url.setdefault(feed.url, feed)
    return _with_ids(list(by_url.values()), taken=set())


def _outlines(parent: Element, category: str, depth: int) -> Iterator[Feed]:
    for outline in parent.findall("outline"):
        attributes = {key.lower(): value.strip() for key, value in outline.attrib.items()}
        name = attributes.get("title") or attributes.get("text") or ""
        url = attributes.get("xmlurl", "")
        if url:
            parts = urlsplit(url)
            if parts.scheme in ("http", "https") and parts.hostname and parts.username is None:
                outlet = name or parts.hostname.removeprefix("www.")
                own = attributes.get("category", "").split(",")[0].strip("/ ")
                language = attributes.get("language", "").replace("_", "-").split("-")[0].lower()
                yield Feed(
                    feed_id="x", outlet=outlet, url=url, category=own or category, language=language if len(language) in (2, 3) else None
                )
        if depth < _DEEPEST:
            yield from _outlines(outline, name or category, depth + 1)


def _with_ids(feeds: Sequence[Feed], taken: set[str]) -> list[Feed]:
    named = []
    for feed in feeds:
        base = slug(feed.outlet)
        if base == "x":
            base = slug(urlsplit(feed.url).hostname or "feed")
        number, feed_id = 2, base
        while feed_id in taken:
            feed_id, number = f"{base}-{number}", number + 1
        taken.add(feed_id)
        named.append(replace(feed, feed_id=feed_id))
    return named


def feeds_toml(feeds: Sequence[Feed]) -> str:
    """``[[feed]]`` blocks as ``load_feeds`` reads them; fields at their default are left out."""
    blocks = []
    for feed in feeds:
        lines = ["[[feed]]", *(f"{key} = {_toml(getattr(feed, key))}" for key in ("feed_id", "outlet", "url", "category"))]
        blank = Feed(feed_id="", outlet="", url="", category="")
        for key in ("language", "zone", "redistribution", "licence", "enabled"):
            if getattr(feed, key) != getattr(blank, key):
                lines.append(f"{key} = {_toml(getattr(feed, key))}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _toml(value: str | bool) -> str:
    # JSON's escapes of a text are TOML's too, all but DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def append_feeds(path: Path, feeds: Sequence[Feed]) -> list[Feed]:
    """Add the feeds whose address is not in the list yet, after what stands there, comments untouched; returns those added, with their ids.

    The file is made when it does not exist. BadConfig when it is broken, StoreUnusable when it cannot be written.
    """
    present = load_feeds(path) if path.exists() else []
    urls = {feed.url for feed in present}
    added = _with_ids([feed for feed in feeds if feed.url not in urls], taken={feed.feed_id for feed in present})
    if added:
        before = path.read_text("utf-8") if path.exists() else ""
        gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
        write_text(path, before + gap + feeds_toml(added))
    return added
