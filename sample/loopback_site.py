"""A small HTTP server on loopback that lives as long as a ``with`` block: what the sample sites have in common."""

from __future__ import annotations

from http.server import ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Self


class LoopbackSite:
    """Its subclass makes ``_server`` and the thread that runs it."""

    _server: ThreadingHTTPServer
    _thread: Thread

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
