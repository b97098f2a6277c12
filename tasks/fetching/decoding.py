"""Content-Encoding undone piece by piece with a bound on what comes out, so that a few kilobytes that unpack to gigabytes stop early.

httpx's own decoders unpack each network chunk whole; a single chunk of a bomb can be large enough to end the process.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable
from typing import Protocol

import brotli

_STEP = 1 << 16


class BadEncoding(ValueError):
    """The bytes are not what Content-Encoding says, or end too early."""


class TooLarge(ValueError):
    """More decoded bytes than allowed."""


class _Decoder(Protocol):
    def feed(self, data: bytes, room: int) -> bytes: ...
    def finish(self) -> None: ...


class _Zlib:
    """gzip (several members too) and deflate with or without its zlib head."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._head = b""
        self._wbits: int | None = 31 if name == "gzip" else None  # deflate: told by the first two bytes
        self._inner = zlib.decompressobj(31)

    def feed(self, data: bytes, room: int) -> bytes:
        if self._wbits is None:
            data = self._head + data
            if len(data) < 2:
                self._head = data
                return b""
            self._wbits = 15 if data[0] & 0x0F == 8 and (data[0] << 8 | data[1]) % 31 == 0 else -15
            self._inner = zlib.decompressobj(self._wbits)
        parts, size = [], 0
        while data and size < room:
            if self._inner.eof:
                if not data.strip(b"\0"):
                    break  # padding after the last member
                self._inner = zlib.decompressobj(self._wbits)
            try:
                parts.append(self._inner.decompress(data, room - size))
            except zlib.error as error:
                raise BadEncoding(str(error)) from error
            size += len(parts[-1])
            self._head = b"begun"
            data = self._inner.unconsumed_tail or self._inner.unused_data
        return b"".join(parts)

    def finish(self) -> None:
        if self._head and not self._inner.eof:
            raise BadEncoding(f"the {self._name} data end too early")


class _Brotli:
    def __init__(self) -> None:
        self._inner = brotli.Decompressor()
        self._fresh = True

    def feed(self, data: bytes, room: int) -> bytes:
        self._fresh = False
        parts, size = [], 0
        try:
            while True:
                part = self._inner.process(data, output_buffer_limit=_STEP)
                parts.append(part)
                size += len(part)
                data = b""
                if size >= room or self._inner.is_finished() or (not part and self._inner.can_accept_more_data()):
                    return b"".join(parts)
        except brotli.error as error:
            raise BadEncoding(str(error)) from error

    def finish(self) -> None:
        if not self._inner.is_finished() and not self._fresh:
            raise BadEncoding("the br data end too early")


def _decoders(content_encoding: str) -> list[_Decoder]:
    """Decoders in the order of undoing; BadEncoding for one we never asked for."""
    chain: list[_Decoder] = []
    for name in reversed([n.strip().lower() for n in content_encoding.split(",")]):
        if name in ("gzip", "x-gzip", "deflate"):
            chain.append(_Zlib(name.removeprefix("x-")))
        elif name == "br":
            chain.append(_Brotli())
        elif name not in ("", "identity"):
            raise BadEncoding(f"Content-Encoding {name!r} was not asked for")
    if len(chain) > 3:
        raise BadEncoding("more than three encodings")
    return chain


async def read_decoded(chunks: AsyncIterable[bytes], content_encoding: str, limit: int, *, cut: bool = False) -> bytes:
    """All decoded bytes of a stream. TooLarge as soon as there are more than ``limit``, BadEncoding for broken data.

    With ``cut`` the first ``limit`` bytes are the answer instead, and the rest is not read.
    """
    chain = _decoders(content_encoding)
    body = bytearray()
    async for chunk in chunks:
        for start in range(0, len(chunk), _STEP):
            piece = chunk[start : start + _STEP]
            for decoder in chain:
                piece = decoder.feed(piece, limit + 1)
            body += piece
            if len(body) > limit and cut:
                return bytes(body[:limit])
            if len(body) > limit:
                raise TooLarge(f"more than {limit:,} bytes")
    for decoder in chain:
        decoder.finish()
    return bytes(body)


def unpack_gzip(data: bytes, limit: int) -> bytes:
    """A body that is itself a gzip file, unpacked up to ``limit`` bytes. TooLarge, BadEncoding."""
    decoder = _Zlib("gzip")
    body = decoder.feed(data, limit + 1)
    if len(body) > limit:
        raise TooLarge(f"more than {limit:,} bytes")
    decoder.finish()
    return body
