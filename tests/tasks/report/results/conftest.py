"""A lake with a made-up release and its results in every setting, made once and only read."""

from pathlib import Path

import pytest

from storage.lake import Lake
from storage.releases import Release
from tasks.report.results.gather import Results, gather
from tasks.report.results.static_reference import Reference, read_reference
from tasks.report.results.stored import Stored, read_stored
from tests.tasks.report.made_day import make_day
from tests.tasks.report.made_results import make_results


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lake, Release]:
    """For reading only."""
    lake = Lake.open(tmp_path_factory.mktemp("results") / "lake")
    _, release = make_day(lake)
    make_results(lake, release)
    return lake, release


@pytest.fixture(scope="session")
def stored(made: tuple[Lake, Release]) -> Stored:
    return read_stored(*made)


@pytest.fixture(scope="session")
def results(stored: Stored) -> Results:
    return gather(stored)


@pytest.fixture(scope="session")
def fresh(stored: Stored) -> Results:
    return gather(stored, fresh=True)


@pytest.fixture(scope="session")
def reference() -> Reference:
    return read_reference()


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An empty lake, to write into."""
    return Lake.open(tmp_path / "lake")
