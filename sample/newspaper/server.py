"""A small HTTP server for the sample newspaper, on loopback only.

``/<outlet>/feed.xml`` gives an outlet's feed, ``/<outlet>/`` its front page, ``/<outlet>/news/<name>`` an article. Feeds and pages carry ETag and
Last-Modified and answer conditional requests; ``/stats`` tells what a client did. A correction takes the place of what it corrects.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections import Counter
from datetime import UTC, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from sample.loopback_site import LoopbackSite
from sample.newspaper.feeds import feed
from sample.newspaper.outlets import OUTLETS
from sample.newspaper.pages import front, page
from sample.newspaper.stories import Published, load_stories, publish

ROBOTS = "User-agent: *\nDisallow: /archive/\n"


class SampleNewspaper(LoopbackSite):
    """Serve the newspaper as it stands at ``moment`` (aware). Use as a context manager; ``base`` is its address.

    ``seen_from`` (default: ``moment``) is the reader's present: only what was published by then is served, so that an earlier day can be read.
    """

    def __init__(self, moment: datetime, *, port: int = 0, seen_from: datetime | None = None) -> None:
        self.moment = moment.astimezone(UTC)
        self.seen_from = seen_from or self.moment
        self._stories = load_stories()
        self.requests: Counter[str] = Counter()
        self._server = self._listen(port)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="sample-newspaper", daemon=True)

    def _listen(self, port: int) -> ThreadingHTTPServer:
        """On ``port``, or on a free one when that is taken: a fixed address lets a later run know the articles again."""
        try:
            return ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        except OSError:
            return ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))

    @property
    def base(self) -> str:
        """``http://127.0.0.1:<port>``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def items(self, outlet: str | None = None) -> list[Published]:
        """What a reader finds now, newest first; a corrected article only in its corrected form."""
        items = [publish(s, self.moment) for s in self._stories if outlet in (None, s.outlet)]
        pages = {item.address: item for item in sorted(items, key=lambda i: i.published) if item.published <= self.seen_from}
        return sorted(pages.values(), key=lambda i: (i.published, i.story.slug), reverse=True)

    def feeds_toml(self) -> str:
        """The newspaper as a feeds file, in the form of ``deployments/feeds.toml``."""
        blocks = [
            f'[[feed]]\nfeed_id = "{o.outlet_id}"\noutlet = "{o.name}"\nurl = "{self.base}/{o.outlet_id}/feed.xml"\ncategory = "{o.category}"\n'
            f'language = "{o.language}"\nzone = "UTC"\nredistribution = "full"\nlicence = "CC0-1.0"\n'
            for o in OUTLETS.values()
        ]
        return "\n".join(blocks)

    def answer(self, path: str) -> tuple[int, str, str]:
        """(status, content type, text) for a path."""
        steps = path.strip("/").split("/")
        if path == "/robots.txt":
            return 200, "text/plain", ROBOTS
        if path == "/feeds.toml":
            return 200, "application/toml", self.feeds_toml()
        if path == "/stats":
            return 200, "application/json", json.dumps(dict(self.requests))
        outlet = OUTLETS.get(steps[0])
        if outlet is None:
            return 404, "text/html", "<html><title>Not found</title><h1>Not found</h1></html>"
        items = self.items(outlet.outlet_id)
        if len(steps) == 1:
            return 200, "text/html; charset=utf-8", front(outlet, items, self.base)
        if steps[1:] == ["feed.xml"]:
            return 200, *feed(outlet, items, self.base)
        for item in items:
            if item.address == path:
                return 200, "text/html; charset=utf-8", page(outlet, item, [i for i in items if i is not item], self.base)
        return 404, "text/html", "<html><title>Not found</title><h1>Not found</h1></html>"


def _handler(paper: SampleNewspaper) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "sample-newspaper"
        sys_version = ""

        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            paper.requests[path] += 1
            status, kind, text = paper.answer(path)
            body = text.encode()
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            if status == 200 and self.headers.get("If-None-Match") == tag:
                self._send(304, kind, b"", {"ETag": tag})
                return
            headers = {"ETag": tag, "Last-Modified": format_datetime(paper.moment, usegmt=True)} if status == 200 else {}
            if "gzip" in self.headers.get("Accept-Encoding", ""):
                body = gzip.compress(body, mtime=0)
                headers["Content-Encoding"] = "gzip"
            self._send(status, kind, body, headers)

        def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
