"""What an evaluation would ask, cost and take: its real requests counted, equal ones once, calls in the ledger as done.

Passages that nobody has searched for yet are stood in for by the beginnings of the release's articles. Judging is counted as one call for each
open-ended answer. Time: calls in flight share a lane; each is taken to last as long as the median of the model's stored calls, 2 seconds
where there are none; limits by the minute hold.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import Any

from flows.evaluating import Job, evaluation_scope, jobs_of
from flows.evaluation_passages import Found, found_passages
from flows.grid import Cell
from flows.house import House
from storage.catalog import Catalog
from storage.releases import Release
from tasks.answer.context import Passage
from tasks.llm.estimate import Estimate, EstimateLine, estimate
from tasks.llm.models import Model
from tasks.llm.request import Request
from tasks.llm.tokens import count_prompt

CHOICE_TOKENS, LINE_TOKENS, RULING_TOKENS = 6, 10, 60  # "Answer: X"; a name or a figure; two lines of a judge
_PASSAGE_CHARACTERS = 1_200
_CALL_SECONDS = 2.0


async def estimate_cells(house: House, release: Release, cells: Sequence[Cell], *, judge: str | None = None) -> tuple[Estimate, dict[str, float]]:
    """The lines of the estimate (purpose ``answer SETTING`` and ``judge``), and by model the minutes that its calls will take."""
    scope = evaluation_scope(release.manifest.root)
    await house.ask(scope, scope)
    passages = await found_passages(house, release, cells, search=False)
    passages = {key: found if found.passages else _stand_ins(release, key, found.label) for key, found in passages.items()}
    jobs = jobs_of(house, release, cells, passages)
    requests = [request for job in jobs for request in _named(job, house, release)]
    expected = {f"answer {job.setting}": LINE_TOKENS if job.setting.open_ended else CHOICE_TOKENS for job in jobs}
    found = estimate(requests, models=house.models, ledger=house.ledger(scope, scope), completion_tokens=expected)
    lines = [*found.lines, *([_judging(house, jobs, judge)] if judge else [])]
    return Estimate(lines=tuple(lines), rule=found.rule), _minutes(house, lines)


def _named(job: Job, house: House, release: Release) -> Iterator[Request]:
    for request in job.requests(house, release):
        yield dataclasses.replace(request, purpose=f"answer {job.setting}")


def _stand_ins(release: Release, key: tuple[str, int], label: str) -> Found:
    """Passages of about the usual size; other ones for another retriever or window, since equal prompts would count once."""
    texts = [Passage(title=a.title, day=f"{a.published:%Y-%m-%d}", text=f"{key} {a.body}"[:_PASSAGE_CHARACTERS]) for a in release.articles]
    count = min(10, len(texts))
    return Found(label, {q.question_id: [texts[(place + step) % len(texts)] for step in range(count)] for place, q in enumerate(release.questions)})


def _judging(house: House, jobs: Sequence[Job], judge: str) -> EstimateLine:
    model = house.models.get(judge)
    prompt = house.prompt("judge_answer")
    calls = sum(len(job.questions) for job in jobs if job.setting.open_ended)
    line = EstimateLine(purpose="judge", model=model.name, calls=calls)
    if model.baseline or not calls:
        return line
    shown = [q for job in jobs if job.setting.open_ended for q in job.questions][:50]
    tokens = 0
    for q in shown:
        fields = {"question": q.open_question or "", "expected": q.open_answer or "", "answer": q.open_answer or "", "region": ""}
        tokens += count_prompt(Request(model=judge, purpose="judge", messages=prompt.render(**fields), inputs={}))
    line.prompt_tokens, line.completion_tokens = tokens * calls // len(shown), RULING_TOKENS * calls
    price = model.known_price()
    line.cost = price.cost(line.prompt_tokens, 0, line.completion_tokens) if price is not None else None
    return line


def _minutes(house: House, lines: Sequence[EstimateLine]) -> dict[str, float]:
    with Catalog(house.lake) as catalog:
        seconds = {row["model"]: row["seconds"] for row in catalog.named("call_seconds").to_pylist()}
    found: dict[str, float] = {}
    for name in dict.fromkeys(line.model for line in lines):
        model, own = house.models.get(name), [line for line in lines if line.model == name]
        calls, tokens = sum(line.calls for line in own), sum(line.prompt_tokens + line.completion_tokens for line in own)
        found[name] = 0.0 if model.baseline else _lane_minutes(house, model, calls, tokens, seconds.get(name, _CALL_SECONDS))
    return found


def _lane_minutes(house: House, model: Model, calls: int, tokens: int, seconds: float) -> float:
    at_once = model.concurrency or house.settings.door.concurrency
    by_lane = math.ceil(calls / at_once) * seconds / 60
    by_requests = calls / model.requests_per_minute if model.requests_per_minute else 0.0
    by_tokens = tokens / model.tokens_per_minute if model.tokens_per_minute else 0.0
    return max(by_lane, by_requests, by_tokens)


def estimate_table(found: Estimate, minutes: dict[str, float]) -> list[dict[str, Any]]:
    """Rows for people: one for each model and setting, then all together. Models work side by side, so the time in all is the longest."""
    rows = [_row(line.purpose.removeprefix("answer "), line.model, [line]) for line in sorted(found.lines, key=lambda one: (one.model, one.purpose))]
    total = _row("total", "", found.lines) | {"minutes": round(max(minutes.values(), default=0.0), 1)}
    by_model = [_row("all", name, [line for line in found.lines if line.model == name]) | {"minutes": round(m, 1)} for name, m in minutes.items()]
    return [*rows, *(by_model if len(by_model) < len(rows) else []), total]


def _row(setting: str, model: str, lines: Sequence[EstimateLine]) -> dict[str, Any]:
    costs = [line.cost for line in lines]
    return {
        "model": model, "setting": setting, "calls": sum(line.calls for line in lines), "done": sum(line.done for line in lines),
        "tokens in": sum(line.prompt_tokens for line in lines), "tokens out": sum(line.completion_tokens for line in lines),
        "USD": "unknown" if any(cost is None for cost in costs) else round(sum(cost or 0.0 for cost in costs), 4), "minutes": None,
    }  # fmt: skip
