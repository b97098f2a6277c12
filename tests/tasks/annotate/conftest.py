"""A release of sixty questions on twelve articles, in a lake of its own."""

from pathlib import Path

import pytest

from storage.lake import Lake
from storage.releases import Release
from tests.tasks.annotate.made_releases import made_release


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def release(lake: Lake) -> Release:
    return made_release(lake.root)
