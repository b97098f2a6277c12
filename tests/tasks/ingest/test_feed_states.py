from pathlib import Path

import pytest

from storage.lake import Lake
from storage.schemas.news import FeedState
from tasks.fetching.fetcher import Fetched
from tasks.ingest.feed_states import ask_again, kept_body, read_state, remember_answer, remember_gone
from tasks.ingest.feeds import Feed

FEED = Feed(feed_id="gazette", outlet="gazette", url="https://news.example/feed.xml", category="general")


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path)


def answer(body: bytes, **headers: str) -> Fetched:
    return Fetched(url=FEED.url, final_url=FEED.url, status=200, headers=headers, body=body, not_modified=False, elapsed_ms=1, redirects=())


def test_a_new_feed_has_no_state_and_no_body(lake: Lake) -> None:
    assert read_state(lake, FEED) is None
    assert kept_body(lake, None) is None


def test_validators_and_body_are_remembered(lake: Lake) -> None:
    remember_answer(lake, FEED, answer(b"<rss/>", etag='"1"', **{"content-type": "text/xml"}), None)
    state = read_state(lake, FEED)
    assert state is not None
    assert (state.etag, state.last_modified, state.content_type, state.gone) == ('"1"', None, "text/xml", False)
    assert kept_body(lake, state) == b"<rss/>"


def test_the_last_answer_holds(lake: Lake) -> None:
    for number in range(30):
        remember_answer(lake, FEED, answer(f"<rss>{number}</rss>".encode(), etag=str(number)), read_state(lake, FEED))
    state = read_state(lake, FEED)
    assert state is not None
    assert (state.etag, kept_body(lake, state)) == ("29", b"<rss>29</rss>")
    assert len(lake.parts(FeedState, FEED.feed_id)) <= 21


def test_gone_is_remembered_until_lifted(lake: Lake) -> None:
    remember_gone(lake, FEED)
    state = read_state(lake, FEED)
    assert state is not None
    assert state.gone
    assert ask_again(lake, FEED.feed_id)
    lifted = read_state(lake, FEED)
    assert lifted is not None
    assert not lifted.gone


def test_lifting_what_is_not_gone_changes_nothing(lake: Lake) -> None:
    assert not ask_again(lake, "unknown")
    remember_answer(lake, FEED, answer(b"<rss/>"), None)
    assert not ask_again(lake, FEED.feed_id)
