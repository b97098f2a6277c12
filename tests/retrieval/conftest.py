"""Lucene's Java machine, started once; the folder of real collections that lies beside some checkouts."""

from pathlib import Path

import pytest

from retrieval.jvm import start_jvm
from retrieval.options import JavaOptions


@pytest.fixture(scope="session")
def java():
    """The running Java machine."""
    start_jvm(JavaOptions())


@pytest.fixture(scope="session")
def collections():
    """The folder of retrieval collections."""
    folder = Path(__file__).parents[3] / "shared" / "world" / "data" / "ir"
    if not folder.is_dir():
        pytest.skip("the folder of real inputs does not lie beside this checkout")
    return folder
