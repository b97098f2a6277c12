"""Articles as records for tests: those of the sample newspaper, and one of a test's own words."""

from __future__ import annotations

from datetime import UTC, datetime

from sample.newspaper.stories import ARTICLES, _read, publish
from storage.schemas.ids import digest, make_id
from storage.schemas.news import Article

MOMENT = datetime(2026, 11, 30, 18, tzinfo=UTC)


def make_article(body: str, *, title: str = "A headline", published: datetime = MOMENT, language: str = "en", url: str = "") -> Article:
    """An article of one version with the given text."""
    url = url or f"https://news.example/{digest(title, body)[:8]}"
    return Article(
        article_id=make_id("a", url), version_id=make_id("v", url, title, body), cluster_id=make_id("c", url), cluster_head=True, version=1,
        day=published.date().isoformat(), run_id="news-test", feed_id="courier", outlet="courier", category="general", url=url,
        fetched_url=url, guid=url, title=title, page_title=title, authors=(), published=published, published_source="feed",
        published_confidence="exact", modified=None, fetched=published, language=language, body=body, word_count=len(body.split()),
        body_digest=digest(body), kind="article", redistribution="full", licence="", notes=(),
    )  # fmt: skip


def sample_article(slug: str) -> Article:
    """The article of ``sample/newspaper/articles/<slug>.md`` as published for a run at ``MOMENT``."""
    story = publish(_read(ARTICLES / f"{slug}.md"), MOMENT)
    address = f"https://sample.example/{slug}"
    body = "\n\n".join(story.paragraphs)
    return make_article(body, title=story.title, published=story.published, language=story.story.language, url=address)
