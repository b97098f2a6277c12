import asyncio
from collections.abc import Awaitable, Callable

import pytest

from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.fetching.robots import Robots

RULES = b"User-agent: *\nAllow: /\n\nUser-agent: OurBot\nDisallow: /live/\nCrawl-delay: 4\n"


def robots(answer: bytes | Exception, product: str = "OurBot", log: list[str] | None = None) -> Robots:
    async def read(url: str) -> tuple[int, bytes]:
        if log is not None:
            log.append(url)
        await asyncio.sleep(0)
        if isinstance(answer, Exception):
            raise answer
        return 200, answer

    return Robots(product, read)


async def reason_of(check: Callable[[], Awaitable[object]]) -> str:
    with pytest.raises((FetchFailed, FetchRefused)) as caught:
        await check()
    assert isinstance(caught.value, (FetchFailed, FetchRefused))
    return caught.value.reason


async def test_our_own_group_is_obeyed_before_the_one_for_all() -> None:
    rules = robots(RULES)
    assert await reason_of(lambda: rules.check("http://n.example/live/1")) == "robots"
    assert await rules.check("http://n.example/story/2") == 4


async def test_another_product_goes_by_the_group_for_all() -> None:
    assert await robots(RULES, product="okbench").check("http://n.example/live/1") is None


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
async def test_no_file_means_no_rules(status: int) -> None:
    rules = robots(FetchRefused("x", reason=f"http_{status}", http_status=status))
    assert await rules.check("http://n.example/story") is None


@pytest.mark.parametrize(
    "error",
    [
        FetchFailed("answered 503", reason="http_503", http_status=503),
        FetchFailed("answered 429", reason="http_429", http_status=429),
        FetchRefused("challenge", reason="bot_block", http_status=503),
        FetchFailed("slow", reason="timeout"),
        FetchFailed("cut", reason="reset"),
    ],
)
async def test_no_answer_means_wait_never_allowed(error: Exception) -> None:
    rules = robots(error)
    assert await reason_of(lambda: rules.check("http://n.example/story")) == "robots_unavailable"


@pytest.mark.parametrize(
    "error", [FetchFailed("x", reason="dns"), FetchFailed("x", reason="connect"), FetchRefused("x", reason="private_address")]
)
async def test_a_host_that_cannot_be_reached_at_all_keeps_its_own_reason(error: FetchFailed | FetchRefused) -> None:
    rules = robots(error)
    assert await reason_of(lambda: rules.check("http://n.example/story")) == error.reason


async def test_the_file_is_read_once_for_each_origin_even_by_many_at_once() -> None:
    log: list[str] = []
    rules = robots(RULES, log=log)
    await asyncio.gather(*(rules.check(f"http://n.example/story/{n}") for n in range(20)), rules.check("https://n.example/x"))
    assert sorted(log) == ["http://n.example/robots.txt", "https://n.example/robots.txt"]


async def test_who_asked_first_may_leave_without_harm_to_the_others() -> None:
    rules = robots(RULES)
    first = asyncio.create_task(rules.check("http://n.example/a"))
    await asyncio.sleep(0)
    second = asyncio.create_task(rules.check("http://n.example/b"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == 4


@pytest.mark.parametrize(
    "junk", [b"<html><body>Welcome</body></html>", b"\xff\xfe\x00garbage", b"", b"\xef\xbb\xbfUser-agent: *\nDisallow: /private/"]
)
async def test_an_odd_file_is_read_as_far_as_it_makes_sense(junk: bytes) -> None:
    assert await robots(junk).check("http://n.example/story") is None


async def test_a_byte_order_mark_hides_no_rule() -> None:
    rules = robots(b"\xef\xbb\xbfUser-agent: *\nDisallow: /private/")
    assert await reason_of(lambda: rules.check("http://n.example/private/x")) == "robots"
    await rules.close()
