"""Shared by the tests of events: the sample encyclopedia, asked without pauses."""

import pytest

from sample.encyclopedia.server import SampleEncyclopedia
from tasks.events.options import ArchiveOptions, BrowserOptions, EventOptions, WikiOptions
from tasks.events.regions import Region
from tasks.fetching.fetcher import Fetcher
from tasks.fetching.policy import FetchPolicy


@pytest.fixture
def encyclopedia():
    with SampleEncyclopedia() as served:
        yield served


@pytest.fixture
async def fetcher(policy: FetchPolicy):
    async with Fetcher(policy) as opened:
        yield opened


@pytest.fixture
def options(encyclopedia) -> EventOptions:
    """No pauses, no browser, the sample's own archive."""
    return EventOptions(
        wiki=WikiOptions(delay_s=0, concurrency=8),
        browser=BrowserOptions(use="never"),
        archive=ArchiveOptions(address=f"{encyclopedia.base}/web/", delay_s=0, concurrency=8),
    )


@pytest.fixture
def oskelund(encyclopedia) -> Region:
    titles = ("{year} in the Republic of Oskelund", "{year} in Oskelund")
    return Region(region_id="oskelund", name="Oskelund", titles=titles, wiki=f"{encyclopedia.base}/w/api.php")
