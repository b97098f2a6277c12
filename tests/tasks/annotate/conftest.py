"""A release of sixty questions on twelve articles, made once; each test has a lake of its own with it."""

import shutil
from pathlib import Path

import pytest

from storage.lake import Lake
from storage.releases import Release, ReleaseStore
from tests.tasks.annotate.made_releases import made_release


@pytest.fixture(scope="session")
def made_lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("annotate") / "lake"
    made_release(folder)
    return folder


@pytest.fixture
def lake(made_lake: Path, tmp_path: Path) -> Lake:
    shutil.copytree(made_lake, tmp_path / "lake")
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def release(lake: Lake) -> Release:
    store = ReleaseStore(lake)
    return store.load(store.resolve("latest"))
