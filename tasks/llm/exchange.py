"""One call from first try to last: the only layer that retries.

At most ``attempts`` tries for failures that may pass, one more with a larger output limit when hidden thinking used it all up, and one more
for each setting that the provider turns down. When a server has lost several calls in a row through all their tries, later ones get one try
each until one succeeds: a dead server costs minutes, not hours.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from storage.schemas.clock import Stopwatch
from storage.schemas.errors import MissingKey
from tasks.llm.effective import Wire, build
from tasks.llm.failures import Failure, classify
from tasks.llm.lane import Lane
from tasks.llm.options import DoorLimits
from tasks.llm.reply import Reply, read_completion
from tasks.llm.request import Request
from tasks.llm.wire import Attempt

_log = logging.getLogger(__name__)
_ALWAYS_SENT = frozenset({"model", "messages"})


@dataclass(slots=True)
class Usage:
    """Tokens and cost over all tries that were answered; None where a provider did not say."""

    prompt: int | None = None
    cached: int | None = None
    completion: int | None = None
    reasoning: int | None = None
    cost: float | None = 0.0

    def add(self, reply: Reply, cost: float | None) -> None:
        """Count one answer."""
        self.prompt = _sum(self.prompt, reply.prompt_tokens)
        self.cached = _sum(self.cached, reply.cached_tokens)
        self.completion = _sum(self.completion, reply.completion_tokens)
        self.reasoning = _sum(self.reasoning, reply.reasoning_tokens)
        self.cost = None if self.cost is None or cost is None else self.cost + cost


@dataclass(slots=True)
class Exchange:
    """What came of a call. reply is None when it failed; ``error`` says why. ``latency_ms`` is that of the last try alone."""

    wire: Wire
    usage: Usage
    reply: Reply | None = None
    status: str = "failed"
    error: str = ""
    attempts: int = 0
    latency_ms: float = 0.0


async def exchange(lane: Lane, request: Request, wire: Wire, key: str | None, limits: DoorLimits) -> Exchange:
    """Send ``wire``, the first form of the request, and further ones until there is an answer, a refusal, or no try left.

    MissingKey when the provider does not accept the key; nothing else is raised.
    """
    model = lane.model
    done = Exchange(wire, Usage())
    enlarge, failures = 1, 0
    while True:
        attempt = await _try(lane, done, key)
        if attempt.payload is not None and (reply := read_completion(attempt.payload)) is not None:
            done.usage.add(reply, _cost(lane, reply, attempt))
            done.reply, done.status, done.error = reply, reply.status, ""
            lane.lost_in_a_row = 0
            if enlarge > 1 or not reply.thought_only or done.wire.limit is None:
                return done
            enlarge = limits.enlarge
            done.wire = build(model, request, refused=lane.refused, limit_field=lane.limit_field, enlarge=enlarge)
            continue
        failure = _failure(attempt, done.wire.body)
        done.error = failure.error
        if failure.kind == "leave_out" and failure.setting is not None:
            lane.learn(failure.setting, failure.error)
            done.wire = build(model, request, refused=lane.refused, limit_field=lane.limit_field, enlarge=enlarge)
            continue
        failures += 1
        bound = limits.attempts if lane.lost_in_a_row < limits.lost_in_a_row else 1
        if failure.kind != "retry" or failures >= bound:
            _give_up(lane, done, failure)
            return done
        await _wait(lane, attempt, failures, limits)


async def _try(lane: Lane, done: Exchange, key: str | None) -> Attempt:
    wire = done.wire
    if wire.not_sent:
        lane.note(wire.not_sent)
    start = await lane.limiter.admit(wire.prompt_tokens + (wire.limit or 0))
    watch = Stopwatch()
    attempt = await lane.way.send(lane.model, wire, key)
    done.latency_ms = watch.ms()
    done.attempts += 1
    lane.limiter.settle(start, _total_tokens(attempt))
    return attempt


def _failure(attempt: Attempt, body: dict[str, Any]) -> Failure:
    if attempt.payload is not None:
        return Failure(kind="retry", error="bad_reply: the answer holds no choice")
    return classify(attempt.status, attempt.text, _droppable(body))


def _droppable(body: dict[str, Any]) -> Collection[str]:
    return body.keys() - _ALWAYS_SENT


def _give_up(lane: Lane, done: Exchange, failure: Failure) -> None:
    lane.lost_in_a_row = lane.lost_in_a_row + 1 if failure.kind == "retry" else 0
    if failure.kind == "key":
        what = f"the provider of {lane.model.name} does not accept the key ({failure.error})"
        raise MissingKey(what, where=lane.model.key_env or "key_env", todo="Set a valid key")
    if done.reply is not None:
        return  # the larger try failed: the cut answer before it stands
    done.status = "content_filter" if failure.kind == "content_filter" else "failed"


async def _wait(lane: Lane, attempt: Attempt, failures: int, limits: DoorLimits) -> None:
    backoff = min(limits.backoff_cap_s, limits.backoff_s * 2 ** (failures - 1)) * random.uniform(0.5, 1.0)
    if attempt.retry_after is not None:
        # The whole lane waits, and this call a little longer, so that not all come back in the same moment.
        asked = min(attempt.retry_after, limits.retry_after_cap_s)
        lane.limiter.park(asked)
        backoff = asked + min(backoff, 1.0) * random.random()
    await asyncio.sleep(backoff)


def _total_tokens(attempt: Attempt) -> int | None:
    usage = (attempt.payload or {}).get("usage")
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) else None


def _cost(lane: Lane, reply: Reply, attempt: Attempt) -> float | None:
    """By the entry's own price; else by what litellm calculated, with a provider's tiers in it; else by the list price; else unknown."""
    if lane.price is None:
        return None
    if lane.model.price is None and attempt.cost is not None:
        return attempt.cost
    return lane.price.cost(reply.prompt_tokens, reply.cached_tokens, reply.completion_tokens)


def _sum(before: int | None, more: int | None) -> int | None:
    return before if more is None else (before or 0) + more
