"""A stub model that only looks answers up: for benches, where its own work must not count.

    python tests/bench/prepared_stub.py ANSWERS [--latency-ms 50]

ANSWERS is a pickled dict from request body (bytes) to response body (bytes). Prints its base URL when it listens. HTTP/1.1 with keep-alive, just as
much of it as the clients measured here speak; every answer waits the latency. A body that is not known gets
the answer kept under the empty body, or 404 where there is none.
"""

from __future__ import annotations

import argparse
import asyncio
import pickle
from pathlib import Path

_MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


class Connection(asyncio.Protocol):
    """One client connection: whole requests out of the stream, answers after the wait."""

    def __init__(self, answers: dict[bytes, bytes], latency_s: float) -> None:
        self._other = answers.get(b"", _MISSING)
        self._answers, self._latency = answers, latency_s
        self._loop = asyncio.get_running_loop()
        self._waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while (end := self._waiting.find(b"\r\n\r\n")) >= 0:
            head = self._waiting[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            if len(self._waiting) < end + 4 + length:
                return
            body, self._waiting = self._waiting[end + 4 : end + 4 + length], self._waiting[end + 4 + length :]
            self._loop.call_later(self._latency, self._answer, self._answers.get(body, self._other))

    def _answer(self, answer: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(answer)


async def serve(answers: dict[bytes, bytes], latency_s: float) -> None:
    """Listen on a free port of loopback until stopped."""
    whole = {
        body: b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(reply), reply)
        for body, reply in answers.items()
    }
    server = await asyncio.get_running_loop().create_server(lambda: Connection(whole, latency_s), "127.0.0.1", 0, backlog=512)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description="A stub model with prepared answers")
    parser.add_argument("answers", type=Path)
    parser.add_argument("--latency-ms", type=float, default=50.0)
    a = parser.parse_args()
    asyncio.run(serve(pickle.loads(a.answers.read_bytes()), a.latency_ms / 1000))


if __name__ == "__main__":
    main()
