"""How figures are written."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from tasks.report import figures


@pytest.mark.parametrize(("amount", "text"), [
    (None, "unknown"), (0.0, "0.00"), (2.484, "2.48"), (1234.5, "1,234.50"), (0.0512, "0.0512"), (0.0042, "0.0042"), (0.00004, "0.00004"),
    (0.00000123, "0.0000012"),
])  # fmt: skip
def test_usd(amount, text):
    assert figures.usd(amount) == text


def test_shares():
    assert figures.percent(0.5333) == "53.3 %"
    assert (figures.percent(None), figures.points(None)) == ("–", None)
    assert figures.points(0.12345) == 12.3
    assert figures.bounds(0.4811, 0.5838) == "48.1 to 58.4"


def test_instants_are_utc():
    assert figures.instant(datetime(2026, 11, 30, 8, 15, tzinfo=timezone(timedelta(hours=2)))) == "2026-11-30 06:15 UTC"
    assert figures.instant(datetime(2026, 11, 30, 6, 15, tzinfo=UTC)) == "2026-11-30 06:15 UTC"


def test_days_and_other_periods():
    assert figures.long_day("2026-11-03") == "3 November 2026"
    assert figures.long_day("years 2015 to 2024") == "years 2015 to 2024"


def test_counts_and_amounts():
    assert (figures.count(2350), figures.count(None)) == ("2,350", "–")
    assert figures.amount_of(1, "feed") == "1 feed"
    assert figures.amount_of(1200, "feed") == "1,200 feeds"
    assert figures.amount_of(2, "story", "stories") == "2 stories"
    assert figures.setting_name("no_context") == "no context"
