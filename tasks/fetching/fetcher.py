"""Fetches one address the way a polite reader does: robots.txt first, a turn at its host, bounded in time, size, redirects and tries.

httpx and its httpcore do HTTP; the bounds, the turns, the cookies of a redirect dance and the address guard (see ``addresses``) are here
because a total time, a decoded size and a host-wide Retry-After are beyond what it offers. One Fetcher serves one run.
"""

from __future__ import annotations

import asyncio
import random
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from storage.schemas.clock import Stopwatch
from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.fetching.decoding import BadEncoding, TooLarge, read_decoded
from tasks.fetching.hosts import Host
from tasks.fetching.policy import FetchPolicy
from tasks.fetching.robots import Robots
from tasks.fetching.statuses import RETRYABLE, failure_of, retry_after_s
from tasks.fetching.transport import GuardedTransport

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ERROR_BYTES = 65_536  # enough to recognise a bot challenge
_ROBOTS_BYTES = 524_288
_RETRYABLE_REASONS = frozenset({f"http_{status}" for status in RETRYABLE} | {"timeout", "reset", "connect"})
_NEVER_HTML = ("image/", "audio/", "video/", "font/", *(f"application/{kind}" for kind in ("pdf", "zip", "octet-stream", "json", "epub")))
_ACCEPT_HTML = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"
_ACCEPT_FEED = "application/rss+xml,application/atom+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """An answer. ``headers`` have lower-case names, ``body`` is decoded, ``redirects`` are the addresses passed before ``final_url``."""

    url: str
    final_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    not_modified: bool
    elapsed_ms: float
    redirects: tuple[str, ...]


@dataclass(slots=True)
class _Errand:
    """What one ``get`` still may spend: tries and seconds of transfer are shared by all its hops."""

    headers: dict[str, str]
    limit: int
    tries_left: int
    seconds_left: float
    html_only: bool = False
    cut: bool = False
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Fetcher:
    """``async with Fetcher(policy) as fetcher: await fetcher.get(url)``. Safe to use from many coroutines of one event loop."""

    def __init__(self, policy: FetchPolicy) -> None:
        self.policy = policy
        self.hosts: dict[str, Host] = {}
        self._transport = GuardedTransport(policy)
        self._everywhere = asyncio.Semaphore(policy.total_concurrency)
        self._robots = Robots(policy.product, self._read_robots)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._robots.close()
        await self._transport.aclose()

    async def get(
        self, url: str, *, etag: str | None = None, last_modified: str | None = None, html_only: bool = False, api: bool = False
    ) -> Fetched:
        """The answer at ``url`` (2xx, or 304 when ``etag`` or ``last_modified`` is given).

        ``html_only`` refuses PDF, images and the like before their body is read (reason not_html). ``api``: an interface made for programs,
        whose own terms hold in place of robots.txt (that of Wikipedia forbids the interface to crawlers of pages).
        Raises FetchRefused (asking again is useless) or FetchFailed (later may work); their ``reason`` is the code for counting.
        """
        headers = {"Accept": _ACCEPT_HTML if html_only else "application/json" if api else _ACCEPT_FEED}
        if etag:
            headers["If-None-Match"] = etag
        if last_modified:
            headers["If-Modified-Since"] = last_modified
        errand = self._errand(headers, self.policy.max_bytes)
        errand.html_only = html_only
        return await self._follow(url, errand, robots=self.policy.respect_robots and not api)

    def spare(self, host: str, *, concurrency: int, delay_s: float) -> None:
        """Ask a host (name, with its port if not the usual one) more slowly than the policy says; to be called before it is asked first."""
        name = host.lower()
        self.hosts.setdefault(name, Host(name, concurrency=concurrency, delay_s=max(delay_s, self.policy.per_host_delay_s)))

    def pause(self, url: str, seconds: float) -> None:
        """No new request to the host of ``url`` for some seconds, as its answer asked for."""
        self._host(httpx.URL(url)).pause(min(seconds, self.policy.retry_after_cap_s))

    def _errand(self, headers: dict[str, str], limit: int) -> _Errand:
        return _Errand(headers, limit, self.policy.retries, self.policy.total_timeout_s)

    async def _read_robots(self, url: str) -> tuple[int, bytes]:
        errand = self._errand({"Accept": "text/plain,*/*;q=0.5"}, _ROBOTS_BYTES)
        errand.cut = True
        answer = await self._follow(url, errand, robots=False)
        return answer.status, answer.body

    async def _follow(self, url: str, errand: _Errand, *, robots: bool) -> Fetched:
        """Redirects, each hop judged like a first address. A hop seen before with the same cookies is a loop."""
        here = url
        passed: list[str] = []
        seen: set[tuple[str, str]] = set()
        while True:
            request = self._request(here, errand)
            host = self._host(request.url)
            state = (str(request.url), request.headers.get("cookie", ""))
            if state in seen:
                raise FetchRefused(f"redirects lead back to {here}", where=url, reason="redirect_loop")
            seen.add(state)
            if robots:
                self._obey_delay(host, await self._robots.check(here))
            answer = await self._try(host, request, errand)
            target = answer.headers.get("location", "")
            if answer.status in _REDIRECTS and target:
                if len(passed) >= self.policy.max_redirects:
                    raise FetchRefused(f"more than {self.policy.max_redirects} redirects", where=url, reason="too_many_redirects")
                passed.append(here)
                here = urljoin(here, target).split("#", 1)[0]
                continue
            return Fetched(
                url=url,
                final_url=here,
                status=answer.status,
                headers=answer.headers,
                body=answer.body,
                not_modified=answer.status == 304,
                elapsed_ms=(self.policy.total_timeout_s - errand.seconds_left) * 1000,
                redirects=tuple(passed),
            )

    def _request(self, url: str, errand: _Errand) -> httpx.Request:
        try:
            parts = urlsplit(url)
            if parts.scheme.lower() not in ("http", "https"):
                raise FetchRefused("only http and https addresses are fetched", where=url, reason="scheme")
            _ = parts.port  # ValueError when it is out of range
            if parts.username is not None or parts.password is not None:
                where = f"{parts.scheme}://{parts.hostname}"  # the message must not repeat the password
                raise FetchRefused("an address with a user name or password is not fetched", where=where, reason="credentials")
            request = self._transport.request(url, errand.headers)
            if not request.url.host:
                raise FetchRefused("the address has no host", where=url, reason="bad_url")
        except (ValueError, httpx.InvalidURL) as error:
            raise FetchRefused(f"not a usable address ({error})", where=url, reason="bad_url") from error
        errand.cookies.set_cookie_header(request)
        return request

    def _host(self, url: httpx.URL) -> Host:
        name = url.netloc.decode("ascii").lower()
        if name not in self.hosts:
            self.hosts[name] = Host(name, concurrency=self.policy.per_host_concurrency, delay_s=self.policy.per_host_delay_s)
        return self.hosts[name]

    def _obey_delay(self, host: Host, crawl_delay: float | None) -> None:
        if crawl_delay is not None:
            host.delay_s = max(host.delay_s, min(crawl_delay, self.policy.crawl_delay_cap_s))

    async def _try(self, host: Host, request: httpx.Request, errand: _Errand) -> _Answer:
        """One hop, tried again while that makes sense and the errand allows."""
        wait = self.policy.retry_wait_s
        while True:
            answer: _Answer | None = None
            try:
                answer = await self._exchange(host, request, errand)
                failure = None if answer.status in _REDIRECTS else failure_of(answer.status, answer.headers, answer.body, str(request.url))
            except FetchFailed as error:
                failure = error
            if failure is None and answer is not None:
                return answer
            assert failure is not None
            asked = retry_after_s(answer.headers) if answer else None
            self._note_trouble(host, failure, asked, errand)
            if failure.reason not in _RETRYABLE_REASONS or errand.tries_left <= 0 or host.parked:
                raise failure
            errand.tries_left -= 1
            if asked is not None:
                host.pause(asked)
            else:
                await asyncio.sleep(wait * random.uniform(0.75, 1.25))
                wait *= 2

    def _note_trouble(self, host: Host, failure: FetchFailed | FetchRefused, asked: float | None, errand: _Errand) -> None:
        """Park the host that asks for a long pause, stays at 429, or keeps challenging us."""
        if asked is not None and asked > self.policy.retry_after_cap_s:
            host.park(f"it answered {failure.http_status} and asked for {asked:.0f} s, the cap is {self.policy.retry_after_cap_s:.0f} s")
        elif failure.http_status == 429 and errand.tries_left <= 0:
            host.park("it still answered 429 after all tries")
        elif failure.reason == "bot_block":
            host.bot_blocks += 1
            if host.bot_blocks >= self.policy.bot_blocks_before_parking:
                host.park(f"{host.bot_blocks} bot challenges")

    async def _exchange(self, host: Host, request: httpx.Request, errand: _Errand) -> _Answer:
        """Take a turn, send, read. Every fault of the network comes out as FetchFailed with its reason."""
        where = str(request.url)
        # The host's turn first: who waits for a slow host must not occupy one of the places for all hosts.
        async with host.turn(), self._everywhere:
            watch = Stopwatch()
            try:
                async with asyncio.timeout(max(0.001, errand.seconds_left)):
                    return await self._transfer(request, errand)
            except (TimeoutError, httpcore.TimeoutException) as error:
                raise FetchFailed(f"no full answer in time ({type(error).__name__})", where=where, reason="timeout") from error
            except httpcore.ConnectError as error:
                reason = "tls" if isinstance(error.__cause__ or error.__context__, ssl.SSLError) else "connect"
                raise FetchFailed(f"cannot connect ({error})", where=where, reason=reason) from error
            except (httpcore.NetworkError, httpcore.ProtocolError) as error:
                raise FetchFailed(f"the connection broke ({type(error).__name__}: {error})", where=where, reason="reset") from error
            except BadEncoding as error:
                raise FetchFailed(f"the body cannot be decoded ({error})", where=where, reason="bad_encoding") from error
            except TooLarge as error:
                raise FetchRefused(f"the body is too large ({error})", where=where, reason="too_large") from error
            finally:
                errand.seconds_left -= watch.ms() / 1000

    async def _transfer(self, request: httpx.Request, errand: _Errand) -> _Answer:
        response = await self._transport.send(request)
        try:
            errand.cookies.extract_cookies(response)
            headers = {name.lower(): value for name, value in response.headers.items()}
            wanted = 200 <= response.status_code < 300
            if wanted and errand.html_only and headers.get("content-type", "").lower().startswith(_NEVER_HTML):
                raise FetchRefused(f"it is {headers['content-type']}, not a page", where=str(request.url), reason="not_html")
            length = headers.get("content-length", "")
            if wanted and not errand.cut and length.isdigit() and int(length) > errand.limit:
                raise TooLarge(f"{int(length):,} bytes announced, {errand.limit:,} allowed")
            body = await self._read(response, headers, errand, wanted)
            return _Answer(response.status_code, headers, body)
        finally:
            await response.aclose()

    @staticmethod
    async def _read(response: httpx.Response, headers: Mapping[str, str], errand: _Errand, wanted: bool) -> bytes:
        encoding = headers.get("content-encoding", "")
        if response.status_code == 304:
            return b""
        if wanted:
            return await read_decoded(response.aiter_raw(), encoding, errand.limit, cut=errand.cut)
        try:
            return await read_decoded(response.aiter_raw(), encoding, _ERROR_BYTES, cut=True)
        except BadEncoding:
            return b""  # a garbled error page says no more than its status
