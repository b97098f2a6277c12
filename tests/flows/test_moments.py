"""A run's window ends when the run was due, not when it came to start; one that is due for too long is missed."""

from datetime import UTC, datetime, timedelta

import pytest
from prefect.runtime import flow_run

from flows.house import House
from flows.moments import run_moment
from flows.news_run import NewsRun, run_identity
from flows.parameters import DailyNews
from flows.settings import Settings
from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.errors import BadInput
from storage.schemas.news import FeedFetch
from storage.schemas.questions import Run


@pytest.fixture
def due(monkeypatch):
    return lambda moment: monkeypatch.setitem(flow_run.FIELDS, "scheduled_start_time", lambda: moment)


@pytest.fixture
def start(tmp_path):
    house = House(Settings(lake=tmp_path / "lake", generator="baseline/cloze", validator="none"))
    return lambda due, **given: NewsRun(house, DailyNews(**given), due)


def test_a_run_due_before_midnight_that_starts_after_it_is_of_its_own_day(due):
    due(datetime(2026, 6, 3, 23, 50, 0, 4711, tzinfo=UTC))
    assert run_moment("now") == datetime(2026, 6, 3, 23, 50, tzinfo=UTC)
    assert run_identity(DailyNews(), run_moment("now")) == "news-2026-06-03-daily"


def test_a_run_without_a_schedule_means_now_and_never_later(due):
    assert abs(run_moment("now") - utc_now()) < timedelta(seconds=5)
    due(utc_now() + timedelta(hours=2))
    assert run_moment("now") <= utc_now()


def test_a_given_moment_wins_over_the_schedule(due):
    due(datetime(2026, 6, 3, 23, 50, tzinfo=UTC))
    assert run_moment("2026-06-01T12:00:00+02:00") == datetime(2026, 6, 1, 10, tzinfo=UTC)
    with pytest.raises(BadInput):
        run_moment("yesterday-ish")


def test_after_days_of_downtime_only_the_newest_window_is_worked_on_and_the_others_are_listed_as_missed(start):
    starts = [start(utc_now() - timedelta(days=days, hours=1)) for days in range(5)]
    assert [run.missed for run in starts] == [False, True, True, True, True]
    assert starts[1].skip()["status"] == "missed"
    lake = Lake.open(starts[1].house.settings.lake)
    assert [row.status for row in lake.read(Run, starts[1].run.run_id)] == ["missed"]


def test_a_day_that_a_person_asks_for_is_never_missed(start):
    assert not start(utc_now() - timedelta(days=9), moment="2026-01-01").missed


def test_a_run_that_has_read_its_feeds_goes_on_however_late(start):
    run = start(utc_now() - timedelta(days=2))
    row = FeedFetch(
        run_id=run.run.run_id, feed_id="f", outlet="o", url="https://f.example", final_url=None, status="ok", reason="", http_status=200, entries=0,
        in_window=0, elapsed_ms=1.0, fetched=utc_now(),
    )  # fmt: skip
    run.house.lake.append(FeedFetch, [row], run.run.run_id)
    assert not run.missed
