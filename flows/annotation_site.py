"""The annotation site as a process: a server on loopback unless told otherwise, which lets go of its studies when it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Sequence

from storage.lake import Lake
from storage.schemas.annotations import Study
from storage.schemas.errors import BadInput


def serve_studies(lake: Lake, studies: Sequence[Study], *, host: str, port: int, started: Callable[[str], None]) -> None:
    """Serve until stopped by Ctrl-C or SIGTERM. ``started`` is called with the address once the port is taken.

    BadInput when the port cannot be had; StoreBusy when another process serves one of the studies.
    """
    import uvicorn  # these take a moment to import; other commands do without

    from tasks.annotate.web.app import annotation_site

    with _bound(host, port) as listener:
        app = annotation_site(lake, studies)
        # No access log: the paths in it would hold the secrets of private links.
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=5)
        shown = f"[{host}]" if ":" in host else host
        started(f"http://{shown}:{listener.getsockname()[1]}")
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


def _bound(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        raise BadInput(f"cannot listen there ({error.strerror})", where=f"{host}:{port}", todo="Choose another --port or --host") from error
    return listener
