import gzip
import tracemalloc
import zlib
from collections.abc import AsyncIterator

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.fetching.decoding import BadEncoding, TooLarge, read_decoded, unpack_gzip

TEXT = b"Ferry service resumes on Thursday. " * 400


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


PACKED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "x-gzip": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "DEFLATE": raw_deflate(TEXT),
    "br": brotli.compress(TEXT),
    "gzip, br": brotli.compress(gzip.compress(TEXT)),
}


async def pieces(data: bytes, size: int = 1000) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


@pytest.mark.parametrize("encoding", PACKED)
async def test_each_encoding_comes_out_as_it_went_in(encoding: str) -> None:
    assert await read_decoded(pieces(PACKED[encoding]), encoding, limit=100_000) == TEXT


@given(size=st.integers(1, 3000), encoding=st.sampled_from(sorted(PACKED)))
async def test_it_does_not_matter_where_the_network_cuts(size: int, encoding: str) -> None:
    assert await read_decoded(pieces(PACKED[encoding], size), encoding, limit=len(TEXT)) == TEXT


async def test_several_gzip_members_and_padding_are_one_body() -> None:
    body = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0" * 20
    assert await read_decoded(pieces(body, 7), "gzip", limit=100) == b"one two"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br"])
async def test_a_body_that_stops_half_way_is_not_taken_for_whole(encoding: str) -> None:
    half = PACKED[encoding][: len(PACKED[encoding]) // 2]
    with pytest.raises(BadEncoding):
        await read_decoded(pieces(half), encoding, limit=100_000)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
async def test_bytes_that_are_something_else_are_named(encoding: str) -> None:
    with pytest.raises(BadEncoding):
        await read_decoded(pieces(b"this is plain text" * 20), encoding, limit=100_000)


async def test_the_limit_is_exact() -> None:
    assert len(await read_decoded(pieces(PACKED["gzip"]), "gzip", limit=len(TEXT))) == len(TEXT)
    with pytest.raises(TooLarge):
        await read_decoded(pieces(PACKED["gzip"]), "gzip", limit=len(TEXT) - 1)


@pytest.mark.parametrize("encoding", ["gzip", "br", "gzip, gzip"])
async def test_a_bomb_stops_early_and_never_fills_the_memory(encoding: str) -> None:
    zeros = bytes(60_000_000)
    bomb = {
        "gzip": lambda: gzip.compress(zeros, 9),
        "br": lambda: brotli.compress(zeros, quality=5),
        "gzip, gzip": lambda: gzip.compress(gzip.compress(zeros)),
    }
    packed = bomb[encoding]()
    assert len(packed) < 100_000
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            await read_decoded(pieces(packed, 65_536), encoding, limit=1_000_000)
        assert tracemalloc.get_traced_memory()[1] < 6_000_000
    finally:
        tracemalloc.stop()


async def test_more_than_three_layers_are_refused() -> None:
    with pytest.raises(BadEncoding):
        await read_decoded(pieces(b""), "gzip, gzip, gzip, gzip", limit=10)


def test_a_gzip_file_is_unpacked_within_its_bound() -> None:
    assert unpack_gzip(gzip.compress(b"<rss/>"), limit=100) == b"<rss/>"
    with pytest.raises(TooLarge):
        unpack_gzip(gzip.compress(bytes(1000)), limit=100)
    with pytest.raises(BadEncoding):
        unpack_gzip(gzip.compress(TEXT)[:-9], limit=1_000_000)
