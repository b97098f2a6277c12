"""A run is a day and a name; its moment is pinned at the first start, and only one process works on it."""

from datetime import UTC, datetime, timedelta

import pytest

from flows.run_record import note_run, only_start, pin_run, run_id
from storage.lake import Lake
from storage.schemas.errors import BadInput, StoreBusy

MOMENT = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)


@pytest.fixture
def lake(tmp_path):
    return Lake.open(tmp_path / "lake")


def pin(lake, *, moment=MOMENT, given=False, hours=24.0, name="daily", **parameters):
    return pin_run(lake, flow="news", name=name, moment=moment, moment_given=given, hours=hours, parameters=parameters)


def test_a_second_start_on_the_day_goes_on_under_the_first_moment(lake):
    first = pin(lake)
    assert pin(lake, moment=MOMENT + timedelta(hours=3)) == first
    assert first.run_id == "news-2026-11-30-daily"


def test_another_name_or_another_day_is_another_run(lake):
    ids = {pin(lake).run_id, pin(lake, name="trial").run_id, pin(lake, moment=MOMENT + timedelta(days=1)).run_id}
    assert len(ids) == 3


@pytest.mark.parametrize(
    "other", [{"moment": MOMENT + timedelta(hours=1), "given": True}, {"hours": 48.0}, {"generator": "b"}], ids=["moment", "hours", "parameters"]
)
def test_other_values_for_a_pinned_run_are_refused_with_the_way_out(lake, other):
    pin(lake, generator="a")
    with pytest.raises(BadInput, match="--name"):
        pin(lake, **({"generator": "a"} | other))


def test_a_status_is_kept_with_the_run(lake):
    run = note_run(lake, pin(lake), status="complete", release_id="r1")
    assert (pin(lake).status, pin(lake).release_id) == ("complete", "r1")
    assert note_run(lake, run, status="partial").release_id == "r1"


def test_a_name_that_is_a_path_is_refused(lake):
    with pytest.raises(BadInput, match="run name"):
        run_id("news", "2026-11-30", "../../elsewhere")


def test_a_run_at_work_is_not_started_twice_and_is_free_afterwards(lake):
    with only_start(lake, "news-2026-11-30-daily"), pytest.raises(StoreBusy, match="another process"), only_start(lake, "news-2026-11-30-daily"):
        pass
    with only_start(lake, "news-2026-11-30-daily"):
        pass
