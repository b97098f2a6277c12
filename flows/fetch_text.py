"""Filling a text-free copy of a release: an article's page fetched and read as ingest does it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from flows.settings import Settings
from storage.schemas.errors import FetchFailed
from tasks.extraction.extract import Extraction, PageJob
from tasks.extraction.pool import ExtractionPool
from tasks.fetching.fetcher import Fetcher
from tasks.release.importing import FetchText


@asynccontextmanager
async def fetching_texts(settings: Settings) -> AsyncIterator[FetchText]:
    """A function that gives (title, body) of the article at a URL, while the context is open."""
    async with Fetcher(settings.fetch) as fetcher, ExtractionPool(settings.pool) as pool:

        async def fetch(url: str) -> tuple[str, str]:
            fetched = await fetcher.get(url)
            job = PageJob(url=fetched.final_url, body=fetched.body, content_type=fetched.headers.get("content-type", ""))
            result = await pool.run(job)
            page = result.value
            if not isinstance(page, Extraction) or page.fault:
                fault = page.fault if isinstance(page, Extraction) else result.detail
                raise FetchFailed(f"the page could not be read ({fault})", where=url, reason=result.reason or "extraction_failed")
            return page.title, page.body

        yield fetch
