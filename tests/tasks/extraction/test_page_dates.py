"""Dates that a page states: published and modified told apart, nothing guessed."""

from datetime import UTC, datetime

import lxml.html
import pytest

from tasks.extraction.page_dates import PageDate, modified_on_page, published_on_page
from tasks.extraction.structured import read_structured


def dates(head: str, body: str = "") -> tuple[PageDate | None, PageDate | None]:
    document = lxml.html.fromstring(f"<html><head>{head}</head><body><p>{body}</p></body></html>")
    structured = read_structured(document)
    return published_on_page(structured, document), modified_on_page(structured, document)


def test_a_page_that_only_knows_its_last_change_has_no_publication_date() -> None:
    published, modified = dates('<meta property="article:modified_time" content="2025-06-03T08:00:00Z">', "1 February 2019")
    assert published is None
    assert modified == PageDate(datetime(2025, 6, 3, 8, tzinfo=UTC), "exact")


@pytest.mark.parametrize(
    ("head", "instant", "confidence"),
    [
        ('<meta property="article:published_time" content="2026-11-30T09:00:00+02:00">', datetime(2026, 11, 30, 7), "exact"),
        ('<meta name="pubdate" content="Mon, 30 Nov 2026 09:00:00 GMT">', datetime(2026, 11, 30, 9), "exact"),
        ('<meta name="date" content="2026-11-30">', datetime(2026, 11, 30), "day_only"),
        ('<meta name="date" content="2026-11-30 09:00">', datetime(2026, 11, 30, 9), "zone_assumed"),
        (
            '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-11-30"}</script>'
            '<meta property="article:published_time" content="2026-11-30T09:00:00Z">',
            datetime(2026, 11, 30, 9),
            "exact",
        ),
    ],
)
def test_machine_readable_statements_are_read_the_most_exact_one_first(head: str, instant: datetime, confidence: str) -> None:
    assert dates(head)[0] == PageDate(instant.replace(tzinfo=UTC), confidence)


@pytest.mark.parametrize("content", ["yesterday", "June 2019", "1970-01-01T00:00:00Z", "0001-01-01", "2026-13-45"])
def test_what_is_no_full_date_is_none(content: str) -> None:
    assert dates(f'<meta property="article:published_time" content="{content}">')[0] is None


def test_other_times_on_the_page_are_not_taken() -> None:
    assert dates("", '<time datetime="2020-01-01T00:00:00Z">another story</time>')[0] is None
