"""The window of news: open at its start, closed at its end, the same on every machine."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from storage.schemas.window import Window

MOMENT = datetime(2025, 6, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("offset", "inside"),
    [(timedelta(0), True), (timedelta(microseconds=1), False), (timedelta(hours=-24), False), (timedelta(hours=-24, microseconds=1), True)],
)
def test_edges(offset, inside):
    assert Window(MOMENT).holds(MOMENT + offset) is inside


def test_each_instant_belongs_to_exactly_one_of_two_days_that_meet():
    instant = MOMENT
    assert Window(MOMENT).holds(instant) != Window(MOMENT + timedelta(hours=24)).holds(instant)


def test_an_instant_of_another_zone_is_judged_by_its_moment():
    cest = datetime(2025, 6, 4, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    assert Window(MOMENT).holds(cest)


def test_the_day_is_the_moment_s_in_utc():
    assert Window(datetime(2026, 12, 1, 8, tzinfo=timezone(timedelta(hours=9)))).day == "2026-11-30"
    assert Window(MOMENT, hours=48).start == MOMENT - timedelta(hours=48)
