"""A lake that holds a made-up day with its release and scores, made once and only read."""

from pathlib import Path

import pytest

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.questions import Run
from tasks.report.collect import DailyReport, collect_report
from tests.tasks.report.made_day import make_day
from tests.tasks.report.made_scores import score_day


@pytest.fixture(scope="session")
def day(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lake, Run, Release]:
    """For reading only."""
    lake = Lake.open(tmp_path_factory.mktemp("report") / "lake")
    run, release = make_day(lake)
    score_day(lake, release)
    return lake, run, release


@pytest.fixture(scope="session")
def report(day: tuple[Lake, Run, Release]) -> DailyReport:
    return collect_report(*day)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An empty lake, to write into."""
    return Lake.open(tmp_path / "lake")
