"""robots.txt as RFC 9309 has it: read once per origin and run; 4xx means no rules, 5xx or no answer means "not now", never "allowed"."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from protego import Protego

from storage.schemas.errors import FetchFailed, FetchRefused

ReadRobots = Callable[[str], Awaitable[tuple[int, bytes]]]
_NETWORK_REASONS = frozenset({"dns", "connect", "tls", "host_parked"})
_NOWHERE = frozenset({"redirect_loop", "too_many_redirects", "scheme", "bad_url", "http_451"})


class Robots:
    """The rules of each origin for one product token. ``read`` fetches an address and gives (status, body)."""

    def __init__(self, product: str, read: ReadRobots) -> None:
        self._product = product
        self._read = read
        self._origins: dict[str, asyncio.Task[Protego | None]] = {}

    async def check(self, url: str) -> float | None:
        """Crawl-delay in seconds or None. Raises FetchRefused(robots) when ``url`` is forbidden, FetchFailed(robots_unavailable)."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        task = self._origins.get(origin)
        if task is None:
            task = self._origins[origin] = asyncio.create_task(self._load(origin))
        # Shielded: whoever asked first may be cancelled, the others still wait for the same rules.
        rules = await asyncio.shield(task)
        if rules is None:
            return None
        if not rules.can_fetch(url, self._product):
            raise FetchRefused(f"robots.txt forbids it to {self._product}", where=url, reason="robots")
        delay = rules.crawl_delay(self._product)
        return None if delay is None else float(delay)

    async def _load(self, origin: str) -> Protego | None:
        url = origin + "/robots.txt"
        try:
            status, body = await self._read(url)
        except FetchRefused as error:
            if error.reason == "private_address":
                raise
            if error.reason in _NOWHERE or (error.http_status or 0) in range(400, 429):
                return None  # there are no rules
            raise self._unavailable(url, error) from error
        except FetchFailed as error:
            if error.reason in _NETWORK_REASONS:
                raise
            raise self._unavailable(url, error) from error
        return Protego.parse(body.decode("utf-8-sig", "replace")) if 200 <= status < 300 else None

    @staticmethod
    def _unavailable(url: str, error: FetchFailed | FetchRefused) -> FetchFailed:
        what = f"robots.txt cannot be read ({error.what})"
        return FetchFailed(what, where=url, todo="The next run asks again", reason="robots_unavailable", http_status=error.http_status)

    async def close(self) -> None:
        """Stop what is still being read and take up what failed."""
        for task in self._origins.values():
            task.cancel()
        await asyncio.gather(*self._origins.values(), return_exceptions=True)
