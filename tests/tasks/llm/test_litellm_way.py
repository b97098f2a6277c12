"""The wide way out: litellm against the stub server, through its own OpenAI client."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable

import pytest
from stub_model import Reply, StubModel

from storage.lake import Lake
from tasks.llm.door import Door
from tasks.llm.effective import build
from tasks.llm.ledger import Ledger
from tasks.llm.litellm_way import LitellmWay
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.llm.wire import Attempt

pytestmark = pytest.mark.slow  # the import alone takes seconds
KEY = "sk-key-that-must-not-leak-5d81"


@pytest.fixture
async def way() -> AsyncIterator[LitellmWay]:
    wide = LitellmWay("okbench/test")
    yield wide
    await wide.close()


def through(stub: StubModel, **fields: object) -> Model:
    return Model.model_validate({
        "name": "m", "provider_model": "openai/stub-1", "route": "litellm", "base_url": stub.url, "key_env": "STUB_KEY", **fields,
    })


async def test_a_call_goes_out_and_comes_back(way: LitellmWay, request_for: Callable[..., Request]) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13, "prompt_tokens_details": {"cached_tokens": 4}}
    with StubModel([Reply(text="hello", usage=usage, message={"reasoning_content": "hm"})]) as stub:
        model = through(stub, decoding={"temperature": 0, "extra": {"top_k": 4}})
        await way.refused(model)
        attempt = await way.send(model, build(model, request_for("Hi", max_tokens=5)), KEY)
    assert attempt.payload is not None
    assert attempt.payload["choices"][0]["message"]["reasoning_content"] == "hm"
    assert attempt.payload["usage"]["prompt_tokens_details"]["cached_tokens"] == 4
    assert attempt.cost is None
    headers, body = stub.received[0]
    assert headers["User-Agent"] == "okbench/test"
    assert body == {"model": "stub-1", "messages": [{"role": "user", "content": "Hi"}], "temperature": 0, "max_tokens": 5, "top_k": 4}


@pytest.mark.parametrize(("reply", "status", "words"), [
    (Reply(status=429, headers={"Retry-After": "3"}), 429, "RateLimitError"),
    (Reply(status=400, body={"error": {"message": "no", "code": "content_filter"}}), 400, "content_filter"),
    (Reply(status=401, body={"error": {"message": f"bad key {KEY}"}}), 401, "***"),
    (Reply(status=503), 503, ""),
    (Reply(latency_ms=1500), 0, "timeout"),
])
async def test_failures_keep_their_status_and_words_and_are_tried_once(
    way: LitellmWay, request_for: Callable[..., Request], reply: Reply, status: int, words: str,
) -> None:
    with StubModel([reply]) as stub:
        model = through(stub, timeout_s=0.5)
        await way.refused(model)
        attempt: Attempt = await way.send(model, build(model, request_for()), KEY)
        assert stub.requests == 1
    assert (attempt.status, attempt.payload) == (status, None)
    assert words in attempt.text
    assert KEY not in attempt.text
    assert attempt.retry_after == (3.0 if status == 429 else None)


async def test_settings_that_a_provider_does_not_take_are_known_beforehand(way: LitellmWay) -> None:
    assert "seed" in await way.refused(Model(name="a", provider_model="anthropic/claude-sonnet-4-5", route="litellm"))
    assert await way.refused(Model(name="a", provider_model="unheard-of/model", route="litellm")) == frozenset()


async def test_a_setting_that_litellm_itself_turns_down_is_left_out_and_recorded(
    door_to: Callable[..., Door], request_for: Callable[..., Request], lake: Lake, caplog: pytest.LogCaptureFixture,
) -> None:
    with StubModel(["Answer: A", "Answer: B"]) as stub, caplog.at_level(logging.WARNING):
        async with door_to(through(stub, provider_model="openai/gpt-5", decoding={"temperature": 0})) as door:
            ask = door.bind(Ledger(lake, "s", "r"))
            calls = [await ask(request_for(str(n))) for n in range(2)]
    assert [(call.status, call.not_sent) for call in calls] == [("ok", ("temperature",))] * 2
    assert all("temperature" not in body for body in stub.bodies)
    assert sum("does not take temperature" in record.message for record in caplog.records) == 1


async def test_cost_is_by_litellms_list_where_the_provider_is_the_real_one_else_unknown(
    door_to: Callable[..., Door], request_for: Callable[..., Request], lake: Lake,
) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
    with StubModel([Reply(text="x", usage=usage)] * 2) as stub:
        unknown = through(stub, provider_model="openai/gpt-4o-2024-08-06")
        priced = through(stub, name="n", price={"input": 10, "output": 20})
        async with door_to(unknown, priced) as door:
            ask = door.bind(Ledger(lake, "s", "r"))
            assert (await ask(request_for())).cost is None
            assert (await ask(request_for(model="n"))).cost == pytest.approx(0.012)


async def test_litellm_says_nothing_of_its_own(
    way: LitellmWay, request_for: Callable[..., Request], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture,
) -> None:
    with StubModel([Reply(status=500)]) as stub, caplog.at_level(logging.INFO):
        model = through(stub)
        await way.refused(model)
        await way.send(model, build(model, request_for()), KEY)
    assert capfd.readouterr() == ("", "")
    assert not [record for record in caplog.records if "litellm" in record.name.lower()]
