"""A feed's bytes read by feedparser, and the verdict whether they are a feed at all: quiet and broken must not look alike.

feedparser's own error flag does not tell: it is off for an empty body or an HTML page and on for a missing charset.
"""

from __future__ import annotations

import io
import re
import xml.sax
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import feedparser

from tasks.fetching.challenges import is_challenge
from tasks.fetching.decoding import BadEncoding, TooLarge, unpack_gzip

_HTML = re.compile(rb"<!doctype\s+html|<html\b|<head\b|<body\b", re.IGNORECASE)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=", re.IGNORECASE)
_ELEMENT = re.compile(rb"<\w")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """``entries`` are feedparser's. ``problem`` says why the body is no usable feed, ``note`` what was odd in a usable one."""

    entries: list[Any]
    base: str
    language: str | None
    problem: str | None
    note: str = ""


def read_feed(body: bytes, headers: Mapping[str, str], url: str, *, limit: int = 50_000_000) -> FeedDocument:
    """Parse ``body``; never raises for what is in it.

    ``headers`` have lower-case names, ``url`` is where the body came from, ``limit`` bounds (in bytes) a gzip file served as the feed.
    """
    if body.startswith(b"\x1f\x8b"):
        try:
            body = unpack_gzip(body, limit)
        except (BadEncoding, TooLarge) as error:
            return _broken(url, f"a gzip file that cannot be unpacked ({error})")
    if not body.strip(b"\x00\t\r\n \xef\xbb\xbf"):
        return _broken(url, "empty body")
    parsed = feedparser.parse(
        io.BytesIO(_cleaned(body)),
        response_headers={"content-type": _content_type(body, headers)},
        sanitize_html=False,
        resolve_relative_uris=False,
    )
    flaw = parsed.get("bozo_exception")
    if not parsed.entries and not parsed.version:
        return _broken(url, _what_instead(body, headers, flaw))
    if not parsed.entries and isinstance(flaw, xml.sax.SAXException):
        return _broken(url, f"damaged XML without an entry ({_brief(flaw)})")
    note = f"read in spite of {_brief(flaw)}" if isinstance(flaw, xml.sax.SAXException) else ""
    # Relative links of RSS are meant from the site, which is not always where the feed is served; Atom's xml:base is undone already.
    site = dict.get(parsed.feed, "link") or ""
    base = urljoin(url, site) if parsed.version.startswith(("rss", "cdf")) else url
    return FeedDocument(list(parsed.entries), base, dict.get(parsed.feed, "language"), None, note)


def _broken(url: str, problem: str) -> FeedDocument:
    return FeedDocument([], url, None, problem)


def _cleaned(body: bytes) -> bytes:
    """Without what stops a strict XML parser (white space before the prolog, control characters), and with entities laid open.

    feedparser drops unsafe entity declarations only where each begins a line; others would multiply for seconds.
    """
    if body.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in body[:64]:
        return body  # UTF-16 or UTF-32, where those bytes are parts of letters
    bom = body.startswith(b"\xef\xbb\xbf")
    body = _CONTROL.sub(b" ", body[3:] if bom else body).lstrip()
    first = _ELEMENT.search(body)
    head = body[: first.start()] if first else body
    return head.replace(b"<!ENTITY", b"\n<!ENTITY") + body[len(head) :]


def _content_type(body: bytes, headers: Mapping[str, str]) -> str:
    """The charset to believe: valid UTF-8 beyond ASCII is UTF-8 whatever is said; then the XML's own word; then the header."""
    if not body.isascii():
        try:
            body.decode("utf-8")
            return "application/xml; charset=utf-8"
        except UnicodeDecodeError:
            pass
    said = headers.get("content-type", "")
    return (
        "application/xml" if _DECLARED.search(body[:400]) or "charset=" not in said.lower() else re.sub(r"^[^;]*", "application/xml", said)
    )


def _what_instead(body: bytes, headers: Mapping[str, str], error: object) -> str:
    if is_challenge(headers, body):
        return "HTML instead of a feed, probable bot challenge"
    if b"<opml" in body[:2000].lower():
        return "an OPML list instead of a feed"
    if _HTML.search(body[:2000]) or headers.get("content-type", "").lower().startswith("text/html"):
        return "HTML instead of a feed"
    if body.lstrip()[:1] in (b"{", b"["):
        return "JSON instead of RSS or Atom"
    return f"not a feed ({_brief(error)})" if error else "not a feed"


def _brief(error: object) -> str:
    text = error.getMessage() if isinstance(error, xml.sax.SAXException) else str(error)
    line = getattr(error, "getLineNumber", None)
    return f"{text}, line {line()}" if line else text
