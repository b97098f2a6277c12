"""After downtime: the days on which nothing ran are listed as missed, once, and the newest window is the only one that is open."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from flows.catch_up import MOST_DAYS, newest_is_open, note_missed_days, open_days, runs_of
from flows.run_record import note_run, pin_run
from storage.lake import Lake
from storage.schemas.questions import Run

MOMENT = datetime(2026, 11, 30, 6, 15, tzinfo=UTC)


@pytest.fixture
def lake(tmp_path):
    return Lake.open(tmp_path / "lake")


def run_on(lake, moment, *, name="daily", status="complete"):
    run = pin_run(lake, flow="news", name=name, moment=moment, moment_given=False, hours=24.0, parameters={"generator": "g"})
    return note_run(lake, run, status=status, release_id=f"release-{run.run_id}" if status == "complete" else None)


def test_days_between_the_last_run_and_the_newest_are_noted_as_missed_with_their_windows(lake):
    run_on(lake, MOMENT - timedelta(days=4))
    missed = note_missed_days(lake, run_on(lake, MOMENT, status="started"))
    assert [run.day for run in missed] == ["2026-11-27", "2026-11-28", "2026-11-29"]
    assert [run.moment for run in missed] == [MOMENT - timedelta(days=back) for back in (3, 2, 1)]
    assert {run.status for run in lake.read(Run, "news-2026-11-28-daily")} == {"missed"}


def test_noted_once_they_are_not_noted_again(lake):
    run_on(lake, MOMENT - timedelta(days=2))
    newest = run_on(lake, MOMENT, status="started")
    assert len(note_missed_days(lake, newest)) == 1
    assert note_missed_days(lake, newest) == []


def test_a_first_run_and_a_run_of_another_name_miss_nothing(lake):
    assert note_missed_days(lake, run_on(lake, MOMENT)) == []
    assert note_missed_days(lake, run_on(lake, MOMENT + timedelta(days=5), name="trial")) == []


def test_a_series_that_was_dropped_long_ago_is_not_filled_up(lake):
    run_on(lake, MOMENT - timedelta(days=400))
    assert len(note_missed_days(lake, run_on(lake, MOMENT))) == MOST_DAYS


def test_a_missed_day_can_be_run_later_under_its_own_window(lake):
    run_on(lake, MOMENT - timedelta(days=2))
    note_missed_days(lake, run_on(lake, MOMENT))
    yesterday = MOMENT - timedelta(days=1)
    again = pin_run(lake, flow="news", name="daily", moment=yesterday, moment_given=True, hours=24.0, parameters={"generator": "g"})
    assert again.status == "missed"
    assert note_run(lake, again, status="complete").status == "complete"


def test_backfill_takes_days_without_a_release_oldest_first_and_keeps_pinned_moments(lake):
    run_on(lake, MOMENT - timedelta(days=3))
    note_missed_days(lake, run_on(lake, MOMENT))
    days = open_days(lake, flow="news", name="daily", first=date(2026, 11, 26), last=date(2026, 11, 30), at=time(9, 0))
    assert [day for day, _ in days] == ["2026-11-26", "2026-11-28", "2026-11-29"]
    assert [moment.time() for _, moment in days] == [time(9, 0), time(6, 15), time(6, 15)]
    assert all(moment.tzinfo is not None for _, moment in days)


@pytest.mark.parametrize(("status", "opened"), [("complete", False), ("started", False), ("failed", False), ("missed", True)])
def test_the_newest_window_is_open_when_nothing_ran_or_it_was_missed(lake, status, opened):
    assert newest_is_open(lake, flow="news", name="daily", due=MOMENT)
    run_on(lake, MOMENT, status=status)
    assert newest_is_open(lake, flow="news", name="daily", due=MOMENT) is opened


def test_runs_are_found_by_their_own_flow_and_name(lake):
    run_on(lake, MOMENT, name="daily")
    run_on(lake, MOMENT, name="not-daily")
    assert {run.name for run in runs_of(lake, "news", "daily").values()} == {"daily"}
