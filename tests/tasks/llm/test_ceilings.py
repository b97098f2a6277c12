"""Ceilings over the sum of all runs: what others have paid counts, this process's own calls count once, and a reading is taken anew."""

import pytest

from storage.schemas.errors import BudgetExceeded
from tasks.llm.budget import Budget
from tasks.llm.ceilings import Ceiling
from tasks.llm.prices import Price

DEAR = Price(input=0.0, output=1_000_000.0)  # a completion token costs 1 USD


def ceiling(spent: list[float], most: float, fresh_s: float = 3600.0) -> Ceiling:
    return Ceiling("day 2026-11-30", most, lambda: spent[0], fresh_s=fresh_s)


async def pay(budget: Budget, usd: int) -> None:
    hold = await budget.hold(DEAR, 0, usd)
    await budget.settle(hold, "scope", float(usd), usd)


async def test_what_other_runs_have_spent_counts_towards_the_ceiling():
    with pytest.raises(BudgetExceeded, match=r"day 2026-11-30 .*9\.0000 USD spent by all runs together"):
        await pay(Budget(ceilings=[ceiling([9.0], 10)]), 2)
    await pay(Budget(ceilings=[ceiling([7.0], 10)]), 2)


async def test_own_calls_count_once_before_and_after_a_new_reading():
    lake = [0.0]
    budget = Budget(ceilings=[ceiling(lake, 10, fresh_s=0.0)])
    for _ in range(5):
        await pay(budget, 2)
        lake[0] += 2.0  # the ledger holds the call by the next reading
    with pytest.raises(BudgetExceeded):
        await pay(budget, 1)


async def test_between_two_readings_own_calls_count():
    budget = Budget(ceilings=[ceiling([4.0], 10)])
    await pay(budget, 3)
    await pay(budget, 3)
    with pytest.raises(BudgetExceeded):
        await pay(budget, 1)


async def test_a_ceiling_holds_beside_the_limit_of_the_run():
    with pytest.raises(BudgetExceeded, match="budget of 1 USD"):
        await pay(Budget(1.0, ceilings=[ceiling([0.0], 10)]), 2)
