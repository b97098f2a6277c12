"""What a run would ask and cost, before anything is asked: the dry run. Calls that the ledger already has cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tasks.llm.effective import output_limit, request_digest
from tasks.llm.ledger import Ledger
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.request import Request
from tasks.llm.tokens import count_prompt, counting_rule

_UNSAID = 300


@dataclass(slots=True, kw_only=True)
class EstimateLine:
    """Calls of one purpose to one model. done: calls found in the ledger, not asked again. cost: USD, None where the price is unknown."""

    purpose: str
    model: str
    calls: int = 0
    done: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """All lines; ``rule`` says how tokens were counted."""

    lines: tuple[EstimateLine, ...]
    rule: str

    @property
    def calls(self) -> int:
        """Calls to be made."""
        return sum(line.calls for line in self.lines)

    @property
    def cost(self) -> float | None:
        """USD in all; None as soon as one line's price is unknown."""
        costs = [line.cost for line in self.lines]
        return None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs)


def estimate(
    requests: Iterable[Request], *, models: ModelCatalog, ledger: Ledger | None = None,
    completion_tokens: Mapping[str, int] | Callable[[Request], int] | None = None,
) -> Estimate:
    """Estimate requests. ``completion_tokens``: expected output of a call by purpose, or of each request; without it a request's own limit, else
    300.

    Equal requests count once, as the door asks them once. Thinking of a reasoning model is not foreseen.
    """
    lines: dict[tuple[str, str], EstimateLine] = {}
    asked: set[str] = set()
    for request in requests:
        model = models.get(request.model)
        line = lines.setdefault((request.purpose, model.name), EstimateLine(purpose=request.purpose, model=model.name))
        digest = request_digest(model, request)
        if digest in asked or (ledger is not None and ledger.finished(digest) is not None):
            line.done += 1
            continue
        asked.add(digest)
        line.calls += 1
        if not model.baseline:
            said = completion_tokens(request) if callable(completion_tokens) else (completion_tokens or {}).get(request.purpose)
            expected = said or request.max_tokens or output_limit(model, request) or _UNSAID
            _add(line, model, count_prompt(request), expected)
    return Estimate(lines=tuple(lines[key] for key in sorted(lines)), rule=counting_rule())


def _add(line: EstimateLine, model: Model, prompt: int, completion: int) -> None:
    line.prompt_tokens += prompt
    line.completion_tokens += completion
    price = model.known_price()
    cost = price.cost(prompt, 0, completion) if price is not None else None
    line.cost = None if line.cost is None or cost is None else line.cost + cost
