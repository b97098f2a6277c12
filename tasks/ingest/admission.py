"""From pages that passed the gates to articles: when published, which article and version, and whether the text is one that many
addresses give.

Everything here is done at once for a batch, without waiting for anything, so that batches of a run may share what is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from storage.schemas.clock import utc_now
from storage.schemas.news import Article, Entry
from storage.schemas.window import Window
from tasks.extraction.extract import Extraction
from tasks.extraction.gates import Drop, speaks_of
from tasks.extraction.language import count_words
from tasks.extraction.versions import address_of, article_id_of, body_digest_of, is_same_story, next_number, version_id_of
from tasks.ingest.feeds import Feed
from tasks.ingest.known import PAGE_SAYS, KnownArticles
from tasks.ingest.page_options import PageOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A page that passed the gates. ``final`` is the address that answered; ``feed`` says whose text it is and what may be done with it."""

    entry: Entry
    page: Extraction
    final: str
    kind: str
    fetched: datetime
    feed: Feed | None = None


@dataclass(frozen=True, slots=True)
class PageRead:
    """An entry with its fate, and its article if it was kept. ``new``: the article is not in the lake yet."""

    entry: Entry
    article: Article | None = None
    new: bool = False


def dropped(entry: Entry, drop: Drop) -> PageRead:
    """The entry as dropped for a reason."""
    return PageRead(replace(entry, fate="dropped", reason=drop.reason, detail=drop.detail[:500], noted=utc_now()))


def kept(entry: Entry, article: Article, *, new: bool) -> PageRead:
    """The entry as kept, with the article it led to."""
    detail = "" if new else "stored before"
    row = replace(
        entry, fate="kept", reason="", detail=detail, article_id=article.article_id, version_id=article.version_id, noted=utc_now()
    )
    return PageRead(row, article, new)


def admit(readings: Sequence[Reading], *, known: KnownArticles, run_id: str, window: Window, options: PageOptions) -> list[PageRead]:
    """One PageRead for each reading, in order. New articles are added to ``known``."""
    for reading in readings:
        known.lines.observe(reading.entry.outlet, reading.final, reading.page.body)
    drafts = [_draft(reading, known, run_id, window, options) for reading in readings]
    results = _without_templates(drafts, known)
    for result in results:
        if result.new and result.article is not None:
            known.add(result.article, result.entry.url)
    return results


def publication(entry: Entry, page: Extraction, window: Window, options: PageOptions) -> tuple[datetime, str, str, list[str]] | Drop:
    """(instant, source, confidence, notes), the feed's date first; a Drop for an entry that neither feed nor page dates."""
    if entry.published is None:
        if page.published is None or page.published_confidence != "exact":
            return Drop("undated", f"{PAGE_SAYS}gives no exact date")
        if not window.holds(page.published):
            return Drop("undated", f"{PAGE_SAYS}says {page.published:%Y-%m-%d %H:%M}, outside the window")
        return page.published, "page", "exact", []
    notes = ["published_is_feed_update"] if entry.published_source == "updated" else []
    leeway = timedelta(hours=options.date_conflict_hours)
    if page.published is not None:
        days = [entry.published_confidence, page.published_confidence].count("day_only")
        if abs(page.published - entry.published) > leeway + timedelta(days=days):
            notes.append(f"page_date_differs:{page.published:%Y-%m-%d}")
    modified = page.modified or entry.modified
    if modified is not None and abs(modified - entry.published) > leeway:
        notes.append(f"modified_differs:{modified:%Y-%m-%d}")
    return entry.published, "feed", entry.published_confidence, notes


def _draft(reading: Reading, known: KnownArticles, run_id: str, window: Window, options: PageOptions) -> PageRead:
    """The entry's fate as far as the page alone decides it."""
    entry, page = reading.entry, reading.page
    title = entry.title or page.title
    if not title:
        return dropped(entry, Drop("untitled"))
    date = publication(entry, page, window, options)
    if isinstance(date, Drop):
        return dropped(entry, date)
    body, line_notes = known.lines.strip(entry.outlet, page.body)
    url, article_id = _identity(reading, title, body, known)
    first = known.claim_article(article_id, entry)
    if first:
        if article_id_of(entry.url) == article_id or _stored_as(article_id, title, (body, page.body), known):
            return dropped(replace(entry, article_id=article_id), Drop("duplicate_page", f"as entry {first}"))
        # One guid or canonical link for several stories of a run: it names none of them.
        url, article_id = entry.url, article_id_of(entry.url)
        known.claim_article(article_id, entry)
    stored = _stored_as(article_id, title, (body, page.body), known)
    if stored is not None and stored.day == window.day:
        return kept(entry, stored, new=False)
    if stored is not None:
        row = replace(entry, article_id=article_id, version_id=stored.version_id)
        return dropped(row, Drop("known_article", f"unchanged since {stored.day}"))
    instant, source, confidence, notes = date
    article = _article(reading, title, body, url, article_id)
    return kept(
        entry,
        replace(
            article,
            version=next_number(known.versions(article_id)),
            day=window.day,
            run_id=run_id,
            published=instant,
            published_source=source,
            published_confidence=confidence,
            notes=(*page.notes, *notes, *line_notes),
        ),
        new=True,
    )


def _stored_as(article_id: str, title: str, bodies: Sequence[str], known: KnownArticles) -> Article | None:
    """The stored version with this text, taken with or without its outlet's repeated lines."""
    texts = {version_id_of(article_id, title, body) for body in bodies}
    return next((version for version in reversed(known.versions(article_id)) if version.version_id in texts), None)


def _article(reading: Reading, title: str, body: str, url: str, article_id: str) -> Article:
    """What entry and page say, with the version's number, day and date still to be filled in."""
    entry, page, feed = reading.entry, reading.page, reading.feed
    return Article(
        article_id=article_id,
        version_id=version_id_of(article_id, title, body),
        cluster_id="",
        cluster_head=False,
        version=0,
        day="",
        run_id="",
        feed_id=entry.feed_id,
        outlet=entry.outlet,
        category=entry.category,
        url=url,
        fetched_url=reading.final,
        guid=entry.guid,
        title=title,
        page_title=page.title,
        authors=entry.authors or page.authors,
        published=reading.fetched,
        published_source="",
        published_confidence="",
        modified=page.modified or entry.modified,
        fetched=reading.fetched,
        language=page.language or entry.language or "und",
        body=body,
        word_count=count_words(body),
        body_digest=body_digest_of(body),
        kind=reading.kind,
        redistribution=feed.redistribution if feed else "unknown",
        licence=feed.licence if feed else "",
        notes=(),
    )


def _identity(reading: Reading, title: str, body: str, known: KnownArticles) -> tuple[str, str]:
    """(canonical address, article id). A canonical link to a known article of another text is a template's mistake."""
    final = address_of(reading.final, "")
    url = address_of(reading.final, reading.page.canonical)
    article_id = known.article_id(reading.entry, url)
    if url != final:
        there = known.versions(article_id)
        other = [
            v for v in there if v.url == url and final not in (v.url, v.fetched_url) and reading.entry.url not in (v.url, v.fetched_url)
        ]
        if other and not any(is_same_story(version, title, body) for version in there):
            return final, known.article_id(reading.entry, final)
    return url, article_id


def _without_templates(drafts: Sequence[PageRead], known: KnownArticles) -> list[PageRead]:
    """Of entries that led to the very same text on one host, those stay whose title speaks of it, and of these the first."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, draft in enumerate(drafts):
        if draft.new and draft.article is not None:
            groups[urlsplit(draft.article.fetched_url).netloc, draft.article.body_digest].append(index)
    results = list(drafts)
    for indexes in groups.values():
        articles = {index: article for index in indexes if (article := drafts[index].article) is not None}
        stored = known.same_body(next(iter(articles.values())))
        addresses = len(articles) + len(stored)
        there = any(speaks_of(title, next(iter(articles.values())).body) for title in stored.values())
        for index, article in articles.items() if addresses > 1 else ():
            speaks = speaks_of(article.title, article.body)
            if there or not speaks:
                reason = "duplicate_page" if speaks else "template_page"
                results[index] = dropped(
                    replace(drafts[index].entry, article_id=None, version_id=None), Drop(reason, f"the same text at {addresses} addresses")
                )
            there = there or speaks
    return results
