"""Which network addresses may be asked: only public ones, unless private ones are allowed for loopback tests.

The check sits where connections are made, so it holds for every redirect and for names that point to private addresses:
a name is resolved once, all its addresses are judged, and the connection goes to a judged address (a second resolution
could answer otherwise).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import httpcore

from storage.schemas.errors import FetchFailed, FetchRefused

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def parse_ip(text: str) -> IpAddress:
    """An address without its zone; IPv4 inside IPv6 (mapped, 6to4, Teredo, NAT64) comes out as the IPv4 address."""
    ip = ipaddress.ip_address(text.split("%", 1)[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in _NAT64:
            return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)
    return ip


def is_allowed(ip: IpAddress, allow_private: bool) -> bool:
    """Whether a connection to ``ip`` may be made. Link-local addresses (cloud metadata lives there) are never allowed."""
    if ip.is_multicast or ip.is_link_local or ip.is_unspecified:
        return False
    return ip.is_global or (allow_private and (ip.is_loopback or ip.is_private))


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects to judged addresses only. FetchRefused(private_address), FetchFailed(dns)."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._inner = httpcore.AnyIOBackend()
        # Threads of its own: a dead name server must not hold up the event loop's few default threads.
        self._threads = ThreadPoolExecutor(max_workers=16, thread_name_prefix="resolve")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve, judge, connect; several addresses are tried in turn within ``timeout`` seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + (timeout if timeout is not None else 60.0)
        try:
            async with asyncio.timeout_at(end):
                addresses = await self._judged(host, port)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(f"name of {host} not resolved in time") from error
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for index, address in enumerate(addresses):
            share = max(0.1, (end - loop.time()) / (len(addresses) - index))
            try:
                return await self._inner.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def _judged(self, host: str, port: int) -> list[str]:
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (socket.gaierror, UnicodeError) as error:
            raise FetchFailed("the host name is not known", where=host, todo="Check address and network", reason="dns") from error
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        for address in addresses:
            if not is_allowed(parse_ip(address), self._allow_private):
                raise FetchRefused(
                    f"it leads to {address}, which is not a public address",
                    where=host,
                    todo="Only public hosts are asked; allow_private admits loopback for tests",
                    reason="private_address",
                )
        return addresses[:4]

    async def sleep(self, seconds: float) -> None:
        """As httpcore's."""
        await asyncio.sleep(seconds)

    def close(self) -> None:
        """Let the resolving threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)
