"""Retrieval as a part of the news run: asked for by its parameters, checked before the run is pinned, done when the release stands."""

from __future__ import annotations

import asyncio
from typing import Any

from flows.parameters import DailyNews
from flows.settings import Settings, index_options


async def check_retrievers(settings: Settings, parameters: DailyNews) -> None:
    """Find out before anything is fetched whether the retrievers can be used. NotFound, NotInstalled, BadConfig."""
    if not parameters.retrievers:
        return
    from retrieval.indexes import Indexes  # these packages take a moment to import, and most runs do without

    indexes = Indexes(settings.lake, index_options(settings).retrieval)
    await asyncio.to_thread(indexes.check, parameters.retrievers)


async def with_retrieval(parameters: DailyNews, result: dict[str, Any]) -> dict[str, Any]:
    """A run's result with the tables of retrieval for its release, where the parameters ask for retrievers."""
    if not parameters.retrievers or "release_id" not in result:
        return result
    from flows.build_indexes import BuildIndexes, build_indexes

    wanted = BuildIndexes(release=result["release_id"], retrievers=parameters.retrievers, windows=parameters.search_days)
    return result | {"retrieval": await build_indexes(wanted)}
