"""A study served over loopback, and a visitor who fills forms as a browser without JavaScript does."""

from __future__ import annotations

import html
import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
import uvicorn

from storage.lake import Lake
from storage.schemas.annotations import Study
from tasks.annotate.web.app import annotation_site
from tasks.annotate.web.limits import RateLimit


@contextmanager
def serving(lake: Lake, studies: Sequence[Study], **options: RateLimit) -> Iterator[str]:
    """The address of a server in this process; at the end it has let go of the studies."""
    app = annotation_site(lake, studies, **({"turns": RateLimit(10_000, 10_000), "guesses": RateLimit(10_000, 10_000)} | options))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False, server_header=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(20)


@dataclass
class Visitor:
    """One person with one link."""

    address: str
    token: str
    client: httpx.Client = field(default_factory=lambda: httpx.Client(verify=False, headers={"User-Agent": "okbench-tests"}))

    def get(self, path: str = "") -> httpx.Response:
        """A page under the link, redirects followed."""
        return self.client.get(f"{self.address}/a/{self.token}{path}", follow_redirects=True)

    def post(self, path: str, /, **fields: str) -> httpx.Response:
        """Send a form as it is, redirects not followed."""
        return self.client.post(f"{self.address}/a/{self.token}{path}", data=fields)

    def send(self, page: httpx.Response, **fields: str) -> httpx.Response:
        """Fill the form of a page and send it, its hidden fields with it."""
        path = page.url.path.removeprefix(f"/a/{self.token}")
        return self.post(path, **(hidden(page.text) | fields))


def hidden(text: str) -> dict[str, str]:
    """The hidden fields of a page."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))


def words(page: httpx.Response) -> str:
    """What a page says, without its marks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def choice_fields(page: httpx.Response) -> list[str]:
    """Names of the radio groups of a page, in their order."""
    return list(dict.fromkeys(re.findall(r'type="radio" name="([^"]+)"', page.text)))
