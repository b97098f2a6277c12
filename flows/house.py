"""What a run needs, built once from the settings: lake, models, prompts; and, while it is open, fetcher, workers and the door.

Stages are given these as arguments; nothing below ``flows`` builds them. A plain class on purpose: Prefect walks into dataclasses and
pydantic models that it is handed, and must not walk into this.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from flows.settings import Settings, secret
from flows.spending import spending_ceilings
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.clock import utc_now
from tasks.extraction.dask_pool import DaskPool
from tasks.extraction.pool import ExtractionPool, ReadingPool
from tasks.fetching.fetcher import Fetcher
from tasks.llm.baselines import BASELINES
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import ModelCatalog
from tasks.llm.request import Ask
from tasks.prompts.loader import Prompt, load_prompt


class House:
    """Open with ``async with`` for anything that fetches or asks; reading alone needs no opening."""

    def __init__(self, settings: Settings, *, max_usd: float | None = None, max_tokens: int | None = None) -> None:
        self.settings = settings
        self.lake = Lake.open(settings.lake)
        self.models = ModelCatalog.load(settings.models)
        self.releases = ReleaseStore(self.lake)
        ceilings = spending_ceilings(self.lake, day=settings.max_usd_day, month=settings.max_usd_month, now=utc_now())
        self.budget = Budget(max_usd or settings.max_usd, max_tokens or settings.max_tokens, ceilings=ceilings)
        self._stack = AsyncExitStack()
        self._fetcher: Fetcher | None = None
        self._pool: ReadingPool | None = None
        self._door: Door | None = None
        self._ledgers: dict[tuple[str, str], tuple[Ledger, Ask]] = {}

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close_ledgers()
        await self._stack.__aexit__(kind, error, trace)

    def prompt(self, name: str) -> Prompt:
        """A prompt by name, the user's own folder first."""
        return load_prompt(name, self.settings.prompts)

    async def fetcher(self) -> Fetcher:
        """The run's fetcher, opened when first asked for."""
        if self._fetcher is None:
            self._fetcher = await self._stack.enter_async_context(Fetcher(self.settings.fetch))
        return self._fetcher

    async def pool(self) -> ReadingPool:
        """The run's worker processes for pages, here or on a Dask cluster, started when first asked for."""
        if self._pool is None:
            options = self.settings.pool
            pool: DaskPool | ExtractionPool = DaskPool(options) if options.dask else ExtractionPool(options)
            await self._stack.enter_async_context(pool)
            self._pool = pool
        return self._pool

    async def door(self) -> Door:
        """The run's door to models, opened when first asked for."""
        if self._door is None:
            door = Door(models=self.models, budget=self.budget, limits=self.settings.door, secret=secret, baselines=BASELINES)
            self._door = await self._stack.enter_async_context(door)
        return self._door

    async def ask(self, scope: str, run_id: str) -> Ask:
        """How stages ask models, with every call kept in the ledger of ``scope``."""
        key = (scope, run_id)
        if key not in self._ledgers:
            ledger = Ledger(self.lake, scope, run_id)
            self._ledgers[key] = (ledger, (await self.door()).bind(ledger))
        return self._ledgers[key][1]

    def ledger(self, scope: str, run_id: str) -> Ledger:
        """The open ledger of a scope; ``ask`` has been called for it."""
        return self._ledgers[(scope, run_id)][0]

    def close_ledgers(self) -> None:
        """Move journals into the lake's tables, so that reports find the calls there; ledgers stay usable."""
        for ledger, _ in self._ledgers.values():
            ledger.close()
