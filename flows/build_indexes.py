"""Retrieval for a release: indexes of the news around it, and how well they find the articles of its questions."""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from flows.artifacts import show_table, tell
from flows.indexing import Windows, build, built_rows, estimate_rows, measure, show
from flows.parameters import Days
from flows.settings import index_options, load_settings
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.errors import BadInput
from tasks.index.tables import stored_tables


class BuildIndexes(BaseModel):
    """What building may be told; what is left out comes from the settings."""

    model_config = ConfigDict(extra="forbid")

    release: str = Field("latest", description="Release id, its beginning, latest, its random id, or a signature line")
    retrievers: list[str] = Field([], description="bm25, dpr, colbert, dense:MODEL, late:MODEL, fusions such as bm25+dpr; empty: those of the settings")
    windows: list[Days] = Field([], description="Days of news to search, each window ending with the release's; empty: those of the settings")
    measure: bool = Field(True, description="Search the release's questions and measure; otherwise only build")
    dry_run: bool = Field(False, description="Say what would be embedded and how long it will take, then stop")

    @classmethod
    def checked(cls, **values: Any) -> BuildIndexes:
        """Parameters from a person's values; BadInput names the one that is wrong."""
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            option = "--days" if first["loc"][0] == "windows" else f"--{first['loc'][0]}"
            raise BadInput(str(first["msg"]), where=option, todo="See okbench indexes build --help") from None


@flow(name="build_indexes", flow_run_name="indexes {parameters.release}", persist_result=False)
async def build_indexes(parameters: BuildIndexes = BuildIndexes()) -> dict[str, Any]:  # noqa: B008  pydantic models are frozen values here
    """Build the indexes of a release's windows and measure them; returns what was built, the tables, and what to know of them."""
    settings = load_settings()
    lake = Lake.open(settings.lake)
    store = ReleaseStore(lake)
    release = store.load(store.resolve(parameters.release))
    options = index_options(settings)
    given = {"retrievers": tuple(dict.fromkeys(parameters.retrievers)), "windows": tuple(sorted(set(parameters.windows)))}
    options = options.model_copy(update={name: values for name, values in given.items() if values})
    windows = await asyncio.to_thread(Windows.open, lake, release, options)
    await asyncio.to_thread(windows.indexes.check, options.retrievers)
    estimate = estimate_rows(await asyncio.to_thread(windows.estimate))
    result: dict[str, Any] = {"release_id": release.release_id, "signature": release.signature.short(), "windows": windows.notes, "estimate": estimate}
    if estimate:
        await show_table(f"retrieval-estimate-{release.manifest.period}", estimate, "What has to be embedded, and the minutes it will take")
    for row in estimate:
        if row["articles to embed"]:
            tell("{retriever}: {articles to embed} articles to embed in {passages} passages, about {minutes} minutes".format(**row))
    if parameters.dry_run:
        return result | {"status": "estimated"}
    result["built"] = built_rows(await build(windows))
    await show_table(f"indexes-{release.manifest.period}", result["built"], f"Indexes of {release.release_id}")
    if parameters.measure:
        measured = await measure(windows, lake)
        await show(lake, release)
        result["warnings"] = [f"{one.retriever}, {one.days} d: {warning}" for one in measured for warning in one.warnings]
        result |= {name: table.records() for name, table in stored_tables(lake, release.release_id).items()}
    return result | {"status": "complete"}
