"""Time: aware, UTC, and read from a person's text in one way."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from storage.schemas.clock import Stopwatch, as_utc, iso, parse_day, parse_moment, utc_now
from storage.schemas.errors import BadInput


def test_now_is_aware_and_utc():
    assert utc_now().utcoffset() == timedelta(0)


def test_an_instant_keeps_its_moment_in_utc():
    tokyo = datetime(2026, 12, 1, 8, 30, tzinfo=timezone(timedelta(hours=9)))
    assert as_utc(tokyo) == tokyo
    assert as_utc(tokyo).isoformat() == "2026-11-30T23:30:00+00:00"


def test_a_naive_datetime_is_a_fault():
    with pytest.raises(ValueError, match="naive"):
        as_utc(datetime(2026, 11, 30))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-30", datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)),
        ("2026-11-30T06:15Z", datetime(2026, 11, 30, 6, 15, tzinfo=UTC)),
        ("2026-11-30T06:15:00+02:00", datetime(2026, 11, 30, 4, 15, tzinfo=UTC)),
        ("2026-11-30T06:15", datetime(2026, 11, 30, 6, 15, tzinfo=UTC)),
    ],
)
def test_moments_as_people_write_them(text, expected):
    assert parse_moment(text) == expected


def test_now_has_no_fraction():
    assert parse_moment("now").microsecond == 0
    assert abs(parse_moment("now") - utc_now()) < timedelta(seconds=5)


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "30/11/2026", "", "2026-11-3x", "2026-02-30"])
def test_what_is_no_date_is_named_with_the_way_to_write_one(text):
    for parse in (parse_moment, parse_day):
        with pytest.raises(BadInput) as caught:
            parse(text)
        assert repr(text) in str(caught.value) and "2026-11-30" in str(caught.value)


def test_days():
    assert parse_day("2026-11-30") == date(2026, 11, 30)


def test_iso_shows_microseconds_only_when_there_are_any():
    assert iso(datetime(2026, 11, 30, 6, 15, tzinfo=UTC)) == "2026-11-30T06:15:00Z"
    assert iso(datetime(2026, 11, 30, 6, 15, 0, 5, tzinfo=UTC)) == "2026-11-30T06:15:00.000005Z"


def test_a_stopwatch_runs_forward():
    watch = Stopwatch()
    assert 0 <= watch.ms() <= watch.ms() < 10_000
