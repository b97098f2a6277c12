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

T = TypeVar("T")

LakeOption = Annotated[Path | None, typer.Option("--lake", help="Folder of the lake; default: OKBENCH_LAKE, then ./lake.")]
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


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end from the command line."""
    return asyncio.run(work)
