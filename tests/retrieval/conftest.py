"""Lucene's Java machine, started once; the folder of real collections that lies beside some checkouts."""

import pytest
from known_collections import FOLDER

from retrieval.jvm import start_jvm
from retrieval.options import JavaOptions


@pytest.fixture(scope="session")
def java():
    """The running Java machine."""
    start_jvm(JavaOptions())


@pytest.fixture(scope="session")
def collections():
    """The folder of retrieval collections."""
    if not FOLDER.is_dir():
        pytest.skip("the folder of real inputs does not lie beside this checkout")
    return FOLDER
