"""The lean way out, over real HTTP."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from stub_model import Reply, StubModel

from tasks.llm.effective import Wire, build
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.llm.wire import LeanWay

KEY = "sk-key-that-must-not-leak-5d81"


@pytest.fixture
async def way() -> AsyncIterator[LeanWay]:
    lean = LeanWay("okbench/test")
    yield lean
    await lean.close()


@pytest.fixture
def wire(request_for: Callable[..., Request]) -> Wire:
    return build(Model(name="m", provider_model="stub-1"), request_for("¿Dónde está el barco?", max_tokens=9))


async def test_the_request_is_what_servers_expect(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel(["hello"]) as stub:
        attempt = await way.send(entry(stub), wire, KEY)
    assert attempt.payload is not None
    assert attempt.payload["choices"][0]["message"]["content"] == "hello"
    headers, body = stub.received[0]
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert headers["User-Agent"] == "okbench/test"
    assert headers["Content-Type"] == "application/json"
    assert body == {"model": "stub-1", "messages": [{"role": "user", "content": "¿Dónde está el barco?"}], "max_tokens": 9}


async def test_no_key_no_authorization(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel(["hello"]) as stub:
        await way.send(entry(stub), wire, None)
    assert "Authorization" not in stub.received[0][0]


async def test_connections_are_kept(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel() as stub:
        ports = {id(way._open().connector) for _ in range(3) if await way.send(entry(stub), wire, None)}
        held = sum(len(conns) for conns in way._open().connector._conns.values())  # type: ignore[union-attr]
    assert (len(ports), held) == (1, 1)


async def test_a_failure_brings_its_words_and_its_wait(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel([Reply(status=429, headers={"Retry-After": "3"}, body={"error": {"message": "slow down"}})]) as stub:
        attempt = await way.send(entry(stub), wire, None)
    assert (attempt.status, attempt.retry_after, attempt.payload) == (429, 3.0, None)
    assert "slow down" in attempt.text


async def test_a_slow_server_is_a_timeout(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel([Reply(latency_ms=500)]) as stub:
        attempt = await way.send(entry(stub, timeout_s=0.1), wire, None)
    assert (attempt.status, attempt.text) == (0, "timeout: no answer within 0.1 s")


async def test_a_server_that_hangs_up_or_is_not_there_is_a_lost_connection(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel([Reply(drop=True)]) as stub:
        attempt = await way.send(entry(stub), wire, None)
    assert (attempt.status, attempt.text.partition(":")[0]) == (0, "connection")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = Model(name="m", provider_model="x", base_url=f"http://127.0.0.1:{free.getsockname()[1]}/v1")
    attempt = await way.send(nobody, wire, None)
    assert (attempt.status, attempt.text.partition(":")[0]) == (0, "connection")


@pytest.mark.parametrize("body", ["<html>full</html>", "[]", "", '{"error": {"code": 429, "message": ""}}', '{"error": "overloaded"}'])
async def test_a_good_status_with_a_bad_body_is_a_failure(way: LeanWay, wire: Wire, entry: Callable[..., Model], body: str) -> None:
    with StubModel([Reply(body=body)]) as stub:
        attempt = await way.send(entry(stub), wire, None)
    assert attempt.payload is None
    assert attempt.status == (429 if "429" in body else 0)


async def test_an_answer_cut_inside_a_character_is_an_answer(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel(["Answer: B \ud83d"]) as stub:
        attempt = await way.send(entry(stub), wire, None)
    assert attempt.payload is not None
    assert attempt.payload["choices"][0]["message"]["content"].startswith("Answer: B")


async def test_redirects_are_not_followed_with_the_key(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel() as elsewhere, StubModel([Reply(status=307, headers={"Location": f"{elsewhere.url}/chat/completions"})]) as stub:
        attempt = await way.send(entry(stub), wire, KEY)
    assert (attempt.status, elsewhere.requests) == (307, 0)


async def test_a_key_that_a_server_repeats_is_blanked(way: LeanWay, wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel([f"You sent {KEY}", Reply(status=400, body={"error": {"message": f"bad key {KEY}"}})]) as stub:
        good = await way.send(entry(stub), wire, KEY)
        bad = await way.send(entry(stub), wire, KEY)
    assert KEY not in str(good)
    assert KEY not in str(bad)
    assert "You sent ***" in str(good)


async def test_a_proxy_is_used_for_other_machines_and_never_for_this_one(wire: Wire, entry: Callable[..., Model]) -> None:
    with StubModel(default="by proxy") as proxy, StubModel(default="straight") as stub:
        way = LeanWay("okbench/test", proxy=proxy.url.removesuffix("/v1"))
        far = await way.send(Model(name="m", provider_model="x", base_url="http://models.invalid/v1"), wire, None)
        near = await way.send(entry(stub), wire, None)
        await way.close()
    assert far.payload is not None
    assert near.payload is not None
    assert far.payload["choices"][0]["message"]["content"] == "by proxy"
    assert near.payload["choices"][0]["message"]["content"] == "straight"


@pytest.fixture
def own_certificate(tmp_path: Path) -> ssl.SSLContext:
    make = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 1 -subj /CN=localhost"
    try:
        subprocess.run(make.split(), cwd=tmp_path, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("no openssl to make a certificate with")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "cert", tmp_path / "key")
    return context


async def test_a_server_that_nobody_vouches_for_is_not_given_the_key(way: LeanWay, wire: Wire, own_certificate: ssl.SSLContext) -> None:
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(1000))
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", 0, ssl=own_certificate) as server:
        port = server.sockets[0].getsockname()[1]
        attempt = await way.send(Model(name="m", provider_model="x", base_url=f"https://localhost:{port}/v1"), wire, KEY)
    assert (attempt.status, attempt.text.partition(" ")[0]) == (0, "connection:")
    assert "certificate" in attempt.text.lower()
    assert heard == []
