"""Records of the events benchmark: year pages of an encyclopedia, the events on them, what each event cites, and what became of each cited link.

After TiEBe (arXiv 2501.07482), which keeps neither source nor day; here an event leads back to page, revision and place. All of one region and
year stand in one partition, ``<region>/<year>``, which each run rewrites whole, under the lock of its year page.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from storage.schemas.news import Article


@dataclass(frozen=True, slots=True, kw_only=True)
class YearPage:
    """One page of the encyclopedia, as last read. Partition: ``<region>/<year>``.

    status: ok, unchanged (the revision was known), missing, failed (``reason`` is the code, the rows are those of an earlier run).
    title is the one asked for, resolved_title the one after normalising and redirects. wikitext: the source of the revision, so that events can
    be read again without asking again. understood and not_understood count list items and paragraphs; notes name the second by reason.
    new, changed, gone: event counts of the run that noted the row.
    """

    TABLE: ClassVar[str] = "year_pages"
    KEY: ClassVar[tuple[str, ...]] = ("region", "year", "title")
    VERSION: ClassVar[int] = 1

    region: str
    year: int
    title: str
    resolved_title: str
    url: str
    language: str
    status: str
    reason: str
    revision_id: int | None
    revised: datetime | None
    etag: str | None
    last_modified: str | None
    wikitext: str
    understood: int
    not_understood: int
    notes: tuple[str, ...]
    new: int
    changed: int
    gone: int
    run_id: str
    fetched: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of a region and year. Partition: ``<region>/<year>``.

    event_id stays the same over reruns and small edits of its text. start_date and end_date are ISO days (``2020-03-16``), None where the page gives
    none; date_precision: day, month (start and end are its first and last day), year, none; date_text as the page has it.
    section: headings from the outside in, joined by " / ". links: titles of the encyclopedia's pages that the text links to. status: current or
    gone (no longer on the page; kept, so that questions made from it still lead somewhere). first_run found it, changed_run last changed it.
    """

    TABLE: ClassVar[str] = "events"
    KEY: ClassVar[tuple[str, ...]] = ("event_id",)
    VERSION: ClassVar[int] = 1

    event_id: str
    region: str
    year: int
    language: str
    start_date: str | None
    end_date: str | None
    date_precision: str
    date_text: str
    text: str
    section: str
    position: int
    links: tuple[str, ...]
    page_title: str
    page_url: str
    revision_id: int | None
    notes: tuple[str, ...]
    status: str
    first_run: str
    changed_run: str
    run_id: str
    noted: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One reference of one event. Partition: ``<region>/<year>``.

    kind: the template's name in lower case (cite news, cite web, ...), "link" for a plain external link, "reference" for a bare one inside ref tags.
    url is canonical, as it would be fetched; archive_url "" where the page gives none. archived: the reference cites a copy in an archive only.
    published: the reference's date as written.
    """

    TABLE: ClassVar[str] = "citations"
    KEY: ClassVar[tuple[str, ...]] = ("event_id", "url")
    VERSION: ClassVar[int] = 1

    event_id: str
    region: str
    year: int
    position: int
    url: str
    archive_url: str
    title: str
    publisher: str
    language: str | None
    published: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLink:
    """The fate of one cited link of one event. Partition: ``<region>/<year>``.

    outcome: kept (a document that matches the event), dropped, pending (not tried yet). reason: "" or a short code (http_404, robots, too_short,
    paywall, document_mismatch, ...), that of the way that came furthest; tried: ``plain:http_404``, ``browser:too_short``, ``archive:ok`` in order;
    way: the one that gave the text.
    article_id and version_id name the Document, also for one that does not match. matches: None where there is no text or nothing to compare by;
    match_score 0 to 1. shared: other events lead to the same document.
    """

    TABLE: ClassVar[str] = "document_links"
    KEY: ClassVar[tuple[str, ...]] = ("event_id", "url")
    VERSION: ClassVar[int] = 1

    event_id: str
    region: str
    year: int
    url: str
    archive_url: str
    outcome: str
    reason: str
    detail: str
    way: str
    tried: tuple[str, ...]
    final_url: str
    article_id: str | None
    version_id: str | None
    shared: bool
    matches: bool | None
    match_score: float | None
    run_id: str
    noted: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Article):
    """A cited document: an Article in every way, in a table of its own so that no news snapshot takes it in. Partition: ``<region>/<year>``.

    day: the UTC day on which it was collected; feed_id: the region; category: "events"; outlet: the host; published_source: page, citation,
    archive or event, whichever dated it first. A document that events of several regions cite stands in the partition of each.
    """

    TABLE: ClassVar[str] = "documents"
    KEY: ClassVar[tuple[str, ...]] = ("version_id",)
    VERSION: ClassVar[int] = 1
