"""Records of ingest: what was asked of each feed, what became of each entry, and each version of each article."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedFetch:
    """One feed in one run. Partition: the run id.

    status: ok, not_modified, or broken; ``reason`` says why broken ("empty body", "HTML instead of a feed, probable bot challenge",
    "http 410 gone", "time-out", ...) and "quiet" for a healthy feed without entries in the window.
    """

    TABLE: ClassVar[str] = "feed_fetches"
    KEY: ClassVar[tuple[str, ...]] = ("run_id", "feed_id")
    VERSION: ClassVar[int] = 1

    run_id: str
    feed_id: str
    outlet: str
    url: str
    final_url: str | None
    status: str
    reason: str
    http_status: int | None
    entries: int
    in_window: int
    elapsed_ms: float
    fetched: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of one feed in one run, with its fate. Partition: the run id. All instants UTC.

    fate: "pending" (in the window, page not tried yet), "kept" or "dropped"; ``reason`` is a short code for counting
    (outside_window, future_date, undated, duplicate_entry, robots, http_404, too_short, paywall, consent_page, ...), ``detail`` free text.
    published_confidence: exact, zone_assumed, day_only, none.
    """

    TABLE: ClassVar[str] = "entries"
    KEY: ClassVar[tuple[str, ...]] = ("run_id", "entry_id")
    VERSION: ClassVar[int] = 1

    entry_id: str
    run_id: str
    feed_id: str
    outlet: str
    category: str
    guid: str
    link: str
    url: str
    title: str
    authors: tuple[str, ...]
    language: str | None
    published: datetime | None
    published_raw: str
    published_source: str
    published_confidence: str
    modified: datetime | None
    summary: str
    content: str
    fate: str
    reason: str
    detail: str
    article_id: str | None
    version_id: str | None
    noted: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One version of one article. Partition: the day (UTC) of its first snapshot, ``2026-11-30``.

    ``article_id`` names the story (canonical URL, or the outlet's guid where the address changed), ``version_id`` its text.
    ``cluster_id`` is shared by near-copies over outlets; ``cluster_head`` marks the one that questions are made from.
    body: paragraphs separated by a blank line. published_source: feed, page, url.
    kind: article, live_blog. redistribution: full, ids_only, unknown.
    """

    TABLE: ClassVar[str] = "articles"
    KEY: ClassVar[tuple[str, ...]] = ("version_id",)
    VERSION: ClassVar[int] = 1

    article_id: str
    version_id: str
    cluster_id: str
    cluster_head: bool
    version: int
    day: str
    run_id: str
    feed_id: str
    outlet: str
    category: str
    url: str
    fetched_url: str
    guid: str
    title: str
    page_title: str
    authors: tuple[str, ...]
    published: datetime
    published_source: str
    published_confidence: str
    modified: datetime | None
    fetched: datetime
    language: str
    body: str
    word_count: int
    body_digest: str
    kind: str
    redistribution: str
    licence: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedState:
    """What the next conditional request needs. Partition: ``all``; the raw body lies beside it, see storage.feed_bodies."""

    TABLE: ClassVar[str] = "feed_states"
    KEY: ClassVar[tuple[str, ...]] = ("feed_id",)
    VERSION: ClassVar[int] = 1

    feed_id: str
    url: str
    etag: str | None
    last_modified: str | None
    body_digest: str | None
    content_type: str | None
    gone: bool
    checked: datetime
