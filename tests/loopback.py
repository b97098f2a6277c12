"""A web site on loopback whose every answer a test decides: slow, cut, compressed, redirecting, and counting what it was asked.

::

    with Site() as site:
        site.put("/feed.xml", Reply(b"<rss/>", headers={"Content-Type": "application/rss+xml"}))
        ...  # ask site.url + "/feed.xml"
    assert site.paths() == ["/robots.txt", "/feed.xml"]

``/robots.txt`` answers 404 unless a test puts one; so does every other path.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer.

    wait_s: silence before the first byte. drip_s: seconds between single bytes of the body. promise: a Content-Length that is not the
    body's. chunked: no length at all. reset: hang up without an answer.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    wait_s: float = 0.0
    drip_s: float = 0.0
    promise: int | None = None
    chunked: bool = False
    reset: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it came in; header names in lower case, ``at`` on the monotonic clock."""

    path: str
    headers: Mapping[str, str]
    at: float


class Site:
    """The server, running from ``with`` on a thread of its own."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.peak = 0
        self._now = 0
        self._lock = threading.Lock()
        self._replies: dict[str, Callable[[Seen], Reply]] = {}

    def __enter__(self) -> Site:
        site = self

        class Handler(_Handler):
            owner = site

        self._server = _Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def put(self, path: str, *replies: Reply | Callable[[Seen], Reply]) -> str:
        """Answer ``path`` with the replies in turn, the last one for ever after; returns the whole address."""
        left = list(replies)

        def answer(seen: Seen) -> Reply:
            with self._lock:
                reply = left.pop(0) if len(left) > 1 else left[0]
            return reply(seen) if callable(reply) else reply

        self._replies[path] = answer
        return self.url + path

    def paths(self) -> list[str]:
        """What was asked, in order."""
        return [seen.path for seen in self.seen]

    def asked(self, path: str) -> list[Seen]:
        """The requests for one path."""
        return [seen for seen in self.seen if seen.path == path]

    def answer(self, seen: Seen) -> Reply:
        with self._lock:
            self.seen.append(seen)
        reply = self._replies.get(seen.path) or self._replies.get(seen.path.split("?")[0])
        return reply(seen) if reply else Reply(b"not here", status=404)

    def entered(self, step: int) -> None:
        with self._lock:
            self._now += step
            self.peak = max(self.peak, self._now)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    owner: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.owner.entered(1)
        try:
            self._send(self.owner.answer(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, time.monotonic())))
        except OSError:
            self.close_connection = True
        finally:
            self.owner.entered(-1)

    def _send(self, reply: Reply) -> None:
        time.sleep(reply.wait_s)
        if reply.reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            raise ConnectionResetError
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.chunked:
            self.send_header("Transfer-Encoding", "chunked")
        elif reply.status not in (204, 304):
            self.send_header("Content-Length", str(len(reply.body) if reply.promise is None else reply.promise))
        self.end_headers()
        if reply.status in (204, 304):
            return
        step = 1 if reply.drip_s else 65536
        for start in range(0, len(reply.body), step):
            piece = reply.body[start : start + step]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if reply.chunked else piece)
            time.sleep(reply.drip_s)
        if reply.chunked:
            self.wfile.write(b"0\r\n\r\n")
        if reply.promise is not None:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Tests read ``seen`` instead."""
