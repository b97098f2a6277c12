from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.fetching.statuses import failure_of, retry_after_s

NOW = datetime(2026, 11, 30, 6, 15, tzinfo=UTC)


@pytest.mark.parametrize("status", [200, 203, 204, 304])
def test_usable(status: int) -> None:
    assert failure_of(status, {}, b"", "http://n.example/") is None


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_refused_for_good(status: int) -> None:
    failure = failure_of(status, {}, b"", "http://n.example/")
    assert isinstance(failure, FetchRefused)
    assert (failure.reason, failure.http_status) == (f"http_{status}", status)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 522])
def test_failed_for_now(status: int) -> None:
    failure = failure_of(status, {}, b"", "http://n.example/")
    assert isinstance(failure, FetchFailed)
    assert (failure.reason, failure.http_status) == (f"http_{status}", status)


def test_a_403_with_a_challenge_is_a_bot_block() -> None:
    failure = failure_of(403, {"server": "cloudflare", "cf-mitigated": "challenge"}, b"", "http://n.example/")
    assert isinstance(failure, FetchRefused)
    assert failure.reason == "bot_block"


def test_a_404_page_that_mentions_a_challenge_stays_a_404() -> None:
    failure = failure_of(404, {}, b"just a moment...", "http://n.example/")
    assert failure is not None
    assert failure.reason == "http_404"


def test_retry_after_in_seconds() -> None:
    assert retry_after_s({"retry-after": " 120 "}) == 120


def test_retry_after_as_a_date_counts_from_the_servers_own_clock() -> None:
    wrong_clock = NOW - timedelta(days=400)
    headers = {
        "date": format_datetime(wrong_clock, usegmt=True),
        "retry-after": format_datetime(wrong_clock + timedelta(seconds=90), usegmt=True),
    }
    assert retry_after_s(headers) == 90


def test_a_date_in_the_past_means_now() -> None:
    assert retry_after_s({"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}) == 0


@pytest.mark.parametrize("text", ["", "soon", "-5", "99999999999999999999999 GMT"])
def test_an_unreadable_one_says_nothing(text: str) -> None:
    assert retry_after_s({"retry-after": text}) is None
