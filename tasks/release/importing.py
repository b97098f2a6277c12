"""Taking in a release that was exported elsewhere: checked row by row, texts that its sender had to withhold fetched again and checked.

A fetched text is only taken when its SHA-256 is the one that the release was signed with; a page that has changed since stays withheld.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from storage.digest import Withheld, text_digest
from storage.manifest import read_manifest
from storage.release_files import TABLES
from storage.releases import Release, ReleaseStore
from storage.schemas.errors import BadInput, DigestMismatch, NotFound, OkbenchError
from storage.signature import Signature
from tasks.release.card import render_card
from tasks.release.copies import Copy, read_copy
from tasks.release.options import ImportOptions
from tasks.release.unpacking import KNOWN, unpack

FetchText = Callable[[str], Awaitable[tuple[str, str]]]
"""(title, body) of the article at a URL, read as ingest reads it; an OkbenchError when it cannot be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfilled:
    """An article whose text is still withheld. reason: not_fetched, changed (the page says something else now), or why fetching failed."""

    version_id: str
    url: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The outcome. status: new, already_here, or completed (it was here with fewer texts). filled: articles whose body was fetched."""

    release: Release
    status: str
    filled: int
    unfilled: tuple[Unfilled, ...]


async def import_release(
    store: ReleaseStore,
    source: Path,
    *,
    fetch_text: FetchText | None = None,
    expected: Signature | None = None,
    options: ImportOptions | None = None,
) -> Imported:
    """Take in the release in a folder or archive. Without ``fetch_text`` withheld texts stay so. ``expected``: the signature it must have.

    DigestMismatch, DamagedFile, NewerLake as ``read_copy``; BadInput for an archive with path tricks, and for another release of this id.
    """
    options = options or ImportOptions()
    with TemporaryDirectory() as scratch:
        copy = read_copy(_as_folder(source, Path(scratch), options))
    if expected is not None and not copy.manifest.signature.agrees(expected):
        what = f"the release is {copy.manifest.signature.short()}, not {expected.short()}"
        raise DigestMismatch(what, where=str(source), todo="Compare the two signatures with their sources")
    return await _take_in(store, copy, fetch_text, options)


async def complete_release(store: ReleaseStore, release_id: str, fetch_text: FetchText, options: ImportOptions | None = None) -> Imported:
    """Fetch the texts that a stored release lacks. NotFound for an unknown id."""
    release = store.load(release_id)
    copy = Copy(manifest=release.manifest, tables={name: release.table(name) for name in TABLES}, withheld=release.withheld)
    return await _take_in(store, copy, fetch_text, options or ImportOptions())


async def _take_in(store: ReleaseStore, copy: Copy, fetch_text: FetchText | None, options: ImportOptions) -> Imported:
    target = store.folder(copy.manifest.release_id)
    here = read_manifest(target) if target.exists() else None
    if here is not None and (here.id, here.content_digest) != (copy.manifest.id, copy.manifest.content_digest):
        raise BadInput("another release has this id in your lake", where=str(target), todo="Import it into a lake of its own")
    if here is not None and here.withheld == 0:
        return Imported(release=store.load(here.release_id), status="already_here", filled=0, unfilled=())
    articles, withheld, filled, unfilled = await _fill(copy.tables["articles"], copy.withheld, fetch_text, options)
    tables = {**copy.tables, "articles": articles}
    card = render_card(copy.manifest)
    if here is None:
        release = store.save(copy.manifest, tables, readme=card, withheld=withheld)
    elif len(withheld) < here.withheld:
        release = store.exchange(copy.manifest, tables, readme=card, withheld=withheld)
    else:
        return Imported(release=store.load(here.release_id), status="already_here", filled=0, unfilled=unfilled)
    return Imported(release=release, status="new" if here is None else "completed", filled=filled, unfilled=unfilled)


async def _fill(
    articles: pa.Table, withheld: Withheld, fetch_text: FetchText | None, options: ImportOptions
) -> tuple[pa.Table, dict[tuple[str, str], str], int, tuple[Unfilled, ...]]:
    """(articles with what could be fetched; what is still withheld; number of bodies filled; articles without their body)."""
    left = dict(withheld)
    texts: dict[tuple[str, str], str] = {}
    turn = asyncio.Semaphore(options.concurrency)
    wanted = sorted({version for version, column in withheld if column == "body"})
    urls = dict(zip(articles.column("version_id").to_pylist(), articles.column("url").to_pylist(), strict=True))

    async def fill(version: str) -> str:
        if fetch_text is None:
            return "not_fetched"
        async with turn:
            try:
                title, body = await fetch_text(urls[version])
            except (OkbenchError, OSError, ValueError) as error:
                return str(getattr(error, "reason", "") or type(error).__name__)
        if text_digest(body) != withheld[version, "body"]:
            return "changed"
        for column, text in (("body", body), ("title", title), ("page_title", title)):
            if withheld.get((version, column)) == text_digest(text):
                texts[version, column] = text
                del left[version, column]
        return ""

    outcomes = await asyncio.gather(*(fill(version) for version in wanted))
    unfilled = tuple(Unfilled(version_id=v, url=urls[v], reason=why) for v, why in zip(wanted, outcomes, strict=True) if why)
    return _with_texts(articles, texts), left, len(wanted) - len(unfilled), unfilled


def _with_texts(articles: pa.Table, texts: Mapping[tuple[str, str], str]) -> pa.Table:
    versions = articles.column("version_id").to_pylist()
    for column in {column for _, column in texts}:
        values = articles.column(column).to_pylist()
        values = [texts.get((version, column), value) for version, value in zip(versions, values, strict=True)]
        index = articles.schema.get_field_index(column)
        articles = articles.set_column(index, articles.schema.field(index), pa.array(values, pa.string()))
    return articles


def _as_folder(source: Path, scratch: Path, options: ImportOptions) -> Path:
    """The folder of a copy: ``source`` itself, the only folder in it that holds a manifest, or what its archive holds."""
    if source.is_file():
        unpack(source, scratch, max_bytes=options.max_bytes)
        return scratch
    if not source.is_dir():
        raise NotFound("there is no such folder or archive", where=str(source), todo="Name a release's folder, .zip or .tar.gz")
    inner = [path.parent for path in source.glob("*/manifest.json")]
    folder = source if (source / "manifest.json").exists() or len(inner) != 1 else inner[0]
    for path in folder.iterdir():
        if path.name in KNOWN and (path.is_symlink() or not path.is_file()):
            raise BadInput(f"{path.name} is no plain file", where=str(folder), todo="Ask its sender for a plain export")
    return folder
