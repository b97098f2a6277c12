import asyncio
import socket
from typing import Any

import httpcore
import pytest
from loopback import Site

from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.fetching.addresses import GuardedBackend, is_allowed, parse_ip

PRIVATE = ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.5.5", "::1", "fd00::7", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"]
NEVER = [
    "169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "ff02::1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
]


@pytest.mark.parametrize("text", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
def test_public_addresses_are_asked(text: str) -> None:
    assert is_allowed(parse_ip(text), allow_private=False)


@pytest.mark.parametrize("text", [*PRIVATE, *NEVER, "100.64.0.1"])
def test_all_others_are_not(text: str) -> None:
    assert not is_allowed(parse_ip(text), allow_private=False)


@pytest.mark.parametrize("text", PRIVATE)
def test_private_ones_are_asked_when_allowed(text: str) -> None:
    assert is_allowed(parse_ip(text), allow_private=True)


@pytest.mark.parametrize("text", NEVER)
def test_link_local_ones_are_not_even_then(text: str) -> None:
    assert not is_allowed(parse_ip(text), allow_private=True)


async def test_a_name_of_a_private_address_is_refused(site: Site) -> None:
    backend = GuardedBackend(allow_private=False)
    with pytest.raises(FetchRefused) as caught:
        await backend.connect_tcp("localhost", int(site.url.rsplit(":", 1)[1]), timeout=2)
    assert caught.value.reason == "private_address"
    assert site.seen == []


async def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 80)) for ip in ("93.184.216.34", "10.0.0.5")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(FetchRefused, match=r"10\.0\.0\.5"):
        await GuardedBackend(allow_private=False).connect_tcp("two-faced.example", 80, timeout=2)


async def test_the_judged_address_is_the_one_connected_to(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that answers otherwise the second time gains nothing: there is no second time."""
    port, calls = int(site.url.rsplit(":", 1)[1]), []
    real = socket.getaddrinfo

    def resolve(host: str, *args: Any, **kwargs: Any) -> list[Any]:
        calls.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))] if host == "news.example" else real(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    stream = await GuardedBackend(allow_private=True).connect_tcp("news.example", port, timeout=2)
    await stream.aclose()
    assert calls.count("news.example") == 1


async def test_the_second_address_is_tried_when_the_first_is_dead(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    port = int(site.url.rsplit(":", 1)[1])

    def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ("127.0.0.9", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    stream = await GuardedBackend(allow_private=True).connect_tcp("news.example", port, timeout=2)
    await stream.aclose()


async def test_an_unknown_name_is_a_failure_named_dns() -> None:
    with pytest.raises(FetchFailed) as caught:
        await GuardedBackend(allow_private=False).connect_tcp("no-such-host.invalid", 80, timeout=5)
    assert caught.value.reason == "dns"


async def test_a_slow_name_server_is_not_waited_for_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(0.5))
    with pytest.raises(httpcore.ConnectTimeout):
        await GuardedBackend(allow_private=False).connect_tcp("slow.example", 80, timeout=0.05)
    await asyncio.sleep(0)
