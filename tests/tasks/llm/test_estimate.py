"""The dry run: what would be asked and what it would cost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from storage.lake import Lake
from storage.schemas.calls import Call
from tasks.llm.effective import request_digest
from tasks.llm.estimate import estimate
from tasks.llm.ledger import Ledger
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.request import Request
from tasks.llm.tokens import count_prompt

PRICED = Model.model_validate({"name": "m", "provider_model": "m-1", "price": {"input": 2, "output": 8}})
UNPRICED = Model(name="n", provider_model="n-1", base_url="http://127.0.0.1:9/v1")
CLOZE = Model(name="baseline/cloze", provider_model="baseline/cloze", route="baseline")
CATALOG = ModelCatalog([PRICED, UNPRICED, CLOZE])


def test_calls_tokens_and_cost_by_purpose(request_for: Callable[..., Request]) -> None:
    generate = [request_for(f"article {n} " * 50, purpose="generate") for n in range(4)]
    validate = [request_for("check", purpose="validate", max_tokens=100)]
    found = estimate([*generate, *validate], models=CATALOG, completion_tokens={"generate": 900})
    first, second = found.lines
    prompt = sum(count_prompt(request) for request in generate)
    assert (first.purpose, first.calls, first.prompt_tokens, first.completion_tokens) == ("generate", 4, prompt, 3600)
    assert first.cost == pytest.approx((prompt * 2 + 3600 * 8) / 1e6)
    assert (second.purpose, second.completion_tokens) == ("validate", 100)
    assert (found.calls, found.cost) == (5, pytest.approx((first.cost or 0) + (second.cost or 0)))
    assert found.rule


def test_what_the_ledger_has_and_what_is_asked_twice_costs_nothing(lake: Lake, request_for: Callable[..., Request]) -> None:
    ledger = Ledger(lake, "s", "r")
    ledger.record(Call(
        digest=request_digest(PRICED, request_for("done")), scope="s", purpose="answer", run_id="r", model="m", provider_model=None,
        sent="", not_sent=(), status="ok", error="", text="x", thinking="", finish_reason=None, prompt_tokens=1, cached_tokens=None,
        completion_tokens=1, reasoning_tokens=None, cost=0.0, attempts=1, latency_ms=1.0, started=datetime(2026, 11, 30, tzinfo=UTC),
    ))
    [line] = estimate([request_for("done"), request_for("new"), request_for("new")], models=CATALOG, ledger=ledger).lines
    assert (line.calls, line.done) == (1, 2)


def test_an_unknown_price_makes_the_sum_unknown(request_for: Callable[..., Request]) -> None:
    found = estimate([request_for(), request_for(model="n")], models=CATALOG)
    assert [line.cost is None for line in found.lines] == [False, True]
    assert found.cost is None


def test_baselines_cost_nothing_and_use_no_tokens(request_for: Callable[..., Request]) -> None:
    [line] = estimate([request_for(model="baseline/cloze", inputs={"title": "x"})], models=CATALOG).lines
    assert (line.calls, line.prompt_tokens, line.completion_tokens, line.cost) == (1, 0, 0, 0.0)
