"""Options and openings that several nouns share: which lake, which settings."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from flows.settings import Settings, load_settings
from storage.catalog import Catalog
from storage.lake import Lake
from storage.releases import Release, ReleaseStore
from storage.schemas.errors import BadConfig, NotFound
from storage.schemas.questions import Run

T = TypeVar("T")

LakeOption = Annotated[Path | None, typer.Option("--lake", help="Folder of the lake; default: OKBENCH_LAKE, then ./lake.")]
RunArgument = Annotated[str, typer.Argument(help="A run id of okbench news list, or 'latest'.")]
ReleaseArgument = Annotated[str, typer.Argument(help="A release id, its beginning, 'latest', its random id, or a signature line.")]


def settings_of(lake: Path | None = None, **overrides: Any) -> Settings:
    """Settings with command-line options on top."""
    return load_settings(lake=lake, **overrides)


def lake_of(path: Path | None) -> Lake:
    """The lake that the options mean; made if it does not exist."""
    return Lake.open(settings_of(path).lake)


def catalog_of(path: Path | None) -> Catalog:
    """DuckDB over the lake that the options mean."""
    return Catalog(lake_of(path))


def release_of(path: Path | None, text: str) -> Release:
    """The release that a person names. NotFound lists the choices."""
    store = ReleaseStore(lake_of(path))
    return store.load(store.resolve(text))


def run_of(lake: Lake, text: str, *, released: bool = False) -> Run:
    """The run of that id, or the latest; ``released``: among those with a release. NotFound lists the choices."""
    runs = {run.run_id: run for name in lake.partitions(Run) for run in lake.read(Run, name) if run.release_id or not released}
    found = max(runs.values(), key=lambda run: run.noted, default=None) if text == "latest" else runs.get(text)
    if found is None:
        what = f"there is no run {text!r}" + (" with a release" if released else "")
        raise NotFound(what, where=str(lake.root), todo=f"Choose one of: {', '.join(sorted(runs)) or 'none yet'}")
    return found


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end from the command line. BadConfig when a Prefect server is set and does not answer, or a passing one does not start."""
    try:
        return asyncio.run(_stoppable(work))
    except RuntimeError as error:
        if "ephemeral Prefect API server" in str(error):
            todo = "Run again; on a busy machine set PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS=120, or use a server of your own"
            raise BadConfig("Prefect's passing server did not start in time", where="prefect", todo=todo) from error
        if "Failed to reach API" not in str(error):
            raise
        todo = "Start it with: prefect server start; or unset PREFECT_API_URL to run without a server"
        raise BadConfig("the Prefect server does not answer", where="PREFECT_API_URL", todo=todo) from error


async def _stoppable(work: Coroutine[Any, Any, T]) -> T:
    """Ctrl-C also ends Prefect's passing server, and where the call to it blocks, its failure comes before the cancellation: still a stop."""
    try:
        return await work
    except Exception:
        if (task := asyncio.current_task()) and task.cancelling():
            raise asyncio.CancelledError from None
        raise
