"""Pages on a real Dask cluster of two workers: both read, a lost worker costs no page, and what is wrong with the cluster is said."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from dask_cluster import dask_cluster

from storage.schemas.errors import BadConfig
from tasks.extraction.dask_pool import DaskPool
from tasks.extraction.options import PoolOptions

HERE = str(Path(__file__).parent)
pytestmark = [pytest.mark.slow, pytest.mark.service]


async def test_both_workers_read_a_bad_page_costs_itself_and_a_lost_worker_costs_none(tmp_path):
    with dask_cluster(tmp_path, 2, also=HERE) as cluster:
        options = PoolOptions(workers=1, page_seconds=20, dask=cluster.address)
        async with DaskPool(options, work="pool_jobs:work", prepare="pool_jobs:prepare") as pool:
            results = await asyncio.gather(*(pool.run(("pid after", 0.2)) for _ in range(8)), pool.run(("die", 3)))
            assert len({result.value for result in results[:8]}) == 2
            assert results[8].reason == "extraction_crashed"
            jobs = [asyncio.create_task(pool.run(("pid after", 0.3))) for _ in range(8)]
            await asyncio.sleep(0.5)
            cluster.workers[0].kill()
            assert all(result.reason == "" for result in await asyncio.gather(*jobs))


async def test_a_cluster_that_is_not_there_is_told_with_the_way_to_start_it(monkeypatch):
    monkeypatch.setattr("tasks.extraction.dask_pool._CONNECT_SECONDS", 0.5)
    with pytest.raises(BadConfig, match="dask scheduler"):
        async with DaskPool(PoolOptions(dask="tcp://127.0.0.1:9")):
            pass
