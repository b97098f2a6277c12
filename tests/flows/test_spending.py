"""Ceilings from the settings over what a lake's calls have cost, in parts and in journals."""

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from flows.spending import spending_ceilings, spent_since
from storage.journal import Journal
from storage.lake import Lake
from storage.schemas.calls import Call

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def lake(tmp_path):
    return Lake.open(tmp_path / "lake")


def call(number: int, started: datetime, cost: float | None) -> Call:


    values = {"int": 0, "float": 0.0, "str": "x", "bool": False, "datetime": started}
    given = {}
    for field in dataclasses.fields(Call):
        kind = str(field.type)
        given[field.name] = None if "None" in kind else values.get(kind, ())
    return Call(**(given | {"digest": f"d{number}", "cost": cost, "started": started}))


def test_the_sum_takes_in_parts_and_the_journals_of_running_processes(lake):
    lake.append(Call, [call(1, NOW, 1.5), call(2, NOW - timedelta(days=2), 4.0), call(3, NOW, None)], "news-2026-11-30")
    journal = Journal(lake.folder(Call, "evaluate-x"))
    journal.append(call(4, NOW, 0.25))
    assert spent_since(lake, NOW.replace(hour=0)) == pytest.approx(1.75)
    assert spent_since(lake, NOW.replace(day=1, hour=0)) == pytest.approx(5.75)
    journal.close()


def test_a_ceiling_exists_for_each_limit_that_is_set(lake):
    assert spending_ceilings(lake, day=None, month=None, now=NOW) == []
    day, month = spending_ceilings(lake, day=5, month=50, now=NOW)
    assert (day.label, month.label) == ("day 2026-11-30", "month 2026-11")
    lake.append(Call, [call(1, NOW, 2.0), call(2, NOW.replace(day=2), 3.0)], "s")
    day.refresh(0.0)
    month.refresh(0.0)
    assert (day.spent(1.0), month.spent(1.0)) == (3.0, 6.0)
