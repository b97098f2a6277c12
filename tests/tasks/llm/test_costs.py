"""Cost tables: sums by purpose and model, and what is not known said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from storage.schemas.calls import Call
from tasks.llm.costs import cost_lines, total_cost


def call(purpose: str, cost: float | None, **fields: Any) -> Call:
    given: dict[str, Any] = {
        "digest": "d", "scope": "s", "purpose": purpose, "run_id": "r", "model": "m", "provider_model": None, "sent": "", "not_sent": (),
        "status": "ok", "error": "", "text": "x", "thinking": "", "finish_reason": None, "prompt_tokens": 10, "cached_tokens": 4,
        "completion_tokens": 2, "reasoning_tokens": None, "cost": cost, "attempts": 1, "latency_ms": 1.0,
        "started": datetime(2026, 11, 30, tzinfo=UTC), **fields,
    }
    return Call(**given)


def test_calls_add_up_by_purpose_and_model() -> None:
    generate = [call("generate", 0.5), call("generate", 0.5, status="truncated"), call("generate", 1.0, model="n")]
    lines = cost_lines([call("validate", 0.25), *generate])
    assert [(line.purpose, line.model, line.calls, line.not_ok, line.cost) for line in lines] == [
        ("generate", "m", 2, 1, 1.0), ("generate", "n", 1, 0, 1.0), ("validate", "m", 1, 0, 0.25),
    ]
    assert (lines[0].prompt_tokens, lines[0].cached_tokens, lines[0].completion_tokens) == (20, 8, 4)
    assert total_cost(lines) == 2.25


def test_one_unknown_cost_makes_its_line_and_the_sum_unknown() -> None:
    [line] = cost_lines([call("generate", 0.5), call("generate", None, prompt_tokens=None, completion_tokens=None)])
    assert (line.usd, line.unknown, line.cost) == (0.5, 1, None)
    assert total_cost([line]) is None
    assert total_cost([]) == 0
