"""The door: one way in, a status for whatever happens, retries with a bound, nothing asked twice."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from stub_model import Reply, StubModel

from storage.lake import Lake
from storage.schemas.calls import Call
from storage.schemas.errors import BadConfig, BudgetExceeded, MissingKey, NotFound
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.effective import decoding_sent
from tasks.llm.ledger import Ledger
from tasks.llm.models import Model
from tasks.llm.request import Ask, Request

Entry = Callable[..., Model]
DoorTo = Callable[..., Door]
For = Callable[..., Request]


def error(**fields: Any) -> dict[str, Any]:
    return {"error": fields}


class Cloze:
    """A baseline that says what it was given, and stumbles on an empty title."""

    name = "baseline/cloze"

    def reply(self, request: Request) -> str:
        """The title."""
        if not request.inputs["title"]:
            raise ValueError("no title")
        return str(request.inputs["title"])


async def ask_all(door: Door, lake: Lake, *requests: Request, run_id: str = "r") -> list[Call]:
    async with door:
        ledger = Ledger(lake, "s", run_id)
        ask = door.bind(ledger)
        try:
            return await asyncio.gather(*(ask(request) for request in requests))
        finally:
            ledger.close()


async def test_a_call_is_recorded_with_all_that_happened(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    usage = {
        "prompt_tokens": 1000, "completion_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 600}, "completion_tokens_details": {"reasoning_tokens": 60},
    }
    with StubModel([Reply(text="<think>hm</think>Answer: B", usage=usage, latency_ms=30)], model="stub-1-2026-10-01") as stub:
        model = entry(
            stub, decoding={"temperature": 0, "top_p": 1}, unsupported=["top_p"], price={"input": 2, "cached_input": 0.5, "output": 8},
        )
        [call] = await ask_all(door_to(model), lake, request_for("Which?", purpose="answer", max_tokens=50))
    assert (call.status, call.text, call.thinking, call.error) == ("ok", "Answer: B", "hm", "")
    assert (call.scope, call.purpose, call.run_id, call.model, call.provider_model) == ("s", "answer", "r", "m", "stub-1-2026-10-01")
    assert (call.prompt_tokens, call.cached_tokens, call.completion_tokens, call.reasoning_tokens) == (1000, 600, 100, 60)
    assert call.cost == pytest.approx((400 * 2 + 600 * 0.5 + 100 * 8) / 1e6)
    assert (call.not_sent, decoding_sent(call)) == (("top_p",), {"temperature": 0, "max_tokens": 50})
    assert call.attempts == 1
    assert 25 < call.latency_ms < 2000
    assert lake.read(Call, "s") == [call]


async def test_a_rerun_pays_nothing(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel() as stub:
        requests = [request_for(str(n)) for n in range(5)]
        first = await ask_all(door_to(entry(stub)), lake, *requests)
        again = await ask_all(door_to(entry(stub)), lake, *requests, run_id="r2")
        assert stub.requests == 5
    assert again == first


async def test_a_new_sample_is_a_new_call(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(["one", "two"]) as stub:
        calls = [(await ask_all(door_to(entry(stub)), lake, request_for(sample=n)))[0].text for n in (0, 1, 0)]
    assert calls == ["one", "two", "one"]


async def test_equal_requests_at_the_same_time_are_asked_once(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(latency_ms=50) as stub:
        calls = await ask_all(door_to(entry(stub)), lake, *[request_for()] * 10)
        assert stub.requests == 1
    assert len({call.text for call in calls}) == 1


async def test_when_the_asking_one_is_cancelled_another_takes_over(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(latency_ms=100) as stub:
        async with door_to(entry(stub)) as door:
            ask = door.bind(Ledger(lake, "s", "r"))
            first, second = asyncio.ensure_future(ask(request_for())), asyncio.ensure_future(ask(request_for()))
            await asyncio.sleep(0.03)
            first.cancel()
            assert (await second).status == "ok"
            assert first.cancelled()


async def test_what_may_pass_is_tried_again_up_to_the_bound(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    script = [Reply(status=500), Reply(drop=True), Reply(body="<html>"), "at last"]
    with StubModel(script) as stub:
        [call] = await ask_all(door_to(entry(stub)), lake, request_for())
        assert (call.status, call.text, call.attempts, stub.requests) == ("ok", "at last", 4, 4)
    with StubModel([Reply(status=503)] * 9) as stub:
        [call] = await ask_all(door_to(entry(stub), attempts=3), lake, request_for("other"))
        assert (call.status, call.attempts, stub.requests) == ("failed", 3, 3)
    assert call.error.startswith("http_503")
    assert (call.text, call.cost) == ("", 0.0)


async def test_a_failed_call_is_asked_again_by_the_next_run(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel([Reply(status=500), "better now"]) as stub:
        [failed] = await ask_all(door_to(entry(stub), attempts=1), lake, request_for())
        [mended] = await ask_all(door_to(entry(stub), attempts=1), lake, request_for())
    assert (failed.status, mended.status) == ("failed", "ok")
    assert lake.read(Call, "s") == [mended]


async def test_a_dead_server_is_not_waited_for_again_and_again(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel([Reply(status=503)] * 30) as stub:
        door = door_to(entry(stub, concurrency=1), attempts=4, lost_in_a_row=3)
        calls = await ask_all(door, lake, *(request_for(str(n)) for n in range(24)))
    tries = [call.attempts for call in calls]
    assert tries[:3] == [4, 4, 4]
    assert tries[3:21] == [1] * 18
    assert [call.status for call in calls[21:]] == ["ok"] * 3


async def test_retry_after_is_honoured_by_the_whole_lane_and_capped(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel([Reply(status=429, headers={"Retry-After": "3600"})]) as stub:
        before = time.monotonic()
        calls = await ask_all(door_to(entry(stub, concurrency=1), retry_after_cap_s=0.3), lake, *(request_for(str(n)) for n in range(3)))
        waited = time.monotonic() - before
    assert [call.status for call in calls] == ["ok"] * 3
    assert 0.3 <= waited < 3


async def test_a_content_filter_is_not_retried_and_the_others_go_on(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    def answer(body: dict[str, Any], _: int) -> str | Reply:
        if "shelling" in body["messages"][0]["content"]:
            return Reply(status=400, body=error(message="The prompt was refused", code="content_filter"))
        return "fine"

    with StubModel(answer=answer) as stub:
        calls = await ask_all(door_to(entry(stub)), lake, request_for("shelling kills nine"), *(request_for(str(n)) for n in range(9)))
        again = await ask_all(door_to(entry(stub)), lake, request_for("shelling kills nine"))
        assert stub.requests == 10
    assert [call.status for call in calls] == ["content_filter"] + ["ok"] * 9
    assert (calls[0].cost, calls[0].attempts) == (0.0, 1)
    assert again == calls[:1]


async def test_thinking_that_eats_the_limit_gets_one_larger_limit(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    eaten = Reply(text=None, finish_reason="length", usage={"prompt_tokens": 10, "completion_tokens": 16})
    whole = Reply(text="Answer: C", usage={"prompt_tokens": 10, "completion_tokens": 50})
    with StubModel([eaten, whole]) as stub:
        [call] = await ask_all(door_to(entry(stub)), lake, request_for(max_tokens=16))
        assert [body["max_tokens"] for body in stub.bodies] == [16, 64]
    assert (call.status, call.text, call.attempts) == ("ok", "Answer: C", 2)
    assert (call.prompt_tokens, call.completion_tokens) == (20, 66)  # both were paid
    assert call.cost == pytest.approx((20 * 1 + 66 * 2) / 1e6)
    assert decoding_sent(call)["max_tokens"] == 64


async def test_thinking_that_eats_the_larger_limit_too_is_truncated(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(default="<think>Option A says 12 but B fits the date", answer=None) as stub:
        stub.script = [Reply(text=stub.default, finish_reason="length")] * 3
        [call] = await ask_all(door_to(entry(stub)), lake, request_for(max_tokens=16))
        assert stub.requests == 2
    assert (call.status, call.text) == ("truncated", "")
    assert call.thinking == "Option A says 12 but B fits the date"


async def test_a_cut_answer_is_truncated_and_not_paid_again(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel([Reply(text='[{"question": "Q1"}, {"que', finish_reason="length")]) as stub:
        [call] = await ask_all(door_to(entry(stub)), lake, request_for(max_tokens=16))
        assert stub.requests == 1
    assert (call.status, call.text) == ("truncated", '[{"question": "Q1"}, {"que')


async def test_an_empty_answer_is_empty(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel([Reply(text=None)]) as stub:
        [call] = await ask_all(door_to(entry(stub)), lake, request_for())
    assert (call.status, call.text, call.error) == ("empty", "", "")


async def test_settings_that_the_provider_refuses_are_left_out_recorded_and_told_once(
    lake: Lake, door_to: DoorTo, entry: Entry, request_for: For, caplog: pytest.LogCaptureFixture,
) -> None:
    def answer(body: dict[str, Any], _: int) -> str | Reply:
        for name in ("temperature", "top_p"):
            if name in body:
                return Reply(status=400, body=error(message="Unsupported value", param=name, code="unsupported_value"))
        if "max_tokens" in body:
            return Reply(status=400, body=error(message="Unsupported parameter: use 'max_completion_tokens'", param="max_tokens"))
        return "Answer: A"

    with StubModel(answer=answer) as stub, caplog.at_level(logging.WARNING):
        model = entry(stub, decoding={"temperature": 0, "top_p": 1, "seed": 4}, concurrency=1)
        calls = await ask_all(door_to(model), lake, *(request_for(str(n), max_tokens=16) for n in range(3)))
        assert stub.requests == 3 + 3  # one more for each setting, once
        again = await ask_all(door_to(model), lake, *(request_for(str(n), max_tokens=16) for n in range(3)))
        assert stub.requests == 6
    assert again == calls
    assert [(call.status, call.not_sent) for call in calls] == [("ok", ("temperature", "top_p"))] * 3
    assert decoding_sent(calls[0]) == {"seed": 4, "max_completion_tokens": 16}
    assert len(caplog.records) == 3
    assert "m does not take temperature" in caplog.text


async def test_configured_unsupported_settings_are_told_once(
    lake: Lake, door_to: DoorTo, entry: Entry, request_for: For, caplog: pytest.LogCaptureFixture,
) -> None:
    with StubModel() as stub, caplog.at_level(logging.WARNING):
        model = entry(stub, decoding={"temperature": 0, "top_p": 1}, unsupported=["temperature", "top_p"])
        await ask_all(door_to(model), lake, *(request_for(str(n)) for n in range(3)))
    assert [record.message for record in caplog.records] == ["m does not take temperature, top_p: not sent, and recorded so"]


async def test_no_more_calls_are_in_flight_than_allowed(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(latency_ms=20) as stub:
        await ask_all(door_to(entry(stub, concurrency=3)), lake, *(request_for(str(n)) for n in range(12)))
        assert stub.peak == 3
        stub.reset()
        await ask_all(door_to(entry(stub), concurrency=5), lake, *(request_for(f"b{n}") for n in range(12)))
        assert stub.peak == 5


async def test_a_missing_key_names_its_variable(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel() as stub:
        door = door_to(entry(stub, key_env="STUB_KEY"), secret=lambda name: None)
        with pytest.raises(MissingKey, match="STUB_KEY: m needs a key"):
            door.check(["m"])
        door.check(["m"], keys=False)  # a dry run asks nobody
        with pytest.raises(MissingKey, match="STUB_KEY"):
            await ask_all(door, lake, request_for())
        assert stub.requests == 0


async def test_a_key_that_is_not_accepted_stops_and_names_its_variable(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel([Reply(status=401, body=error(message="Incorrect key"))]) as stub:
        with pytest.raises(MissingKey, match=r"STUB_KEY: the provider of m does not accept the key.*Incorrect key"):
            await ask_all(door_to(entry(stub, key_env="STUB_KEY")), lake, request_for())
        assert stub.requests == 1


async def test_an_unknown_model_is_told_and_asks_nothing(lake: Lake, door_to: DoorTo, request_for: For) -> None:
    with pytest.raises(NotFound, match="no model is called 'm'"):
        await ask_all(door_to(), lake, request_for())


async def test_a_budget_stops_cleanly_and_what_was_paid_is_kept(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 100}
    requests = [request_for(f"{n:03} " * 80, max_tokens=100) for n in range(30)]
    with StubModel(answer=lambda body, n: Reply(text="x", usage=usage)) as stub:
        model = entry(stub, price={"input": 1000, "output": 1000})  # 0.2 USD a call
        async with door_to(model, budget=Budget(max_usd=1.0)) as door:
            ledger = Ledger(lake, "s", "r")
            ask: Ask = door.bind(ledger)
            results = await asyncio.gather(*(ask(request) for request in requests), return_exceptions=True)
            ledger.close()
        done = [result for result in results if isinstance(result, Call)]
        assert 4 <= len(done) <= 5
        assert all(isinstance(result, BudgetExceeded) for result in results if not isinstance(result, Call))
        assert sum(call.cost or 0 for call in done) <= 1.0
        with pytest.raises(BudgetExceeded):  # the same run, started again, has spent its money
            await ask_all(door_to(model, budget=Budget(max_usd=1.0)), lake, request_for("new", max_tokens=700))
        paid = stub.requests
        kept = await ask_all(door_to(model, budget=Budget(max_usd=0.0)), lake, *requests[:1])
        assert (stub.requests, kept[0].status) == (paid, "ok")  # what the ledger has needs no money
    assert len(lake.read(Call, "s")) == len(done)


async def test_two_scopes_share_one_budget_and_binding_again_counts_nothing_twice(
    lake: Lake, door_to: DoorTo, entry: Entry, request_for: For,
) -> None:
    budget = Budget(max_tokens=10**6)
    with StubModel(answer=lambda body, n: Reply(text="x", usage={"prompt_tokens": 100, "completion_tokens": 50})) as stub:
        async with door_to(entry(stub), budget=budget) as door:
            for scope in ("s", "t", "s"):
                ledger = Ledger(lake, scope, "r")
                await door.bind(ledger)(request_for(scope))
                ledger.close()
    assert (budget.tokens, stub.requests) == (300, 2)


async def test_a_money_budget_without_a_price_refuses_to_start(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel() as stub:
        door = door_to(entry(stub, price=None), budget=Budget(max_usd=5))
        with pytest.raises(BadConfig, match="price of m is not known"):
            door.check(["m"])
        with pytest.raises(BadConfig, match="price of m is not known"):
            await ask_all(door, lake, request_for())
        assert stub.requests == 0


async def test_an_unknown_price_makes_the_cost_unknown(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(["x", Reply(status=404)]) as stub:
        calls = await ask_all(door_to(entry(stub, price=None, concurrency=1)), lake, request_for("a"), request_for("b"))
    assert [(call.status, call.cost) for call in calls] == [("ok", None), ("failed", None)]


async def test_a_server_that_reports_no_tokens_leaves_them_unknown(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    body = {"choices": [{"finish_reason": "stop", "message": {"content": "Answer: A"}}]}
    budget = Budget(max_tokens=100_000)
    with StubModel([Reply(body=body)]) as stub:
        [call] = await ask_all(door_to(entry(stub), budget=budget), lake, request_for("x" * 400))
    assert (call.status, call.prompt_tokens, call.cost, call.provider_model) == ("ok", None, None, None)
    assert 100 <= budget.tokens <= 160  # a budget counts a guess rather than nothing


async def test_a_baseline_answers_offline_for_nothing_and_never_ends_the_run(lake: Lake, door_to: DoorTo, request_for: For) -> None:
    model = Model(name="baseline/cloze", provider_model="baseline/cloze", route="baseline")
    door = door_to(model, baselines={"baseline/cloze": Cloze()}, budget=Budget(max_usd=0))
    door.check(["baseline/cloze"])
    requests = [request_for(model="baseline/cloze", inputs={"title": title}) for title in ("A ferry", "")]
    told, failed = await ask_all(door, lake, *requests)
    assert (told.status, told.text, told.cost, told.prompt_tokens) == ("ok", "A ferry", 0.0, None)
    assert (failed.status, failed.error) == ("failed", "ValueError: no title")


async def test_a_baseline_that_does_not_exist_is_told(lake: Lake, door_to: DoorTo, request_for: For) -> None:
    door = door_to(baselines={"baseline/cloze": Cloze()})
    with pytest.raises(NotFound, match=r"no baseline 'baseline/clozee'.*There are: baseline/cloze"):
        door.check(["baseline/clozee"])
    with pytest.raises(NotFound):
        await ask_all(door, lake, request_for(model="baseline/clozee", inputs={"title": "x"}))


async def test_two_ways_of_asking_at_the_same_time_do_not_mix(lake: Lake, door_to: DoorTo, entry: Entry, request_for: For) -> None:
    with StubModel(default="from one") as one, StubModel(default="from two") as two:
        door = door_to(entry(one), entry(two, name="n"))
        calls = await ask_all(door, lake, request_for(), request_for(model="n"))
    assert [call.text for call in calls] == ["from one", "from two"]
