"""Pages read on the workers of a Dask cluster: for days whose pages are too many for one machine's cores.

Reading pages is what costs processor time in a run; calls to models only wait, so they stay with the run and its one ledger. On each Dask worker the pages
go through the same guarded processes as without Dask (see ``pool``), so a page can neither hang nor end a worker, and the same page gives the same article.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from storage.schemas.errors import BadConfig, Permanent
from tasks.extraction.options import PoolOptions
from tasks.extraction.pool import ExtractionPool, PoolResult

_CONNECT_SECONDS = 20.0
_TRIES = 3  # on another worker, when one is lost
_pools: dict[tuple[Any, ...], ExtractionPool] = {}  # of this Dask worker, kept from page to page; they end with it


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a Dask worker has to know beside the page."""

    options: dict[str, Any]
    work: str
    prepare: str


async def read_here(reading: _Reading, job: Any) -> PoolResult:
    """Run on a Dask worker: one job through this worker's own pool."""
    key = (*sorted(reading.options.items()), reading.work, reading.prepare)
    if key not in _pools:
        pool = ExtractionPool(PoolOptions(**reading.options), work=reading.work, prepare=reading.prepare)
        _pools[key] = await pool.__aenter__()
    return await _pools[key].run(job)


class DaskPool:
    """``async with DaskPool(options) as pool: await pool.run(job)``; ``options.dask`` is the scheduler's address.

    Workers need okbench installed in the same version: what they read is compared with nothing.
    """

    def __init__(
        self,
        options: PoolOptions,
        *,
        work: str = "tasks.extraction.extract:extract_page",
        prepare: str = "tasks.extraction.extract:prepare",
    ) -> None:
        self.options = options
        self._reading = _Reading(options.model_dump() | {"dask": None}, work, prepare)
        self._client: Any = None

    async def __aenter__(self) -> Self:
        try:
            from distributed import Client
        except ImportError:
            raise BadConfig("Dask is not installed", where="pool.dask", todo='Run: pip install -e ".[dask]"') from None
        try:
            self._client = await Client(self.options.dask, asynchronous=True, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            todo = "Start it with: dask scheduler; and on each machine: dask worker ADDRESS --nworkers 2"
            raise BadConfig(f"no Dask scheduler answers ({error})", where=f"pool.dask = {self.options.dask}", todo=todo) from None
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._client.close()

    async def run(self, job: Any) -> PoolResult:
        """The result of one picklable job. A worker that is lost costs a page only when it is lost three times. Permanent when none is left."""
        from distributed.scheduler import KilledWorker

        future = self._client.submit(read_here, self._reading, job, pure=False, retries=_TRIES)
        try:
            result: PoolResult = await future
        except KilledWorker:
            return PoolResult(reason="extraction_crashed", detail="the Dask workers that read it died")
        except Permanent:
            raise
        except Exception as error:
            raise Permanent(f"the Dask cluster cannot read pages ({type(error).__name__}: {error})", where=str(self.options.dask)) from error
        return result
