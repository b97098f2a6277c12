"""The one door to language models. Every call of okbench goes through it, and is in the ledger before its answer is used.

The way of a request: a call that the ledger has is given from there; equal requests at the same time are asked once; the budget holds back
what the call may cost; it waits for a slot and for its turn; ``exchange`` asks, with all retries; the call is recorded, then returned.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import Self

from storage.schemas.calls import Call
from storage.schemas.clock import Stopwatch, utc_now
from storage.schemas.errors import MissingKey, NotFound
from tasks.llm.budget import Budget
from tasks.llm.effective import build, request_digest
from tasks.llm.exchange import Exchange, exchange
from tasks.llm.lane import Lane
from tasks.llm.ledger import Ledger
from tasks.llm.litellm_way import LitellmWay
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.llm.request import Ask, Baseline, Request
from tasks.llm.turns import Turns
from tasks.llm.wire import LeanWay, Way

_log = logging.getLogger(__name__)


class Door:
    """Open one per run, in its event loop, with ``async with``; give stages what ``bind`` returns.

    secret: the value of a named secret, or None; the only place that keys come from.
    """

    def __init__(
        self, *, models: ModelCatalog, budget: Budget, limits: DoorLimits, secret: Callable[[str], str | None],
        baselines: Mapping[str, Baseline] | None = None,
    ) -> None:
        self._models, self._budget, self._limits, self._secret = models, budget, limits, secret
        self._baselines = dict(baselines or {})
        agent = f"okbench/{importlib.metadata.version('okbench')}"
        self._ways: dict[str, Way] = {"openai": LeanWay(agent, limits.proxy), "litellm": LitellmWay(agent)}
        self._lanes: dict[str, Lane] = {}
        self._opening = asyncio.Lock()
        self._turns = Turns()
        self._arrivals = Turns()
        self._flights: dict[tuple[str, str], asyncio.Future[Call]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for way in self._ways.values():
            await way.close()

    def check(self, names: Iterable[str], *, keys: bool = True) -> None:
        """Find out before a run starts what would stop it: NotFound, MissingKey, or BadConfig for a money budget without a price.

        keys: False for a dry run, which asks nobody and so needs no key.
        """
        for name in names:
            model = self._models.get(name)
            if model.baseline:
                self._baseline(model)
            else:
                if keys:
                    self._key(model)
                self._budget.check_price(model, model.known_price())

    def bind(self, ledger: Ledger) -> Ask:
        """The door for one scope. What its run has spent there before counts towards the budget."""
        spent = ledger.spent()
        self._budget.seen(ledger.scope, spent.usd, spent.tokens)
        return partial(self._ask, ledger)

    async def _ask(self, ledger: Ledger, request: Request) -> Call:
        model = self._models.get(request.model)
        digest = request_digest(model, request)
        while True:
            found = ledger.finished(digest)
            if found is not None:
                return found
            flight = (ledger.scope, digest)
            running = self._flights.get(flight)
            if running is None:
                return await self._lead(flight, self._make(ledger, model, request, digest))
            await asyncio.wait([running])
            if not running.cancelled():
                return running.result()

    async def _lead(self, flight: tuple[str, str], making: Awaitable[Call]) -> Call:
        """Make the call that others with the same request wait for. If this one is cancelled, one of them takes over."""
        future = self._flights[flight] = asyncio.get_running_loop().create_future()
        try:
            call = await making
            future.set_result(call)
            return call
        except asyncio.CancelledError:
            future.cancel()
            raise
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # looked at: nobody may be waiting
            raise
        finally:
            del self._flights[flight]

    async def _make(self, ledger: Ledger, model: Model, request: Request, digest: str) -> Call:
        if model.baseline:
            call = self._ask_baseline(ledger, model, request, digest)
        else:
            call = await self._ask_model(ledger, model, request, digest)
        ledger.record(call)
        if not model.baseline:
            await self._turns.next()
        return call

    async def _ask_model(self, ledger: Ledger, model: Model, request: Request, digest: str) -> Call:
        lane = await self._lane(model)
        key = self._key(model)
        self._budget.check_price(model, lane.price)
        async with lane.slots:
            started = utc_now()
            wire = build(model, request, refused=lane.refused, limit_field=lane.limit_field)
            hold = await self._budget.hold(lane.price, wire.prompt_tokens, wire.limit) if self._budget.bounded else None
            done: Exchange | None = None
            try:
                done = await exchange(lane, request, wire, key, self._limits)
                await self._arrivals.next()
            finally:
                if hold is not None:
                    cost, tokens = _used(done)
                    await self._budget.settle(hold, ledger.scope, cost, tokens)
        reply, usage = done.reply, done.usage
        return Call(
            digest=digest, scope=ledger.scope, purpose=request.purpose, run_id=ledger.run_id, model=model.name,
            provider_model=reply.provider_model if reply else None,
            sent=done.wire.raw.decode(), not_sent=done.wire.not_sent, status=done.status, error=done.error,
            text=reply.text if reply else "", thinking=reply.thinking if reply else "",
            finish_reason=reply.finish_reason if reply else None,
            prompt_tokens=usage.prompt, cached_tokens=usage.cached, completion_tokens=usage.completion, reasoning_tokens=usage.reasoning,
            cost=usage.cost if lane.price is not None else None, attempts=done.attempts, latency_ms=done.latency_ms, started=started,
            token_logprobs=reply.token_logprobs if reply else "",
        )

    def _ask_baseline(self, ledger: Ledger, model: Model, request: Request, digest: str) -> Call:
        baseline, started, watch = self._baseline(model), utc_now(), Stopwatch()
        text, error = "", ""
        try:
            text = baseline.reply(request)
        except Exception as fault:  # one odd article must not end the run, whatever it does to a rule
            error = f"{type(fault).__name__}: {fault}"
            _log.warning("%s failed on a request of %s: %s", model.name, request.purpose, error)
        return Call(
            digest=digest, scope=ledger.scope, purpose=request.purpose, run_id=ledger.run_id, model=model.name,
            provider_model=model.provider_model, sent=f'{{"baseline":"{model.name}","inputs":"{digest}"}}', not_sent=(),
            status="failed" if error else "ok" if text else "empty", error=error, text=text, thinking="", finish_reason=None,
            prompt_tokens=None, cached_tokens=None, completion_tokens=None, reasoning_tokens=None,
            cost=0.0, attempts=1, latency_ms=watch.ms(), started=started,
        )

    def _baseline(self, model: Model) -> Baseline:
        baseline = self._baselines.get(model.provider_model) or self._baselines.get(model.name)
        if baseline is None:
            known = ", ".join(sorted(self._baselines)) or "none"
            raise NotFound(f"there is no baseline {model.provider_model!r}", todo=f"There are: {known}")
        return baseline

    async def _lane(self, model: Model) -> Lane:
        lane = self._lanes.get(model.name)
        if lane is None:
            async with self._opening:
                lane = self._lanes.get(model.name)
                if lane is None:
                    lane = Lane(model, self._ways[model.route], concurrency=self._limits.concurrency)
                    await lane.prepare()
                    self._lanes[model.name] = lane
        return lane

    def _key(self, model: Model) -> str | None:
        if model.key_env is None:
            return None
        key = self._secret(model.key_env)
        if not key:
            raise MissingKey(f"{model.name} needs a key", where=model.key_env, todo=f"Set {model.key_env} to the key of its provider")
        return key


def _used(done: Exchange | None) -> tuple[float | None, int]:
    """USD and tokens of an exchange; tokens by estimate where the provider reported none."""
    if done is None or done.reply is None:
        return 0.0, 0
    prompt = done.usage.prompt if done.usage.prompt is not None else done.wire.prompt_tokens
    completion = done.usage.completion if done.usage.completion is not None else len(done.reply.text + done.reply.thinking) // 4 + 1
    return done.usage.cost, prompt + completion
