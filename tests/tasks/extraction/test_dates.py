import time
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.extraction.dates import NO_DATE, read_date

EVENING = datetime(2025, 6, 3, 18, 42, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "raw",
    [
        "Tue, 03 Jun 2025 18:42:10 GMT",
        "Tue, 3 Jun 2025 18:42:10 UT",
        "Tuesday, 03 June 2025 18:42:10 UT",
        "Tue, 03 Jun 25 18:42:10 +0000",
        "Tue 3 Jun 2025 18:42:10 GMT",
        "03 Jun 2025 18:42:10 Z",
        "Tue, 03 Jun 2025 14:42:10 EDT",
        "Tue, 03 Jun 2025 13:42:10 EST",
        "Tue, 03 Jun 2025 20:42:10 CEST",
        "Tue, 03 Jun 2025 19:42:10 CET",
        "Wed, 04 Jun 2025 03:42:10 JST",
        "Wed, 04 Jun 2025 05:42:10 AEDT",
        "Wed, 04 Jun 2025 00:12:10 +0530",
        "Tue, 03 Jun 2025 20:42:10 +0200 (CEST)",
        "Tue, 03 Jun 2025 20:42:10 GMT+0200 (Central European Summer Time)",
        "2025-06-03T18:42:10Z",
        "2025-06-03T20:42:10+02:00",
        "2025-06-03T15:42:10\u221203:00",
        "2025-06-03T18:42:10.123456789Z",
        "2025-06-03 15:42:10 -0300",
        "2025-06-03T19:42:10 Europe/Lisbon",
        "20250603T184210Z",
        "Tue Jun  3 14:42:10 EDT 2025",
        "Tuesday, June 3, 2025 at 2:42:10 PM ET",
        "Ter, 03 Jun 2025 15:42:10 -0300",
        "Вт, 03 июн 2025 21:42:10 +0300",
        "1748976130",
        "1748976130123",
        "  Tue,\n 03 Jun 2025   18:42:10 GMT ",
    ],
)
def test_one_instant_in_many_spellings(raw: str) -> None:
    found = read_date(raw)
    assert found.instant == EVENING
    assert found.confidence == "exact"


@pytest.mark.parametrize(
    "raw",
    [
        "Tue, 03 Jun 2025 18:42:10",
        "2025-06-03 18:42:10",
        "2025/06/03 18:42:10",
        "03.06.2025 18:42:10",
        "Tue Jun  3 18:42:10 2025",
        "3 juin 2025 à 18:42:10",
        "3. Juni 2025, 18:42:10 Uhr",
        "2025年6月3日 18:42:10",
        "Tue, 03 Jun 2025 18:42:10 XYZT",
        "Tue, 03 Jun 2025 18:42:10 +9900",
    ],
)
def test_a_time_without_a_readable_zone_is_kept_and_flagged(raw: str) -> None:
    found = read_date(raw)
    assert found.instant == EVENING
    assert found.confidence == "zone_assumed"


def test_a_feeds_own_zone_is_used_where_the_text_has_none() -> None:
    found = read_date("Tue, 03 Jun 2025 18:42:10", zone="America/Sao_Paulo")
    assert found.instant == EVENING + timedelta(hours=3)
    assert found.confidence == "zone_assumed"


def test_a_feeds_own_zone_never_moves_a_time_that_has_one() -> None:
    assert read_date("2025-06-03T20:42:10+02:00", zone="Asia/Tokyo").instant == EVENING


@pytest.mark.parametrize(
    "raw",
    [
        "2025-06-03",
        "20250603",
        "Jun 3, 2025",
        "3 de junho de 2025",
        "terça-feira, 3 de junho de 2025",
        "1er juin 2025",
        "06/23/2025",
        "23.06.2025",
    ],
)
def test_a_day_without_a_time_says_so(raw: str) -> None:
    found = read_date(raw)
    assert found.confidence == "day_only"
    assert found.instant is not None
    assert (found.instant.hour, found.instant.minute) == (0, 0)
    assert (found.instant.year, found.instant.month) == (2025, 6)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "yesterday-ish, 25:61",
        "18:42",
        "3 Jun",
        "June 2025",
        "2025",
        "2025-06",
        "03/06/2025 18:42",
        "Tue, 31 Jun 2025 18:42:10 GMT",
        "2025-06-03T25:00:00Z",
        "2025-06-03T18:61:00Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "13:99 pm, 3 Jun 2025",
        "12 Foo 2025 10:00 GMT",
        "x" * 5000,
        "\ufffd\ufffd, 29 \ufffd\ufffd 2004 12:53:00 GMT",
    ],
)
def test_what_cannot_be_read_is_no_date_and_never_a_guess(raw: str) -> None:
    assert read_date(raw) == NO_DATE


def test_slashed_numbers_are_read_only_when_they_can_mean_one_day() -> None:
    assert read_date("23/06/2025 18:42").instant == datetime(2025, 6, 23, 18, 42, tzinfo=UTC)
    assert read_date("06/23/2025 18:42").instant == datetime(2025, 6, 23, 18, 42, tzinfo=UTC)
    assert read_date("06/06/2025 18:42").instant == datetime(2025, 6, 6, 18, 42, tzinfo=UTC)
    assert read_date("06/07/2025 18:42").instant is None


def test_two_digit_years_are_of_the_nearer_century() -> None:
    assert read_date("03 Apr 02 1500 GMT").instant == datetime(2002, 4, 3, 15, tzinfo=UTC)
    assert read_date("Sun, 31 Jan 99 10:00:00 GMT").instant == datetime(1999, 1, 31, 10, tzinfo=UTC)


def test_noon_and_midnight_on_a_twelve_hour_clock() -> None:
    assert read_date("Mon, 21 Jan 2008 12:05 am PST").instant == datetime(2008, 1, 21, 8, 5, tzinfo=UTC)
    assert read_date("Mon, 21 Jan 2008 12:05 pm PST").instant == datetime(2008, 1, 21, 20, 5, tzinfo=UTC)
    assert read_date("Mon, 21 Jan 2008 13:05 pm PST").instant is None


def test_the_last_moment_of_a_day_may_be_written_as_24() -> None:
    assert read_date("2025-06-03T24:00:00Z").instant == datetime(2025, 6, 4, tzinfo=UTC)


@given(
    moment=st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)).map(lambda d: d.replace(microsecond=0)),
    minutes=st.integers(-12 * 60, 14 * 60),
)
def test_whatever_is_written_by_the_standards_comes_back(moment: datetime, minutes: int) -> None:
    local = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    assert read_date(local.isoformat()).instant == local
    assert read_date(format_datetime(local)).instant == local
    assert read_date(str(int(local.timestamp()))).instant == local


@given(st.text(max_size=120))
def test_no_text_whatever_raises(raw: str) -> None:
    found = read_date(raw)
    assert found.instant is None or found.instant.tzinfo is not None


def test_reading_is_quick() -> None:
    """A day's few thousand dates must not be felt: well under a tenth of a millisecond each."""
    start = time.process_time()
    for _ in range(500):
        read_date("Tue, 03 Jun 2025 18:42:10 GMT")
        read_date("2025-06-03T20:42:10+02:00")
        read_date("this is no date at all, however long one looks at it")
    assert time.process_time() - start < 1500 * 0.0001
