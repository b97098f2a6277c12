"""What a news run would ask and cost, from the articles that it has: counted tokens for generation, stated assumptions for what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flows.evaluation_estimate import CHOICE_TOKENS, LINE_TOKENS, RULING_TOKENS
from flows.grid import Cell
from flows.grouping import question_groups
from flows.house import House
from storage.schemas.news import Article
from tasks.answer.context import article_text
from tasks.generate.facts import DayFacts
from tasks.generate.options import GenerateOptions
from tasks.generate.requests import first_request
from tasks.llm.estimate import Estimate, EstimateLine, estimate
from tasks.llm.ledger import Ledger
from tasks.llm.request import Request
from tasks.llm.tokens import count_tokens
from tasks.questions.setting import ORACLE

# Measured on replies to okbench's own prompts; see docs/how-to/budgets.md.
QUESTION_TOKENS = 75  # output of generation for one question
ITEM_TOKENS = 65  # one question with its choices, as input of validation
VERDICT_TOKENS = 14  # output of validation for one question
ASKED_TOKENS = 150  # prompt and question of one answer, without context
PASSAGE_TOKENS = 250  # one retrieved passage with title and day
JUDGED_TOKENS = 480  # the judge's rubric with question and answers


def estimate_news(
    house: House, articles: Sequence[Article], ledger: Ledger, *, generator: str, validator: str | None, cells: Sequence[Cell], judge: str | None
) -> Estimate:
    """Lines for generate, validate and answer; generation counts what the ledger already has as done. Answers assume that all questions are kept."""
    prompt = house.prompt("generate_questions")
    options = house.settings.generate
    day = DayFacts("")
    groups = question_groups(house, articles, generator=generator, validator=validator)
    requests = [first_request(group, model=generator, prompt=prompt, options=options, day=day) for group in groups]
    written = estimate(requests, models=house.models, ledger=ledger, completion_tokens=lambda r: _written_tokens(r, options))
    asked = len(articles) * options.count
    lines = list(written.lines)
    if validator is not None and articles:
        whole = estimate(requests, models=house.models, completion_tokens={"generate": 1})
        tokens = sum(line.prompt_tokens for line in whole.lines) or _article_tokens(articles)
        lines.append(_line(house, "validate", validator, len(groups), tokens + asked * ITEM_TOKENS, asked * VERDICT_TOKENS))
    oracle = _article_tokens(articles) * options.count if any(cell.setting.name == ORACLE for cell in cells) else 0
    for cell in cells:
        context = oracle if cell.setting.name == ORACLE else asked * cell.setting.passages * PASSAGE_TOKENS
        answer = LINE_TOKENS if cell.setting.open_ended else CHOICE_TOKENS
        lines.append(_line(house, f"answer {cell.setting}", cell.model, asked, asked * ASKED_TOKENS + context, asked * answer))
    judged = asked * sum(cell.setting.open_ended for cell in cells)
    if judge is not None and judged:
        lines.append(_line(house, "judge", judge, judged, judged * JUDGED_TOKENS, judged * RULING_TOKENS))
    return Estimate(lines=tuple(lines), rule=written.rule)


def estimate_rows(found: Estimate) -> list[dict[str, Any]]:
    """The estimate as rows for people."""
    rows = [
        {
            "stage": line.purpose, "model": line.model, "calls": line.calls, "already done": line.done, "prompt tokens": line.prompt_tokens,
            "completion tokens": line.completion_tokens, "USD": "unknown" if line.cost is None else round(line.cost, 4),
        }
        for line in found.lines
    ]  # fmt: skip
    total = {
        "stage": "total", "model": "", "calls": found.calls, "already done": sum(line.done for line in found.lines),
        "prompt tokens": sum(line.prompt_tokens for line in found.lines), "completion tokens": sum(line.completion_tokens for line in found.lines),
        "USD": "unknown" if found.cost is None else round(found.cost, 4),
    }  # fmt: skip
    return [*rows, total]


def _written_tokens(request: Request, options: GenerateOptions) -> int:
    """Expected output: the request's limit allows so many tokens a question, this is how many one takes."""
    return QUESTION_TOKENS * (request.max_tokens or options.tokens_per_question * options.count) // options.tokens_per_question


def _article_tokens(articles: Sequence[Article]) -> int:
    return sum(count_tokens(article_text(article)) for article in articles)


def _line(house: House, purpose: str, name: str, calls: int, prompt: int, completion: int) -> EstimateLine:
    model = house.models.get(name)
    price = model.known_price()
    if model.baseline:
        prompt = completion = 0
    cost = None if price is None else price.cost(prompt, 0, completion)
    return EstimateLine(purpose=purpose, model=name, calls=calls, prompt_tokens=prompt, completion_tokens=completion, cost=cost)
