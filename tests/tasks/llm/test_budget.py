"""The limit of money and tokens: held back before, settled after, never overshot."""

from __future__ import annotations

import asyncio

import pytest

from storage.schemas.errors import BadConfig, BudgetExceeded
from tasks.llm.budget import Budget
from tasks.llm.models import Model
from tasks.llm.prices import Price

PRICE = Price(input=1000, output=1000)  # 0.001 USD a token


async def test_a_call_that_does_not_fit_stops_the_run_and_says_how_far_it_came() -> None:
    budget = Budget(max_usd=1.0)
    hold = await budget.hold(PRICE, 500, 100)
    await budget.settle(hold, "s", 0.55, 550)
    words = r"budget of 1 USD is used up \(0\.5500 USD spent, the next call may cost 0\.6000\).*results so far are kept"
    with pytest.raises(BudgetExceeded, match=words):
        await budget.hold(PRICE, 500, 100)


async def test_calls_in_flight_are_held_back_and_waited_for() -> None:
    budget = Budget(max_usd=1.0)
    first = await budget.hold(PRICE, 500, 100)
    second = asyncio.create_task(budget.hold(PRICE, 500, 100))
    await asyncio.sleep(0.01)
    assert not second.done()
    await budget.settle(first, "s", 0.1, 100)
    await asyncio.wait_for(second, 1)


async def test_many_at_once_never_spend_more_than_the_limit() -> None:
    budget = Budget(max_usd=1.0)

    async def one() -> None:
        hold = await budget.hold(PRICE, 50, 10)
        await asyncio.sleep(0)
        await budget.settle(hold, "s", 0.06, 60)

    results = await asyncio.gather(*(one() for _ in range(40)), return_exceptions=True)
    assert budget.usd == pytest.approx(0.96)
    assert sum(isinstance(result, BudgetExceeded) for result in results) == 24


async def test_tokens_are_a_limit_of_their_own_and_count_calls_of_unknown_cost() -> None:
    budget = Budget(max_usd=1.0, max_tokens=1000)
    hold = await budget.hold(None, 500, 100)
    await budget.settle(hold, "s", None, 600)
    with pytest.raises(BudgetExceeded, match=r"1,000 tokens is used up \(600 used, the next call may take 600\)"):
        await budget.hold(None, 500, 100)


async def test_a_guess_that_was_too_low_makes_later_ones_larger() -> None:
    budget = Budget(max_usd=1.0)
    await budget.settle(await budget.hold(PRICE, 50, 50), "s", 0.4, 400)
    with pytest.raises(BudgetExceeded, match=r"the next call may cost 0\.8000"):
        await budget.hold(PRICE, 100, 100)


async def test_what_earlier_runs_spent_counts_once() -> None:
    budget = Budget(max_usd=1.0)
    budget.seen("s", 0.7, 10)
    budget.seen("s", 0.7, 10)
    budget.seen("t", 0.2, 5)
    assert (budget.usd, budget.tokens) == (pytest.approx(0.9), 15)
    with pytest.raises(BudgetExceeded):
        await budget.hold(PRICE, 100, 100)


def test_a_money_limit_without_a_price_is_refused_at_the_start() -> None:
    model = Model(name="openai/some-new-model-2026", provider_model="x")
    words = "price of openai/some-new-model-2026 is not known, so a budget of 5 USD cannot be kept.*token budget"
    with pytest.raises(BadConfig, match=words):
        Budget(max_usd=5).check_price(model, None)
    Budget(max_usd=5, max_tokens=1000).check_price(model, None)
    Budget(max_usd=5).check_price(model, PRICE)
    Budget().check_price(model, None)
