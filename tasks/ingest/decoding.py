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
        self._wbits = 31 if name == "gzip" else 15
        self._inner = zlib.decompressobj(self._wbits)
        self._fresh = True

    def feed(self, data: bytes, room: int) -> bytes:
        parts: list[bytes] = []
        while data:
            if self._inner.eof:
                if not data.strip(b"\0"):
                    break  # padding after the last member
                self._inner = zlib.decompressobj(self._wbits)
            part = self._step(data, max(1, room - sum(map(len, parts))))
            parts.append(part)
            if sum(map(len, parts)) >= room:
                break
            data = self._inner.unconsumed_tail or self._inner.unused_data
        return b"".join(parts)

    def _step(self, data: bytes, room: int) -> bytes:
        try:
            part = self._inner.decompress(data, room)
        except zlib.error as error:
            if not (self._fresh and self._name == "deflate"):
                raise BadEncoding(str(error)) from error
            self._fresh, self._wbits = False, -15
            self._inner = zlib.decompressobj(self._wbits)
            return self._step(data, room)
        self._fresh = False
        return part

    def finish(self) -> None:
        if not self._inner.eof and not self._fresh:
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


async def read_decoded(chunks: AsyncIterable[bytes], content_encoding: str, limit: int) -> bytes:
    """All decoded bytes of a stream. TooLarge as soon as there are more than ``limit``, BadEncoding for broken data."""
    chain = _decoders(content_encoding)
    body = bytearray()
    async for chunk in chunks:
        for start in range(0, len(chunk), _STEP):
            piece = chunk[start : start + _STEP]
            for decoder in chain:
                piece = decoder.feed(piece, limit + 1)
            body += piece
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
