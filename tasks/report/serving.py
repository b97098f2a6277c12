"""Published pages over HTTP on this machine alone: GET and HEAD of files below one folder, nothing else.

Only requests that name this machine as their host are answered, so that a page elsewhere cannot reach in by a name that it makes point here.
Links that lead out of the folder, hidden files and listings of folders are refused.
"""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from storage.schemas.errors import BadInput

HOST = "127.0.0.1"
_HOSTS = {"127.0.0.1", "localhost", "[::1]"}


def page_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the folder's files, not yet running; port 0 takes a free one. BadInput when the port cannot be had."""
    try:
        return ThreadingHTTPServer((HOST, port), partial(_Pages, directory=str(folder.resolve())))
    except (OSError, OverflowError) as error:
        raise BadInput(f"port {port} cannot be used ({error})", where="--port", todo="Take another, or 0 for a free one") from error


class _Pages(SimpleHTTPRequestHandler):
    server_version = "okbench"
    sys_version = ""
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ending: f"text/{kind}; charset=utf-8" for ending, kind in ((".html", "html"), (".md", "markdown"), (".tex", "plain"), (".csv", "csv"))
    }

    def send_head(self) -> Any:
        """A file of the folder, or a refusal."""
        if self.headers.get("Host", "").rsplit(":", 1)[0] not in _HOSTS:
            return self._refuse(HTTPStatus.MISDIRECTED_REQUEST)
        path, root = Path(self.translate_path(self.path)), Path(self.directory)
        try:
            real = path.resolve()
            inside = real.is_relative_to(root)
        except (OSError, ValueError):
            return self._refuse(HTTPStatus.NOT_FOUND)
        if not inside or any(part.startswith(".") for part in real.relative_to(root).parts):
            return self._refuse(HTTPStatus.NOT_FOUND)
        return super().send_head()

    def list_directory(self, path: Any) -> Any:
        """No listings."""
        return self._refuse(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Pages are built anew under the same name, and nothing guesses their type."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Silent."""

    def _refuse(self, status: HTTPStatus) -> None:
        self.send_error(status)
