"""Asks MediaWiki's API for the wikitext of pages, with the manners its operators ask for: one request after the other, a User-Agent with a contact,
``maxlag``, revision ids compared before anything is fetched anew, redirects and normalised titles followed, continuation obeyed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.events.options import WikiOptions
from tasks.fetching.fetcher import Fetched, Fetcher
from tasks.fetching.statuses import retry_after_s

_WAIT = 5.0
_PASSING = frozenset({"maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError", "internal_api_error_DBQueryTimeoutError"})
_MISSING = frozenset({"missingtitle", "nosuchpageid", "invalidtitle"})
_MOST_CONTINUED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class WikiPage:
    """A page's latest revision. ``title`` after normalising and redirects; ``text`` is None where only the revision was asked for."""

    asked: str
    title: str
    url: str
    revision_id: int | None
    revised: datetime | None
    text: str | None
    etag: str | None = None
    last_modified: str | None = None


class MediaWiki:
    """One wiki, by the address of its ``api.php``."""

    def __init__(self, api: str, fetcher: Fetcher, options: WikiOptions) -> None:
        self.api = api
        self._fetcher, self._options = fetcher, options
        fetcher.spare(urlsplit(api).netloc, concurrency=options.concurrency, delay_s=options.delay_s)

    async def revisions(self, titles: Iterable[str]) -> dict[str, WikiPage]:
        """The latest revision of each page that exists, by the title asked for; their texts are not fetched."""
        titles = list(dict.fromkeys(titles))
        found: dict[str, WikiPage] = {}
        size = self._options.titles_per_check
        for start in range(0, len(titles), size):
            some = titles[start : start + size]
            answer, _ = await self._query({"titles": "|".join(some), "rvprop": "ids|timestamp"})
            found |= self._pages(some, answer, None)
        return found

    async def page(self, title: str, *, etag: str | None = None, last_modified: str | None = None) -> WikiPage | None:
        """A page with its wikitext; None when there is none of that title.

        Raises FetchFailed or FetchRefused; its reason is ``not_modified`` when the answer is the one that ``etag`` names.
        """
        answer, fetched = await self._query({"titles": title, "rvprop": "ids|timestamp|content", "rvslots": "main"}, etag, last_modified)
        return self._pages([title], answer, fetched).get(title)

    async def _query(self, parameters: dict[str, str], etag: str | None = None, last_modified: str | None = None) -> tuple[dict[str, Any], Fetched]:
        """The ``query`` of all continued answers put together, and the last answer as fetched."""
        whole: dict[str, Any] = {"pages": {}, "normalized": [], "redirects": []}
        more: dict[str, str] = {}
        for _ in range(_MOST_CONTINUED):
            fetched = await self._ask({**parameters, **more}, etag, last_modified)
            if fetched.not_modified:
                raise FetchRefused("not changed since it was read", where=self.api, reason="not_modified", http_status=304)
            content = _content(fetched)
            query = content.get("query") or {}
            for page in query.get("pages") or []:
                whole["pages"][page.get("title", "")] = {**whole["pages"].get(page.get("title", ""), {}), **page}
            for key in ("normalized", "redirects"):
                whole[key] += query.get(key) or []
            more = {key: str(value) for key, value in (content.get("continue") or {}).items()}
            if not more:
                return whole, fetched
        raise FetchFailed(f"the answer went on after {_MOST_CONTINUED} parts", where=self.api, reason="wiki_endless")

    async def _ask(self, parameters: dict[str, str], etag: str | None, last_modified: str | None) -> Fetched:
        """One request, again after the wait that the wiki asks for when it is behind or busy."""
        fixed = {"action": "query", "prop": "revisions", "format": "json", "formatversion": "2", "redirects": "1", "maxlag": str(self._options.maxlag_s)}
        url = f"{self.api}?{urlencode(fixed | parameters)}"
        for attempt in range(self._options.maxlag_tries):
            fetched = await self._fetcher.get(url, etag=etag, last_modified=last_modified, api=True)
            code = "" if fetched.not_modified else str((_content(fetched).get("error") or {}).get("code", ""))
            if code in _PASSING:
                if attempt + 1 < self._options.maxlag_tries:
                    self._fetcher.pause(url, retry_after_s(fetched.headers) or _WAIT)
                continue
            if code and code not in _MISSING:
                info = str(_content(fetched)["error"].get("info", ""))[:300]
                raise FetchRefused(f"the wiki answers {code}: {info}", where=self.api, reason=f"wiki_{code}")
            return fetched
        raise FetchFailed(f"the wiki was behind or busy {self._options.maxlag_tries} times", where=self.api, todo="Run again later", reason="wiki_busy")

    def _pages(self, asked: Iterable[str], query: dict[str, Any], fetched: Fetched | None) -> dict[str, WikiPage]:
        led = {row.get("from"): row.get("to") for row in [*query["normalized"], *query["redirects"]]}
        found: dict[str, WikiPage] = {}
        for title in asked:
            target, steps = title, 0
            while target in led and steps < 10:
                target, steps = str(led[target]), steps + 1
            page = query["pages"].get(target)
            revisions = (page or {}).get("revisions") or []
            if page is None or page.get("missing") or page.get("invalid") or not revisions:
                continue
            found[title] = self._page(title, page, revisions[0], fetched)
        return found

    def _page(self, asked: str, page: dict[str, Any], revision: dict[str, Any], fetched: Fetched | None) -> WikiPage:
        title = str(page.get("title") or asked)
        main = (revision.get("slots") or {}).get("main") or revision
        text = main.get("content") if "content" in main else main.get("*")
        number = revision.get("revid")
        return WikiPage(
            asked=asked,
            title=title,
            url=self.address(title),
            revision_id=int(number) if number is not None else None,
            revised=_instant(revision.get("timestamp")),
            text=str(text) if text is not None else None,
            etag=fetched.headers.get("etag") if fetched else None,
            last_modified=fetched.headers.get("last-modified") if fetched else None,
        )

    def address(self, title: str) -> str:
        """The address under which people read a page of this wiki."""
        parts = urlsplit(self.api)
        return f"{parts.scheme}://{parts.netloc}/wiki/{quote(title.replace(' ', '_'), safe='/:(),')}"


def _content(fetched: Fetched) -> dict[str, Any]:
    try:
        content = json.loads(fetched.body)
    except ValueError as error:
        raise FetchFailed("the answer is no JSON", where=fetched.url, reason="wiki_not_json") from error
    if not isinstance(content, dict):
        raise FetchFailed("the answer is no JSON object", where=fetched.url, reason="wiki_not_json")
    return content


def _instant(text: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
