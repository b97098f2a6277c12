import httpcore
import httpx
import pytest
from loopback import Reply, Site

from storage.schemas.errors import FetchRefused
from tasks.fetching.policy import FetchPolicy
from tasks.fetching.transport import GuardedTransport


async def ask(transport: GuardedTransport, url: str) -> httpx.Response:
    response = await transport.send(transport.request(url, {"Accept": "*/*"}))
    await response.aread()
    await response.aclose()
    return response


async def test_requests_carry_our_name_and_never_a_librarys(site: Site, policy: FetchPolicy) -> None:
    transport = GuardedTransport(policy)
    assert (await ask(transport, site.put("/", Reply(b"hello")))).content == b"hello"
    assert site.seen[0].headers["user-agent"] == policy.user_agent
    assert "httpx" not in str(site.seen[0].headers)
    await transport.aclose()


async def test_no_cookie_stays_from_one_address_to_the_next(site: Site, policy: FetchPolicy) -> None:
    transport = GuardedTransport(policy)
    url = site.put("/", Reply(b"", headers={"Set-Cookie": "id=7; Path=/"}))
    await ask(transport, url)
    await ask(transport, url)
    assert "cookie" not in site.seen[1].headers
    await transport.aclose()


async def test_proxies_of_the_environment_are_not_used(site: Site, policy: FetchPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    transport = GuardedTransport(policy)
    assert (await ask(transport, site.put("/", Reply(b"direct")))).content == b"direct"
    await transport.aclose()


async def test_connections_to_a_host_are_used_again(site: Site, policy: FetchPolicy) -> None:
    transport = GuardedTransport(policy)
    url = site.put("/", Reply(b"x"))
    ports = {(await ask(transport, url)).extensions["network_stream"].get_extra_info("client_addr")[1] for _ in range(3)}
    assert len(ports) == 1
    await transport.aclose()


async def test_the_guard_stands_in_every_pool(site: Site) -> None:
    transport = GuardedTransport(FetchPolicy(total_concurrency=100))
    with pytest.raises(FetchRefused, match="not a public address"):
        await ask(transport, site.url)
    with pytest.raises(FetchRefused, match="not a public address"):
        await ask(transport, site.url.replace("127.0.0.1", "localhost"))
    await transport.aclose()


@pytest.mark.parametrize(("places", "pools"), [(1, 1), (24, 1), (25, 2), (100, 5)])
def test_many_connections_are_spread_over_pools(places: int, pools: int) -> None:
    assert len(GuardedTransport(FetchPolicy(total_concurrency=places))._pools) == pools


async def test_a_silent_server_is_given_up_after_the_reading_time(site: Site, policy: FetchPolicy) -> None:
    transport = GuardedTransport(policy.model_copy(update={"read_timeout_s": 0.1}))
    with pytest.raises(httpcore.ReadTimeout):
        await ask(transport, site.put("/", Reply(b"late", wait_s=0.5)))
    await transport.aclose()
