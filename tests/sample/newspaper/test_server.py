"""The server shows the newspaper as a reader finds it at one moment, and behaves as a good feed server does."""

from datetime import UTC, datetime, timedelta

import feedparser
import httpx
import pytest

from sample.newspaper.outlets import OUTLETS
from sample.newspaper.server import SampleNewspaper
from sample.newspaper.stories import load_stories

MOMENT = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def paper():
    with SampleNewspaper(MOMENT) as served:
        yield served


@pytest.mark.parametrize("outlet", OUTLETS)
def test_each_feed_is_well_formed_and_every_link_leads_to_its_article(paper, outlet):
    parsed = feedparser.parse(httpx.get(f"{paper.base}/{outlet}/feed.xml").content)
    assert not parsed.bozo
    assert len(parsed.entries) >= 3
    for entry in parsed.entries[:3]:
        page = httpx.get(entry.link)
        assert page.status_code == 200
        assert entry.title.replace("&", "&amp;").split("'")[0] in page.text


def test_a_conditional_request_is_answered_with_304(paper):
    first = httpx.get(f"{paper.base}/courier/feed.xml")
    again = httpx.get(f"{paper.base}/courier/feed.xml", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_correction_takes_the_place_of_the_page_it_corrects():
    story = next(s for s in load_stories() if s.kind == "correction")
    corrected_at = MOMENT - timedelta(hours=story.hours_back)
    with (
        SampleNewspaper(MOMENT, seen_from=corrected_at - timedelta(minutes=5)) as before,
        SampleNewspaper(MOMENT, seen_from=corrected_at + timedelta(minutes=5)) as after,
    ):
        old = {i.address: i.story.slug for i in before.items(story.outlet)}
        new = {i.address: i.story.slug for i in after.items(story.outlet)}
    address = next(a for a, slug in new.items() if slug == story.slug)
    assert old[address] == story.of


def test_only_what_was_published_by_then_is_served():
    with SampleNewspaper(MOMENT, seen_from=MOMENT - timedelta(days=5)) as paper:
        assert max(i.published for i in paper.items()) <= MOMENT - timedelta(days=5)


def test_an_undated_article_has_no_date_in_feed_or_page(paper):
    item = next(i for i in paper.items() if i.story.kind == "undated")
    assert "published_time" not in httpx.get(paper.base + item.address).text
    entries = feedparser.parse(httpx.get(f"{paper.base}/{item.story.outlet}/feed.xml").content).entries
    assert next(e for e in entries if e.link.endswith(item.address)).get("published") is None


def test_an_unknown_page_is_a_404(paper):
    assert httpx.get(f"{paper.base}/courier/news/no-such-thing").status_code == 404
