"""httpx over our network backend: connection pools from public httpcore parts, so that the address guard cannot fall out unnoticed.

One pool thrashes above about 32 connections, so there are several, and a host always uses the same one (its keep-alive
connections stay useful). Proxies and certificates of the environment are not looked at: through a proxy the guard could not
see where a name leads.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Mapping

import httpcore
import httpx

from tasks.fetching.addresses import GuardedBackend
from tasks.fetching.policy import FetchPolicy

_PER_POOL = 24


class GuardedTransport:
    """Sends requests over sharded pools that connect to judged addresses only. It follows nothing and keeps no cookies."""

    def __init__(self, policy: FetchPolicy) -> None:
        self._backend = GuardedBackend(policy.allow_private)
        context = httpx.create_ssl_context(trust_env=False)
        self._pools = [
            httpcore.AsyncConnectionPool(
                ssl_context=context,
                max_connections=None,  # the fetcher bounds them
                max_keepalive_connections=_PER_POOL,
                keepalive_expiry=15.0,
                network_backend=self._backend,
            )
            for _ in range(-(-policy.total_concurrency // _PER_POOL))
        ]
        self._headers = {"User-Agent": policy.user_agent, "Accept-Encoding": "gzip, deflate, br"}
        timeout = httpx.Timeout(policy.read_timeout_s, connect=policy.connect_timeout_s)
        self._extensions = {"timeout": timeout.as_dict()}

    def request(self, url: str, headers: Mapping[str, str]) -> httpx.Request:
        """A GET request under our name. httpx.InvalidURL or ValueError for an address that is none."""
        return httpx.Request("GET", url, headers={**self._headers, **headers}, extensions=self._extensions)

    async def send(self, request: httpx.Request) -> httpx.Response:
        """The answer's head; its body streams and must be closed. Raises httpcore's errors and the guard's."""
        url = request.url
        pool = self._pools[zlib.crc32(url.raw_host) % len(self._pools)]
        answer = await pool.handle_async_request(
            httpcore.Request(
                method="GET",
                url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                extensions=request.extensions,
            )
        )
        # No httpx client in between: it would build the next request of each redirect, and stumble over targets that are no address.
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions, request=request)

    async def aclose(self) -> None:
        """Close all connections."""
        for pool in self._pools:
            await pool.aclose()
        self._backend.close()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._answer.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._answer.aclose()
