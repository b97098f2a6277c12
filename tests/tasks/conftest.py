"""Shared by the tests of fetching, extraction, ingest and events: a site on loopback and a policy that may ask it, quickly."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Site

from tasks.fetching.policy import FetchPolicy


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def other_site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def policy() -> FetchPolicy:
    """Loopback allowed, no pauses, short patience."""
    return FetchPolicy(
        contact="desk@example.org",
        allow_private=True,
        per_host_delay_s=0,
        per_host_concurrency=8,
        read_timeout_s=1,
        total_timeout_s=3,
        retry_wait_s=0.01,
        max_bytes=1_000_000,
    )


@pytest.fixture(scope="session")
def world() -> Path:
    """The folder of real inputs beside the checkout."""
    folder = Path(__file__).resolve().parents[3] / "shared" / "world"
    if not folder.is_dir():
        pytest.skip("no folder of real inputs beside this checkout")
    return folder
