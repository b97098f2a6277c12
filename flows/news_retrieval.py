"""Retrieval as a part of the news run: asked for by its parameters, checked before the run is pinned, done when the release stands.

Models are evaluated after it: retrieval settings show them what was found.
"""

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


async def measured_retrieval(parameters: DailyNews, release_id: str) -> dict[str, Any]:
    """The tables of retrieval for a run's release under the key ``retrieval``, where the parameters ask for retrievers; else nothing."""
    if not parameters.retrievers:
        return {}
    from flows.build_indexes import BuildIndexes, build_indexes

    wanted = BuildIndexes(release=release_id, retrievers=parameters.retrievers, windows=parameters.search_days)
    return {"retrieval": await build_indexes(wanted)}
