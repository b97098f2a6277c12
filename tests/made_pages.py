"""Made-up news for tests of ingest: running prose of any length, article pages, feed entries and stored articles."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any

from storage.schemas.ids import digest, make_id
from storage.schemas.news import Article, Entry
from storage.schemas.window import Window

MOMENT = datetime(2026, 11, 30, 18, tzinfo=UTC)
WINDOW = Window(MOMENT, 24)
_WHO = ("the harbour council", "a retired pilot", "the ferry operator", "two engineers", "the museum", "the water board", "a botanist")
_DID = ("said that it would open", "has found", "argued over", "is going to repair", "bought", "was asked about", "has been waiting for")
_WHAT = ("a bridge of oak", "an old lighthouse", "the northern quay", "a set of maps", "the last steam crane", "a garden on the roof")
_WHERE = ("near the old market", "behind the station", "on the island", "along the river", "at the edge of the town", "in the valley")
_WHEN = ("on Monday", "before the winter", "after a long debate", "for the first time in years", "while the rain fell", "in the spring")


def prose(seed: int, sentences: int = 12) -> str:
    """Paragraphs of three sentences (15 to 20 words each) separated by blank lines; other seeds share hardly any run of four words."""
    rng = random.Random(seed)
    lines = []
    for number in range(sentences):
        words = [rng.choice(part) for part in (_WHO, _DID, _WHAT, _WHERE, _WHEN)]
        place = f"{words[2]} number {seed}{number} {words[3]}"
        lines.append(f"{words[0]} {words[1]} {place} {words[4]}, and it cost {rng.randint(11, 9999)} crowns.".capitalize())
    return "\n\n".join(" ".join(lines[i : i + 3]) for i in range(0, len(lines), 3))


def page(
    title: str = "Old crane lifts its last boat",
    body: str = "",
    *,
    head: str = "",
    after: str = "",
    lang: str | None = "en",
    published: str | None = "2026-11-30T09:00:00Z",
    json_ld: str = "",
) -> bytes:
    """An article page as sites write them. ``body`` becomes paragraphs; ``after`` follows inside the article element."""
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in (body or prose(1)).split("\n\n"))
    date = f'<meta property="article:published_time" content="{published}">' if published else ""
    ld = f'<script type="application/ld+json">{json_ld}</script>' if json_ld else ""
    attribute = f' lang="{lang}"' if lang else ""
    return (
        f'<!DOCTYPE html><html{attribute}><head><meta charset="utf-8"><title>{escape(title)} | The Lantern</title>{date}{head}{ld}</head>'
        f'<body><nav><a href="/">Home</a> <a href="/world">World</a></nav><article><h1>{escape(title)}</h1>{paragraphs}{after}</article>'
        "<footer><p>About us and our terms</p></footer></body></html>"
    ).encode()


def entry(url: str, title: str = "Old crane lifts its last boat", **changes: Any) -> Entry:
    """A pending entry of the feed ``lantern``, published two hours before MOMENT."""
    row = Entry(
        entry_id=make_id("e", url, title),
        run_id="run-1",
        feed_id="lantern",
        outlet="The Lantern",
        category="general",
        guid=url,
        link=url,
        url=url,
        title=title,
        authors=(),
        language="en",
        published=MOMENT - timedelta(hours=2),
        published_raw="",
        published_source="published",
        published_confidence="exact",
        modified=None,
        summary="",
        content="",
        fate="pending",
        reason="",
        detail="",
        article_id=None,
        version_id=None,
        noted=MOMENT,
    )
    return replace(row, **changes)


def article(
    url: str = "https://lantern.example/a", body: str = "", title: str = "Old crane lifts its last boat", **changes: Any
) -> Article:
    """A stored article of MOMENT's day, not clustered yet."""
    from tasks.extraction.versions import article_id_of, version_id_of

    body = body or prose(1)
    row = Article(
        article_id=article_id_of(url),
        version_id=version_id_of(article_id_of(url), title, body),
        cluster_id="",
        cluster_head=False,
        version=1,
        day=WINDOW.day,
        run_id="run-1",
        feed_id="lantern",
        outlet="The Lantern",
        category="general",
        url=url,
        fetched_url=url,
        guid=url,
        title=title,
        page_title=title,
        authors=(),
        published=MOMENT - timedelta(hours=2),
        published_source="feed",
        published_confidence="exact",
        modified=None,
        fetched=MOMENT,
        language="en",
        body=body,
        word_count=len(body.split()),
        body_digest=digest(body),
        kind="article",
        redistribution="full",
        licence="",
        notes=(),
    )
    return replace(row, **changes)
