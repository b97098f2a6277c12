"""httpx over our network backend: connection pools from public httpcore parts, so that the address guard cannot fall out unnoticed.

One pool thrashes above about 32 connections, so there are several, and a host always uses the same one (its keep-alive
connections stay useful). Proxies and certificates of the environment are not looked at: through a proxy the guard could not
see where a name leads.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpcore
import httpx

from tasks.ingest.addresses import GuardedBackend
from tasks.ingest.options import FetchPolicy

_PER_POOL = 24


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends requests over sharded pools that connect to judged addresses only."""

    def __init__(self, policy: FetchPolicy) -> None:
        self._backend = GuardedBackend(policy.allow_private)
        context = httpx.create_ssl_context(trust_env=False)
        self._pools = [
            httpcore.AsyncConnectionPool(
                ssl_context=context,
                max_connections=_PER_POOL * 2,
                max_keepalive_connections=_PER_POOL,
                keepalive_expiry=15.0,
                network_backend=self._backend,
            )
            for _ in range(-(-policy.total_concurrency // _PER_POOL))
        ]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """One request; its body streams. Raises httpcore's errors and the guard's."""
        url = request.url
        pool = self._pools[zlib.crc32(url.raw_host) % len(self._pools)]
        answer = await pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                extensions=request.extensions,
            )
        )
        return httpx.Response(status_code=answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

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


def make_client(policy: FetchPolicy) -> httpx.AsyncClient:
    """A client over the guarded transport: follows nothing by itself and keeps no cookies (each address gets a jar of its own)."""
    timeout = httpx.Timeout(policy.read_timeout_s, connect=policy.connect_timeout_s)
    return httpx.AsyncClient(
        transport=GuardedTransport(policy),
        timeout=timeout,
        trust_env=False,
        follow_redirects=False,
        headers={"User-Agent": policy.user_agent, "Accept-Encoding": "gzip, deflate, br"},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    )
