"""A run's limit of money and tokens: checked before each call, with what is in flight held back, so that it is not overshot.

A call that does not fit while others are in flight waits for them, for they usually cost less than was held back; only a call that would
not fit alone stops the run. Calls of unknown cost count by their tokens, and need a token limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from storage.schemas.errors import BadConfig, BudgetExceeded
from tasks.llm.ceilings import Ceiling
from tasks.llm.models import Model
from tasks.llm.prices import Price

_DEFAULT_COMPLETION = 1024


@dataclass(slots=True)
class Hold:
    """What is held back for one call in flight; usd None: unknown."""

    usd: float | None
    tokens: int


class Budget:
    """``max_usd`` in US dollars and ``max_tokens`` (prompt and completion together) of one run; None is no limit.

    ceilings: limits over the sum of all runs, which hold beside those of the run.
    """

    def __init__(self, max_usd: float | None = None, max_tokens: int | None = None, *, ceilings: Sequence[Ceiling] = ()) -> None:
        self.max_usd, self.max_tokens = max_usd, max_tokens
        self._ceilings = tuple(ceilings)
        self._paid = 0.0  # by this process
        self._usd: dict[str, float] = {}
        self._tokens: dict[str, int] = {}
        self._held_usd = 0.0
        self._held_tokens = 0
        self._in_flight = 0
        self._stretch = 1.0
        self._settled: asyncio.Condition | None = None

    @property
    def usd(self) -> float:
        """Spent so far, in all scopes, where the cost is known."""
        return sum(self._usd.values())

    @property
    def tokens(self) -> int:
        """Used so far, in all scopes."""
        return sum(self._tokens.values())

    @property
    def bounded(self) -> bool:
        """Whether there is any limit."""
        return self.max_usd is not None or self.max_tokens is not None or bool(self._ceilings)

    def seen(self, scope: str, usd: float, tokens: int) -> None:
        """Count what the ledger of ``scope`` says this run has spent there, in this process and in earlier ones; nothing counts twice."""
        self._usd[scope] = max(self._usd.get(scope, 0.0), usd)
        self._tokens[scope] = max(self._tokens.get(scope, 0), tokens)

    def check_price(self, model: Model, price: Price | None) -> None:
        """BadConfig when a money limit could not be kept for this model, because nobody knows its price and there is no token limit."""
        limits = [limit for limit in (self.max_usd, *(ceiling.max_usd for ceiling in self._ceilings)) if limit is not None]
        if limits and self.max_tokens is None and price is None:
            raise BadConfig(
                f"the price of {model.name} is not known, so a budget of {limits[0]:g} USD cannot be kept",
                where=f"model {model.name}",
                todo="Give it in models.toml (price = {input = ..., output = ...}, USD per million tokens), or set a token budget too",
            )

    async def hold(self, price: Price | None, prompt_tokens: int, limit: int | None) -> Hold:
        """Set aside what a call may cost. BudgetExceeded when it does not fit."""
        completion = limit or _DEFAULT_COMPLETION
        usd = price.cost(prompt_tokens, 0, completion) if price else None
        hold = Hold(None if usd is None else usd * self._stretch, int((prompt_tokens + completion) * self._stretch))
        await self._look_at_others()
        while (over := self._over(hold)) is not None:
            if not self._in_flight:
                raise BudgetExceeded(over, todo="All results so far are kept. Run again with more: finished calls are not paid twice")
            condition = self._settled = self._settled or asyncio.Condition()
            async with condition:
                await condition.wait()
        self._held_usd += hold.usd or 0.0
        self._held_tokens += hold.tokens
        self._in_flight += 1
        return hold

    async def settle(self, hold: Hold, scope: str, usd: float | None, tokens: int) -> None:
        """Put what a call really cost in the place of what was held back for it."""
        self._held_usd -= hold.usd or 0.0
        self._held_tokens -= hold.tokens
        self._in_flight -= 1
        if tokens > hold.tokens:
            self._stretch *= tokens / hold.tokens  # guesses were too low: hold back more from now on
        self._usd[scope] = self._usd.get(scope, 0.0) + (usd or 0.0)
        self._paid += usd or 0.0
        self._tokens[scope] = self._tokens.get(scope, 0) + tokens
        if self._settled is not None:
            async with self._settled:
                self._settled.notify_all()

    async def _look_at_others(self) -> None:
        for ceiling in self._ceilings:
            if ceiling.stale:
                await asyncio.to_thread(ceiling.refresh, self._paid)

    def _over(self, hold: Hold) -> str | None:
        for ceiling in self._ceilings:
            spent = ceiling.spent(self._paid)
            if spent + self._held_usd + (hold.usd or 0.0) > ceiling.max_usd:
                left = f"{spent:.4f} USD spent by all runs together, the next call may cost {hold.usd or 0.0:.4f}"
                return f"the ceiling of {ceiling.max_usd:g} USD for {ceiling.label} is reached ({left})"
        if self.max_usd is not None and self.usd + self._held_usd + (hold.usd or 0.0) > self.max_usd:
            return f"the budget of {self.max_usd:g} USD is used up ({self.usd:.4f} USD spent, the next call may cost {hold.usd or 0.0:.4f})"
        if self.max_tokens is not None and self.tokens + self._held_tokens + hold.tokens > self.max_tokens:
            return f"the budget of {self.max_tokens:,} tokens is used up ({self.tokens:,} used, the next call may take {hold.tokens:,})"
        return None
