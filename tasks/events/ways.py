"""The ways to a cited document: the plain page, the page in a real browser, the archived copy. Each gives its own text or a reason, never another's.

The browser is for pages that came empty, the archive for all that gave no text; neither is used where robots.txt or the address itself forbids the
page, and a robot check is respected, not got round.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from storage.schemas.errors import FetchFailed, FetchRefused, OkbenchError
from tasks.events.archive import archived_on, nearest_copy, original_of, raw_copy
from tasks.events.browser import Browser
from tasks.events.options import EventOptions
from tasks.extraction.extract import Extraction, PageJob
from tasks.extraction.gates import Drop, Visit, judge_bytes, judge_page, kind_of
from tasks.extraction.options import GateOptions
from tasks.extraction.pool import ReadingPool
from tasks.fetching.challenges import is_challenge
from tasks.fetching.fetcher import Fetcher

_REMEMBERED = 2_000  # addresses
NEEDS_SCRIPTS = frozenset({"empty_text", "too_short", "empty_body", "video_only", "soft_404"})
FORBIDDEN = frozenset({"robots", "private_address", "scheme", "bad_url", "credentials", "http_451", "robots_unavailable"})
# A later run may find these otherwise.
PASSING = frozenset(
    {"timeout", "reset", "connect", "dns", "tls", "host_parked", "robots_unavailable", "bot_block", "browser_timeout", "browser_failed", "bad_encoding"}
    | {"internal_error", "extraction_timeout", "extraction_crashed", "http_408", "http_425", "http_429"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A link to follow: its address, an archived copy's if the page names one, what the reference calls it, the event's day."""

    url: str
    archive_url: str = ""
    title: str = ""
    language: str | None = None
    day: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a link led to. ``page`` is None where no way gave a text; ``reason`` then is that of the way that came furthest.

    ``tried`` is each way with "ok" or its reason; ``url`` the page's own address, ``archived`` the day of the copy.
    """

    lead: Lead
    tried: tuple[str, ...]
    page: Extraction | None = None
    way: str = ""
    kind: str = ""
    url: str = ""
    final_url: str = ""
    archived: str | None = None
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Page:
    page: Extraction
    url: str
    final_url: str
    kind: str


class Ways:
    """The three ways with what they need; safe for many links at once."""

    def __init__(self, *, fetcher: Fetcher, pool: ReadingPool, browser: Browser, options: EventOptions, gates: GateOptions) -> None:
        self._fetcher, self._pool, self._browser = fetcher, pool, browser
        self._options, self._gates = options, gates
        # An address that events of several pages cite is followed once; the bound keeps memory small.
        self._recent: OrderedDict[str, asyncio.Task[Found]] = OrderedDict()
        if options.archive.use:
            archive = options.archive
            fetcher.spare(urlsplit(archive.address).netloc, concurrency=archive.concurrency, delay_s=archive.delay_s)

    async def follow(self, lead: Lead) -> Found:
        """Try the ways in turn until one gives a text that passes the gates. Raises only what ends a run."""
        task = self._recent.get(lead.url)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._recent[lead.url] = asyncio.ensure_future(self._follow(lead))
            while len(self._recent) > _REMEMBERED:
                self._recent.popitem(last=False)
        self._recent.move_to_end(lead.url)
        return replace(await asyncio.shield(task), lead=lead)

    async def close(self) -> None:
        """Stop what is still being followed."""
        for task in self._recent.values():
            task.cancel()
        await asyncio.gather(*self._recent.values(), return_exceptions=True)

    async def _follow(self, lead: Lead) -> Found:
        tried: list[str] = []
        drops: list[Drop] = []
        for way in ("plain", "browser", "archive"):
            if way != "plain" and drops[0].reason in FORBIDDEN:
                break
            for outcome_of in self._addresses(way, lead, drops):
                outcome = await self._safely(way, lead, outcome_of)
                if isinstance(outcome, _Page):
                    archived = archived_on(outcome.final_url) if way == "archive" else None
                    return Found(
                        lead=lead, tried=(*tried, f"{way}:ok"), page=outcome.page, way=way, kind=outcome.kind, url=outcome.url,
                        final_url=outcome.final_url, archived=archived,
                    )  # fmt: skip
                tried.append(f"{way}:{outcome.reason}")
                drops.append(outcome)
        furthest = next((drop for drop in drops if not drop.reason.startswith(("http_", "dns", "connect", "timeout"))), drops[0])
        return Found(lead=lead, tried=tuple(tried), reason=furthest.reason, detail=furthest.detail[:300])

    def _addresses(self, way: str, lead: Lead, drops: Sequence[Drop]) -> list[str]:
        if way == "plain":
            return [lead.url]
        if way == "browser":
            return [lead.url] if self._browser.usable and drops[0].reason in NEEDS_SCRIPTS else []
        archive = self._options.archive
        if not archive.use or drops[0].reason == "not_html":
            return []
        if lead.archive_url:
            return [raw_copy(lead.archive_url)]
        return [nearest_copy(archive.address, lead.url, lead.day)] if archive.guess and lead.day else []

    async def _safely(self, way: str, lead: Lead, address: str) -> _Page | Drop:
        try:
            return await self._visit(way, lead, address)
        except (FetchFailed, FetchRefused) as error:
            return Drop(error.reason, str(error))
        except OkbenchError:
            raise
        except Exception as error:  # a fault of ours on one page is counted, and must not cost the others
            return Drop("internal_error", f"{type(error).__name__}: {error}")

    async def _visit(self, way: str, lead: Lead, address: str) -> _Page | Drop:
        headers: dict[str, str] = {}
        if way == "browser":
            rendered = await self._browser.render(address)
            final, body, content_type = rendered.final_url, rendered.body, "text/html; charset=utf-8"
        else:
            fetched = await self._fetcher.get(address, html_only=True)
            final, body, headers = fetched.final_url, fetched.body, dict(fetched.headers)
            content_type = headers.get("content-type", "")
        drop = judge_bytes(body, content_type)
        if drop is not None:
            return drop
        own = (original_of(final) or lead.url) if way == "archive" else final
        result = await self._pool.run(PageJob(url=own, body=body, content_type=content_type, language=lead.language))
        if result.reason:
            return Drop(result.reason, result.detail)
        page: Extraction = result.value
        challenge = page.words < self._gates.notice_words and is_challenge(headers, body)
        visit = Visit(asked=lead.url, final=own, feed_title=lead.title, page=page, challenge=challenge)
        drop = judge_page(visit, self._gates)
        return drop if drop is not None else _Page(page, own, final, kind_of(visit))
