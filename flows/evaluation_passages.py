"""What retrieval settings show: the passages that each retriever found for each question, out of stored hits; measured first where there are none.

What is stored is taken as it is. To search again, after days were added to the lake or settings of retrieval changed, measure again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flows.grid import Cell
from flows.house import House
from flows.settings import index_options
from storage.releases import Release
from storage.schemas.errors import BadInput, NotFound
from tasks.answer.context import Passage
from tasks.questions.setting import RETRIEVAL


@dataclass(frozen=True, slots=True)
class Found:
    """What one retriever found in one window: its label in the tables, and passages by question id, best first."""

    label: str = ""
    passages: Mapping[str, Sequence[Passage]] = field(default_factory=dict)


def labels_of(house: House, cells: Iterable[Cell]) -> dict[str, str]:
    """What tables call the retrievers of the cells. NotFound for an unknown one, BadInput for more passages than are searched for."""
    listed = [cell.setting for cell in cells if cell.setting.name == RETRIEVAL]
    if not listed:
        return {}
    from retrieval.indexes import Indexes  # these packages take a moment to import, and many evaluations do without

    options = index_options(house.settings)
    deepest = max(options.cutoffs)
    if over := next((setting for setting in listed if setting.passages > deepest), None):
        todo = "Raise index.cutoffs in the settings and measure again"
        raise BadInput(f"{over} asks for more passages than the {deepest} that are searched for", where="setting", todo=todo)
    indexes = Indexes(house.lake.root, options.retrieval)
    return {name: indexes.label(name) for name in dict.fromkeys(setting.retriever for setting in listed)}


async def check_cells(house: House, cells: Sequence[Cell]) -> None:
    """Find out before anything is fetched or paid whether the retrievers of the cells can be used. NotFound, NotInstalled, BadConfig."""
    names = list(dict.fromkeys(cell.setting.retriever for cell in cells if cell.setting.retriever))
    if not names:
        return
    from retrieval.indexes import Indexes

    labels_of(house, cells)
    await asyncio.to_thread(Indexes(house.lake.root, index_options(house.settings).retrieval).check, names)


async def found_passages(house: House, release: Release, cells: Sequence[Cell], *, search: bool = True) -> dict[tuple[str, int], Found]:
    """By retriever (as the cells name it) and days, the passages of every question. Builds and measures what is missing; with ``search`` off it
    is left empty."""
    labels = labels_of(house, cells)
    wanted: dict[tuple[str, int], int] = {}
    for setting in (cell.setting for cell in cells if cell.setting.name == RETRIEVAL):
        key = (setting.retriever, setting.days)
        wanted[key] = max(wanted.get(key, 0), setting.passages)
    found: dict[tuple[str, int], Found] = {}
    for (name, days), count in wanted.items():
        there = await asyncio.to_thread(_stored, house, release, labels[name], days, count)
        if there is None and search:
            await _measure(release, name, days)
            there = await asyncio.to_thread(_stored, house, release, labels[name], days, count)
        found[name, days] = Found(labels[name], there or {})
    return found


async def _measure(release: Release, retriever: str, days: int) -> None:
    from flows.build_indexes import BuildIndexes, build_indexes

    await build_indexes(BuildIndexes(release=release.release_id, retrievers=[retriever], windows=[days]))


def _stored(house: House, release: Release, label: str, days: int, count: int) -> dict[str, list[Passage]] | None:
    from tasks.index.corpora import own_articles
    from tasks.index.passages import stored_passages

    try:
        stored = stored_passages(house.lake, release_id=release.release_id, retriever=label, days=days, k=count, own=own_articles(release))
    except NotFound:
        return None
    return {name: [Passage(title=one.title, day=one.day, text=one.text) for one in listed] for name, listed in stored.items()}
