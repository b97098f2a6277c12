"""From pages that passed the gates to articles and versions."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from made_pages import MOMENT, WINDOW, article, entry, prose

from storage.schemas.news import Article, Entry
from tasks.extraction.extract import Extraction
from tasks.extraction.gates import Drop
from tasks.extraction.versions import article_id_of
from tasks.ingest.admission import PageRead, Reading, admit, publication
from tasks.ingest.feeds import Feed
from tasks.ingest.known import KnownArticles
from tasks.ingest.page_options import PageOptions

OPTIONS = PageOptions()
URL = "https://lantern.example/news/old-crane"
OTHER = "https://lantern.example/news/new-quay"


def reading(row: Entry, body: str = "", *, final: str = "", feed: Feed | None = None, **page: object) -> Reading:
    body = body or prose(1)
    found = Extraction(title=str(page.pop("title", row.title)), body=body, words=len(body.split()), language="en", **page)  # type: ignore[arg-type]
    return Reading(entry=row, page=found, final=final or row.url, kind="article", fetched=MOMENT, feed=feed)


def admitted(*readings: Reading, known: KnownArticles | None = None) -> list[PageRead]:
    base = known or KnownArticles(WINDOW, OPTIONS)
    return admit(readings, known=base, run_id="run-1", window=WINDOW, options=OPTIONS)


def of(result: PageRead) -> Article:
    assert result.article is not None
    return result.article


def test_an_entry_becomes_an_article_and_says_which() -> None:
    feed = Feed(
        feed_id="lantern",
        outlet="The Lantern",
        url="https://lantern.example/f",
        category="general",
        redistribution="ids_only",
        licence="all rights",
    )
    row = entry(URL, "Old crane lifts", authors=("Ada Holm",))
    (result,) = admitted(
        reading(row, feed=feed, title="Old crane lifts its last boat", canonical=URL + "?utm_source=x", authors=("Bo Lind",))
    )
    found = of(result)
    assert (found.title, found.page_title, found.authors) == ("Old crane lifts", "Old crane lifts its last boat", ("Ada Holm",))
    assert (found.url, found.article_id, found.version, found.day) == (URL, article_id_of(URL), 1, "2026-11-30")
    assert (found.redistribution, found.licence, found.word_count) == ("ids_only", "all rights", len(prose(1).split()))
    assert (result.entry.fate, result.entry.reason, result.entry.article_id, result.entry.version_id) == (
        "kept",
        "",
        found.article_id,
        found.version_id,
    )


def test_an_untitled_entry_takes_the_pages_title_and_without_any_there_is_no_article() -> None:
    first, second = admitted(reading(entry(URL, ""), title="From the page"), reading(entry(OTHER, ""), prose(2), title=""))
    assert of(first).title == "From the page"
    assert (second.entry.fate, second.entry.reason) == ("dropped", "untitled")


PAGE_DAY = datetime(2026, 11, 30, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ({"published": PAGE_DAY, "published_confidence": "exact"}, "page"),
        ({"published": PAGE_DAY, "published_confidence": "day_only"}, "undated"),
        ({"published": PAGE_DAY, "published_confidence": "zone_assumed"}, "undated"),
        ({"published": PAGE_DAY - timedelta(days=3), "published_confidence": "exact"}, "undated"),
        ({}, "undated"),
    ],
)
def test_an_undated_entry_is_admitted_only_by_an_exact_date_inside_the_window(page: dict[str, object], expected: str) -> None:
    row = entry(URL, published=None, published_confidence="none", fate="dropped", reason="undated")
    (result,) = admitted(reading(row, **page))
    assert (of(result).published_source if result.article else result.entry.reason) == expected


def test_the_feeds_date_holds_and_a_page_that_differs_by_more_than_a_day_is_noted() -> None:
    page = Extraction(published=datetime(2019, 2, 1, tzinfo=UTC), published_confidence="exact", modified=MOMENT)
    found = publication(entry(URL), page, WINDOW, OPTIONS)
    assert not isinstance(found, Drop)
    assert found[:3] == (MOMENT - timedelta(hours=2), "feed", "exact")
    assert found[3] == ["page_date_differs:2019-02-01"]


def test_an_old_story_saved_again_keeps_both_dates_apart() -> None:
    row = entry(URL, published=datetime(2026, 11, 27, tzinfo=UTC))
    (result,) = admitted(reading(row, modified=MOMENT))
    assert (of(result).published, of(result).modified) == (row.published, MOMENT)
    assert of(result).notes == ("modified_differs:2026-11-30",)


def test_a_guid_used_again_for_a_new_text_is_a_new_version_and_the_old_one_stays() -> None:
    old = article(URL, title="Court hears case", guid="p-77", day="2026-11-26")
    known = KnownArticles(WINDOW, OPTIONS, [old])
    (result,) = admitted(reading(entry(OTHER, "Court rules in case", guid="p-77"), prose(2)), known=known)
    new = of(result)
    assert (new.article_id, new.version, new.body) == (old.article_id, 2, prose(2))
    assert new.version_id != old.version_id
    assert [version.body for version in known.versions(old.article_id)] == [old.body, prose(2)]


def test_an_unchanged_article_is_not_stored_twice() -> None:
    today = article(URL)
    (result,) = admitted(reading(entry(URL)), known=KnownArticles(WINDOW, OPTIONS, [today]))
    assert (result.new, result.article, result.entry.fate) == (False, today, "kept")
    yesterday = article(URL, day="2026-11-29")
    (result,) = admitted(reading(entry(URL)), known=KnownArticles(WINDOW, OPTIONS, [yesterday]))
    assert (result.article, result.entry.reason, result.entry.version_id) == (None, "known_article", yesterday.version_id)


def test_a_changed_title_or_body_is_the_next_version() -> None:
    base = KnownArticles(WINDOW, OPTIONS, [article(URL)])
    (title,) = admitted(reading(entry(URL, "Old crane retires")), known=base)
    assert (of(title).version, of(title).article_id) == (2, article_id_of(URL))
    base = KnownArticles(WINDOW, OPTIONS, [article(URL)])
    (body,) = admitted(reading(entry(URL), prose(1) + "\n\nThis was corrected."), known=base)
    assert (of(body).version, of(body).article_id) == (2, article_id_of(URL))


def test_a_text_that_goes_back_to_an_earlier_version_is_not_stored_again() -> None:
    versions = [article(URL), article(URL, body=prose(2), version=2)]
    (result,) = admitted(reading(entry(URL)), known=KnownArticles(WINDOW, OPTIONS, versions))
    assert (result.new, result.article) == (False, versions[0])


def test_the_pages_canonical_link_brings_two_addresses_together() -> None:
    rows = entry(URL), entry(URL + "?page=full", guid="other")
    results = admitted(reading(rows[0]), reading(rows[1], canonical=URL))
    assert [r.entry.reason for r in results] == ["", "duplicate_page"]


def test_a_canonical_link_that_all_pages_of_a_template_carry_is_not_believed() -> None:
    landing = "https://lantern.example/all-our-news-2026"
    rows = [entry(f"https://lantern.example/story-{n}", f"Story of {n} cranes") for n in range(3)]
    results = admitted(*(reading(row, prose(n), canonical=landing) for n, row in enumerate(rows)))
    assert len({of(result).article_id for result in results}) == 3
    # And on the next day they are known again, and a further one is not taken for a version of the first.
    known = KnownArticles(WINDOW, OPTIONS, [replace(of(result), day="2026-11-29") for result in results])
    more = entry("https://lantern.example/kites", "Ninety kites")
    text = "Ninety kites rose over a warm beach while children ran below. " * 8
    again = admitted(
        *(reading(row, prose(n), canonical=landing) for n, row in enumerate(rows)), reading(more, text, canonical=landing), known=known
    )
    assert [r.entry.reason for r in again] == ["known_article"] * 3 + [""]
    assert of(again[3]).version == 1


def test_one_guid_for_several_stories_of_a_run_names_none_of_them() -> None:
    rows = [entry(f"https://lantern.example/story-{n}", f"Story of {n} cranes", guid="1") for n in range(3)]
    results = admitted(*(reading(row, prose(n)) for n, row in enumerate(rows)))
    assert [of(result).version for result in results] == [1, 1, 1]
    assert len({of(result).article_id for result in results}) == 3


NOTICE = (
    "We are sorry. What you were looking for has moved to another place, or it was never here at all. Please use the search box above. " * 3
)


def test_a_text_under_several_titles_that_it_does_not_speak_of_is_a_template() -> None:
    rows = [
        entry(URL, "Old crane lifts its last boat"),
        entry(OTHER, "Northern quay opens"),
        entry("https://lantern.example/x", "Garden planted"),
    ]
    results = admitted(*(reading(row, NOTICE) for row in rows))
    assert [r.entry.reason for r in results] == ["template_page"] * 3


def test_where_removed_stories_lead_to_the_top_story_that_one_stays() -> None:
    text = "The harbour council opened the northern quay on Monday. " * 8
    rows = [
        entry(URL, "Old crane lifts its last boat"),
        entry(OTHER, "Northern quay opened by harbour council"),
        entry("https://lantern.example/x", "Northern quay opened"),
    ]
    results = admitted(*(reading(row, text) for row in rows))
    assert [r.entry.reason for r in results] == ["template_page", "", "duplicate_page"]


def test_the_same_text_of_two_outlets_is_no_template() -> None:
    rows = entry(URL), entry("https://beacon.example/crane", outlet="The Beacon")
    assert [r.entry.fate for r in admitted(*(reading(row) for row in rows))] == ["kept", "kept"]


LINE = "The Lantern belongs to its readers and takes no money from the harbour."


def test_an_outlets_repeated_line_leaves_all_stories_of_the_batch_and_does_not_make_versions_later() -> None:
    rows = [entry(f"https://lantern.example/story-{n}", f"Story of {n} cranes") for n in range(4)]
    pages = [reading(row, f"{prose(n)}\n\n{LINE}") for n, row in enumerate(rows)]
    results = admitted(*pages)
    assert [of(result).body for result in results] == [prose(n) for n in range(4)]
    stored = [of(result) for result in results]
    # Fetched again alone, with and without the line still known.
    for notes in (stored[0].notes, ()):
        base = KnownArticles(WINDOW, OPTIONS, [replace(stored[0], notes=notes, day="2026-11-29")])
        text = f"{prose(0)}\n\n{LINE}" if notes else prose(0)
        (again,) = admitted(reading(rows[0], text), known=base)
        assert again.entry.reason == "known_article"
