"""Entries of one feed as rows, each with its fate at the door: pending (its page is read next) or dropped with a reason.

What is compared with the window is the publication date; the date of the last change is kept apart, so that an old story saved anew today
stays an old story.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from storage.schemas.clock import utc_now
from storage.schemas.ids import make_id
from storage.schemas.news import Entry
from storage.schemas.window import Window
from tasks.extraction.dates import NO_DATE, ReadDate, read_date
from tasks.fetching.urls import judge_link
from tasks.ingest.feed_document import FeedDocument
from tasks.ingest.feeds import Feed
from tasks.ingest.options import CollectOptions
from tasks.ingest.text import plain_text

# Drops decided here; every other reason was decided when the page was read.
FEED_REASONS = frozenset(
    {"no_link", "bad_scheme", "bad_url", "aggregator_link", "undated", "future_date", "outside_window", "duplicate_entry"}
)
_MAIL = re.compile(r"(?:mailto:)?[^\s@()<>]+@[^\s@()<>]+")
_DATE_FIELDS = ("published", "updated", "created")


def read_entries(document: FeedDocument, feed: Feed, *, run_id: str, window: Window, options: CollectOptions) -> list[Entry]:
    """A row per entry in the feed's order. Entry ids are the same in every run over the same feed."""
    noted = utc_now()
    ids = _Ids(feed.feed_id)
    rows = [_row(entry, document, feed, run_id, window, options, ids, noted) for entry in document.entries]
    return list(_without_doubles(rows))


@dataclass(frozen=True, slots=True)
class _Published:
    date: ReadDate
    raw: str
    source: str


class _Ids:
    """Ids from guid or address; the second entry with the same gets another one, so that each is counted."""

    def __init__(self, feed_id: str) -> None:
        self._feed_id = feed_id
        self._seen: dict[str, int] = {}

    def next(self, name: str) -> str:
        count = self._seen.get(name, 0)
        self._seen[name] = count + 1
        return make_id("e", self._feed_id, name, *([str(count)] if count else []))


def _row(
    entry: Any, document: FeedDocument, feed: Feed, run_id: str, window: Window, options: CollectOptions, ids: _Ids, noted: datetime
) -> Entry:
    guid = _text(entry, "id")
    link = _text(entry, "feedburner_origlink") or _text(entry, "link")
    if link == guid and not guid.startswith(("http://", "https://")):
        link = ""  # feedparser takes the id for the link where there is none
    title = plain_text(_text(entry, "title"))
    published = _published(entry, feed)
    modified = _date(entry, "updated", feed).instant if published.source != "updated" else None
    summary, content = _texts(entry, options)
    url, reason = judge_link(link, document.base)
    if reason:
        detail = "aggregator link, original address unknown" if reason == "aggregator_link" else link[:200]
    else:
        reason, detail = _decide_date(published, feed.zone, window, options)
    language = feed.language or document.language
    return Entry(
        entry_id=ids.next(guid or url or link or title),
        run_id=run_id,
        feed_id=feed.feed_id,
        outlet=feed.outlet,
        category=feed.category,
        guid=guid,
        link=link,
        url=url,
        title=title,
        authors=_authors(entry),
        language=language.replace("_", "-").split("-")[0].strip().lower() or None if language else None,
        published=published.date.instant,
        published_raw=published.raw,
        published_source=published.source,
        published_confidence=published.date.confidence,
        modified=modified,
        summary=summary,
        content=content,
        fate="dropped" if reason else "pending",
        reason=reason,
        detail=detail,
        article_id=None,
        version_id=None,
        noted=noted,
    )


def _text(entry: Any, key: str) -> str:
    # dict.get, because feedparser's own get answers for a missing key with another one's value.
    value = dict.get(entry, key)
    return value.strip() if isinstance(value, str) else ""


def _date(entry: Any, key: str, feed: Feed) -> ReadDate:
    raw = _text(entry, key)
    return read_date(raw, zone=feed.zone, language=feed.language) if raw else NO_DATE


def _published(entry: Any, feed: Feed) -> _Published:
    """The first readable date. "updated" (Atom's, but RSS's dc:date too) stands in only where no publication date can be read."""
    for key in _DATE_FIELDS:
        date = _date(entry, key, feed)
        if date.instant is not None:
            return _Published(date, _text(entry, key), key)
    raw = next((_text(entry, key) for key in _DATE_FIELDS if _text(entry, key)), "")
    return _Published(NO_DATE, raw, "none")


def _decide_date(published: _Published, zone: str | None, window: Window, options: CollectOptions) -> tuple[str, str]:
    """("", "") for an entry that counts now, else its reason and what a person wants to know of it."""
    instant = published.date.instant
    if instant is None:
        return "undated", f"unreadable date {published.raw[:100]!r}" if published.raw else "no date"
    uncertain = published.date.confidence == "zone_assumed" and zone is None
    hours = max(options.future_tolerance_hours, options.zone_uncertainty_hours) if uncertain else options.future_tolerance_hours
    if instant > window.moment + timedelta(hours=hours):
        return "future_date", published.raw[:100]
    # A date without a time counts while any part of that day lies in the window.
    last = instant + timedelta(days=1, microseconds=-1) if published.date.confidence == "day_only" else instant
    return ("outside_window", published.raw[:100]) if last <= window.start else ("", "")


def _without_doubles(rows: Iterable[Entry]) -> Iterable[Entry]:
    """Of pending entries with one address, or one guid and title, the first stays.

    A guid alone is no proof: some feeds give all their entries the same.
    """
    urls: dict[str, str] = {}
    guids: dict[tuple[str, str], str] = {}
    for row in rows:
        if row.fate != "pending":
            yield row
            continue
        first = urls.get(row.url) or (guids.get((row.guid, row.title.casefold())) if row.guid else None)
        if first:
            yield replace(row, fate="dropped", reason="duplicate_entry", detail=f"as {first}")
            continue
        urls[row.url] = row.entry_id
        guids[row.guid, row.title.casefold()] = row.entry_id
        yield row


def _texts(entry: Any, options: CollectOptions) -> tuple[str, str]:
    """(plain summary, HTML content). A summary as long as an article is the content of a feed that has no other."""
    markup = _text(entry, "summary")
    summary = plain_text(markup)
    contents = [
        str(part.get("value") or "")
        for part in dict.get(entry, "content") or []
        if not str(part.get("type", "")).startswith(("image/", "audio/", "video/"))
    ]
    content = max(contents, key=len, default="")
    if not content and len(summary.split()) >= options.full_content_words:
        content = markup
    return summary[: options.summary_chars], content[: options.content_chars]


def _authors(entry: Any) -> tuple[str, ...]:
    raw = _text(entry, "author")
    if "@" in raw:
        # feedparser cuts mail addresses after four letters of their last part. An address without a name says who keeps the feed.
        names = [_MAIL.sub(" ", raw).strip(" ()<>,;")]
    else:
        names = [str(dict.get(author, "name") or "") for author in dict.get(entry, "authors") or []] or [raw]
    cleaned = (plain_text(name).removeprefix("By ").removeprefix("by ").strip() for name in names)
    return tuple(dict.fromkeys(name for name in cleaned if name))
