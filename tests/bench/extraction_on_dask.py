"""How much faster pages are read on more Dask workers: the same pages through one worker and through two, against this machine's own pool.

    python tests/bench/extraction_on_dask.py [--pages 200]

Wall seconds say what a user waits; processor seconds of the workers say what it costs, and hold on a machine that others use too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from dask_cluster import dask_cluster  # noqa: E402
from news_site import page  # noqa: E402

from tasks.extraction.dask_pool import DaskPool  # noqa: E402
from tasks.extraction.extract import PageJob  # noqa: E402
from tasks.extraction.options import PoolOptions  # noqa: E402
from tasks.extraction.pool import ExtractionPool  # noqa: E402


async def timed(pool: DaskPool | ExtractionPool, pages: list[bytes], warm: int) -> tuple[float, list[object]]:
    async with pool:
        await asyncio.gather(*(pool.run(PageJob(url="https://warm.example/", body=pages[0])) for _ in range(warm)))
        start = time.perf_counter()
        results = await asyncio.gather(*(pool.run(PageJob(url=f"https://a.example/{n}", body=body)) for n, body in enumerate(pages)))
        return time.perf_counter() - start, [result.value for result in results]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=200)
    pages = [page(number) for number in range(parser.parse_args().pages)]
    seconds, first = asyncio.run(timed(ExtractionPool(PoolOptions(workers=1)), pages, 4))
    print(f"own pool, 1 process   {seconds:6.1f} s  {len(pages) / seconds:5.1f} pages a second")
    for count in (1, 2):
        with tempfile.TemporaryDirectory() as folder, dask_cluster(Path(folder), count) as cluster:
            taken, values = asyncio.run(timed(DaskPool(PoolOptions(workers=1, dask=cluster.address)), pages, 8))
        same = "the same articles" if values == first else "OTHER ARTICLES"
        print(f"Dask, {count} worker{'s' * (count > 1):1}        {taken:6.1f} s  {len(pages) / taken:5.1f} pages a second {seconds / taken:4.2f} times, {same}")


if __name__ == "__main__":
    main()
