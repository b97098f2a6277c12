"""What calls cost, by purpose and model: for cost tables, with unknown prices said and never taken for 0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage.schemas.calls import Call


@dataclass(slots=True, kw_only=True)
class CostLine:
    """Calls of one purpose to one model. usd: the sum where the cost is known; unknown: how many calls' cost is not."""

    purpose: str
    model: str
    calls: int = 0
    not_ok: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    unknown: int = 0

    @property
    def cost(self) -> float | None:
        """USD, or None as soon as one call's cost is unknown."""
        return None if self.unknown else self.usd


def cost_lines(calls: Iterable[Call]) -> list[CostLine]:
    """One line for each purpose and model, sorted by them."""
    lines: dict[tuple[str, str], CostLine] = {}
    for call in calls:
        line = lines.setdefault((call.purpose, call.model), CostLine(purpose=call.purpose, model=call.model))
        line.calls += 1
        line.not_ok += call.status != "ok"
        line.prompt_tokens += call.prompt_tokens or 0
        line.cached_tokens += call.cached_tokens or 0
        line.completion_tokens += call.completion_tokens or 0
        line.usd += call.cost or 0.0
        line.unknown += call.cost is None
    return [lines[key] for key in sorted(lines)]


def total_cost(lines: Iterable[CostLine]) -> float | None:
    """USD of all lines; None as soon as one is unknown."""
    costs = [line.cost for line in lines]
    return None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs)
