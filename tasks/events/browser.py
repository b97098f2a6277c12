"""A real Chromium, through Playwright, for pages that are empty without JavaScript. An optional extra: ``pip install -e '.[browser]'``.

Each page has a context of its own (no cookies stay), pictures, fonts and films are not loaded, and no request of a page may go to a private address.
robots.txt and turns at hosts are the plain fetch's matter, which has always asked for the page before.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import shutil
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from storage.schemas.errors import FetchFailed, FetchRefused, NotInstalled
from tasks.events.options import BrowserOptions
from tasks.fetching.addresses import is_allowed, parse_ip

_NOT_LOADED = frozenset({"image", "media", "font", "websocket", "eventsource", "manifest", "ping"})
# Where `playwright install chromium` puts its own, on Linux and macOS.
_OWN = (".cache/ms-playwright/chromium-*/chrome-linux*/chrome", "Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_TODO = "pip install -e '.[browser]', then `playwright install chromium` or your system's chromium; or set events.browser.use to never"


@dataclass(frozen=True, slots=True)
class Rendered:
    """The page as a reader would see it: its address and its finished markup."""

    final_url: str
    body: bytes


def find_chromium(options: BrowserOptions) -> str | None:
    """The executable to start: the one set, one on the PATH, or Playwright's own; None when there is none, or no Playwright."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return None
    if options.executable is not None:
        return str(options.executable) if options.executable.exists() else None
    on_path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    return on_path or next((str(found) for pattern in _OWN for found in sorted(Path.home().glob(pattern), reverse=True)), None)


class Browser:
    """``async with Browser(...) as browser``; Chromium starts with the first page. ``usable`` says whether the step can be taken at all."""

    def __init__(self, options: BrowserOptions, *, user_agent: str, allow_private: bool) -> None:
        self.options = options
        self._user_agent, self._allow_private = user_agent, allow_private
        self._executable = None if options.use == "never" else find_chromium(options)
        if options.use == "always" and self._executable is None:
            raise NotInstalled("no Chromium or no Playwright is found", where="events.browser", todo=_TODO)
        self._places = asyncio.Semaphore(options.pages)
        self._starting = asyncio.Lock()
        self._stack = AsyncExitStack()
        self._chromium: Any = None
        self._judged: dict[str, bool] = {}

    @property
    def usable(self) -> bool:
        """Whether a browser is there and wanted."""
        return self._executable is not None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._stack.aclose()

    async def render(self, url: str) -> Rendered:
        """The finished page at ``url``. FetchFailed (browser_timeout, browser_failed) or FetchRefused (private_address, scheme, too_large)."""
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as BrowserTimeout

        async with self._places:
            await self._judge(url)
            try:
                async with asyncio.timeout(self.options.seconds + 5):
                    return await self._render(await self._start(), url)
            except (TimeoutError, BrowserTimeout) as error:
                raise FetchFailed(f"not finished in {self.options.seconds:g} s", where=url, reason="browser_timeout") from error
            except Error as error:
                raise FetchFailed(f"the browser says: {error.message[:200]}", where=url, reason="browser_failed") from error

    async def _start(self) -> Any:
        async with self._starting:
            if self._chromium is None or not self._chromium.is_connected():
                from playwright.async_api import async_playwright

                playwright = await self._stack.enter_async_context(async_playwright())
                # Chromium's own sandbox does not work for root, as in most containers.
                root = hasattr(os, "geteuid") and os.geteuid() == 0
                self._chromium = await playwright.chromium.launch(
                    executable_path=self._executable, chromium_sandbox=not root, args=["--disable-dev-shm-usage", "--disable-background-networking"]
                )
                self._stack.push_async_callback(self._chromium.close)
            return self._chromium

    async def _render(self, chromium: Any, url: str) -> Rendered:
        context = await chromium.new_context(
            user_agent=self._user_agent, service_workers="block", accept_downloads=False, java_script_enabled=True, ignore_https_errors=False
        )
        try:
            context.set_default_timeout(self.options.seconds * 1000)
            await context.route("**/*", self._route)
            page = await context.new_page()
            await page.goto(url, wait_until="load")
            await page.wait_for_timeout(self.options.settle_s * 1000)
            markup = await page.content()
            if len(markup) > self.options.max_bytes:
                raise FetchRefused(f"{len(markup):,} characters", where=url, reason="too_large")
            await self._judge(page.url)
            return Rendered(page.url, markup.encode("utf-8", "replace"))
        finally:
            await context.close()

    async def _route(self, route: Any) -> None:
        request = route.request
        try:
            if request.resource_type in _NOT_LOADED:
                await route.abort()
                return
            await self._judge(request.url)
            await route.continue_()
        except (FetchRefused, FetchFailed):
            await route.abort()

    async def _judge(self, url: str) -> None:
        """Refuse what leads to a private address or is no web address. A name is looked up once in a run."""
        parts = urlsplit(url)
        if parts.scheme in ("data", "blob", "about"):
            return
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise FetchRefused("only http and https addresses are fetched", where=url[:200], reason="scheme")
        if parts.hostname not in self._judged:
            self._judged[parts.hostname] = await _is_public(parts.hostname, self._allow_private)
        if not self._judged[parts.hostname]:
            raise FetchRefused("it leads to an address that is not public", where=url[:200], reason="private_address")


async def _is_public(host: str, allow_private: bool) -> bool:
    try:
        return is_allowed(parse_ip(host), allow_private)
    except ValueError:
        pass
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    addresses: list[ipaddress.IPv4Address | ipaddress.IPv6Address] = [parse_ip(str(entry[4][0])) for entry in found]
    return bool(addresses) and all(is_allowed(address, allow_private) for address in addresses)
