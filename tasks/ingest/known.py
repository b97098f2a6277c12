"""What is known before a page is fetched: articles of the last days, and what became of the entries of this day's runs.

One of these serves all batches of a run. It is why a run that was killed, or a second run of the day, fetches only what is new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Self
from urllib.parse import urlsplit

from storage.lake import Lake
from storage.schemas.news import Article, Entry
from storage.schemas.window import Window
from tasks.extraction.cleaning import fold
from tasks.extraction.versions import article_id_of
from tasks.ingest.entries import FEED_REASONS
from tasks.ingest.page_options import PageOptions
from tasks.ingest.repeated_lines import RepeatedLines

# What a page itself gave as the reason: the same page under the same title would give it again. Answers of servers may change.
SETTLED = frozenset(
    {"consent_page", "soft_404", "redirected_home", "redirected_elsewhere", "video_only", "index_page", "paywall", "empty_text"}
    | {
        "too_short",
        "too_long",
        "language_not_wanted",
        "not_html",
        "template_page",
        "duplicate_page",
        "extraction_failed",
        "known_article",
        "undated",
    }
)
TEMPLATE = "template"  # the kind of a stored text that turned out to be no story; never part of a snapshot
PAGE_SAYS = "the page "  # how the detail of an undated entry begins once its page was read


class KnownArticles:
    """Mutable, for one run and one event loop; nothing here awaits, so batches may share it."""

    def __init__(self, window: Window, options: PageOptions, articles: Iterable[Article] = (), entries: Iterable[Entry] = ()) -> None:
        self.window = window
        self.day = window.day
        self._versions: dict[str, list[Article]] = defaultdict(list)
        self._by_url: dict[str, str] = {}
        self._by_guid: dict[tuple[str, str], str | None] = {}
        self._claims: dict[str, str] = {}
        self._settled: dict[tuple[str, str], Entry] = {}
        self._of_run: dict[str, str] = {}
        self._bodies: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        articles = list(articles)
        self.lines = RepeatedLines(options, articles)
        for article in articles:
            self.add(article)
        for entry in entries:
            self._remember(entry)

    @classmethod
    def load(cls, lake: Lake, *, window: Window, run_id: str, options: PageOptions) -> Self:
        """Read the lake (about 0.1 s for each 1,000 articles; call it in a thread)."""
        days = [*days_before(window.day, options.memory_days), window.day]
        articles = [article for day in days for article in lake.read(Article, day) if article.kind != TEMPLATE]
        known = cls(window, options, articles, _entries_since(lake, window))
        for entry in lake.read(Entry, run_id):
            if entry.fate != "pending" and entry.reason not in FEED_REASONS:
                known.claim(entry)
                if entry.fate == "kept" and entry.article_id:
                    known.claim_article(entry.article_id, entry)
        return known

    def claim(self, entry: Entry) -> str:
        """ "" when this entry is the first of the run with its address, else the id of the one that was."""
        first = self._claims.setdefault(entry.url, entry.entry_id)
        return "" if first == entry.entry_id else first

    def stored_today(self, entry: Entry) -> Article | None:
        """The article of this day that the entry announces under a title we have, unless the feed says that it changed before the run."""
        article_id = self._by_url.get(entry.url)
        same = [a for a in self._versions.get(article_id or "", ()) if a.day == self.day and _same_title(entry.title, a)]
        if not same or (entry.modified is not None and same[-1].fetched < entry.modified <= self.window.moment):
            return None
        return same[-1]

    def settled(self, entry: Entry) -> Entry | None:
        """The same entry as an earlier run of these hours dropped it, for a reason that asking again does not change."""
        found = self._settled.get((entry.url, fold(entry.title)))
        return found if found is not None and found.modified == entry.modified else None

    def article_id(self, entry: Entry, url: str) -> str:
        """The id of the article at ``url`` (canonical) that an entry announced: known by either address, or by the outlet's guid."""
        for address in (url, entry.url):
            if address in self._by_url:
                return self._by_url[address]
        return self._by_guid.get((entry.outlet, entry.guid)) or article_id_of(url) if entry.guid else article_id_of(url)

    def versions(self, article_id: str) -> Sequence[Article]:
        """The stored versions of an article, in order."""
        return self._versions.get(article_id, [])

    def claim_article(self, article_id: str, entry: Entry) -> str:
        """ "" when this entry is the first of the run that leads to the article, else the id of the one that did."""
        first = self._of_run.setdefault(article_id, entry.entry_id)
        return "" if first == entry.entry_id else first

    def same_body(self, article: Article) -> dict[str, str]:
        """Other articles of this day and host with the very same body: their titles by article id."""
        group = self._bodies.get((_host(article), article.body_digest), {})
        return {other: title for other, title in group.items() if other != article.article_id}

    def add(self, article: Article, entry_url: str = "") -> None:
        """Take in a stored article."""
        versions = self._versions[article.article_id]
        versions.append(article)
        versions.sort(key=lambda a: a.version)
        for address in (article.url, article.fetched_url, entry_url):
            if address:
                self._by_url.setdefault(address, article.article_id)
        if article.guid:
            key = (article.outlet, article.guid)
            # A guid that names several articles names none.
            self._by_guid[key] = article.article_id if self._by_guid.get(key, article.article_id) == article.article_id else None
        if article.day == self.day:
            self._bodies[_host(article), article.body_digest][article.article_id] = article.title

    def _remember(self, entry: Entry) -> None:
        if entry.fate == "kept" and entry.article_id in self._versions:
            self._by_url.setdefault(entry.url, entry.article_id or "")
        elif entry.fate == "dropped" and entry.reason in SETTLED and (entry.reason != "undated" or entry.detail.startswith(PAGE_SAYS)):
            self._settled[entry.url, fold(entry.title)] = entry


def days_before(day: str, count: int) -> list[str]:
    """The ``count`` days before a day, oldest first."""
    last = date.fromisoformat(day)
    return [(last - timedelta(days=back)).isoformat() for back in range(count, 0, -1)]


def _entries_since(lake: Lake, window: Window) -> list[Entry]:
    """Entries that runs noted since the window began; older partitions are told by their files' times and not opened."""
    start = window.start.timestamp()
    recent = [name for name in lake.partitions(Entry) if any(part.stat().st_mtime >= start for part in lake.parts(Entry, name))]
    return [entry for name in recent for entry in lake.read(Entry, name) if entry.noted >= window.start and entry.fate != "pending"]


def _same_title(title: str, article: Article) -> bool:
    return not title or fold(title) in (fold(article.title), fold(article.page_title))


def _host(article: Article) -> str:
    return urlsplit(article.fetched_url).netloc
