"""Generation, rules and validation over HTTP, on articles of the sample newspaper, with replies as a strong model wrote them.

The replies in ``tests/tasks/generate/replies`` answer the packaged prompts for these articles; whoever changes an article, a prompt or a
rule so that good questions are lost sees it here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sample_articles import sample_article
from stub_model import StubModel

from storage.lake import Lake
from storage.schemas.questions import Candidate
from tasks.generate.facts import DayFacts
from tasks.generate.funnel import generate_funnel
from tasks.generate.group import generate_for_article
from tasks.generate.options import GenerateOptions
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.llm.request import Ask
from tasks.prompts import load_prompt
from tasks.questions.folding import fold, holds_words
from tasks.validate.agent import check_with_agent
from tasks.validate.check import check_rules, passed
from tasks.validate.kept import split_kept, validate_funnel
from tasks.validate.options import ValidateOptions
from tasks.validate.seen import SeenQuestions

REPLIES = Path(__file__).parents[1] / "generate" / "replies"
KEPT = {
    "d3-whale-speed-limit": 5,
    "d4-peat-microbe": 5,
    "d4-rate-decision": 5,
    "d5-gaceta-mercado-flotante": 4,  # one asks for background, which the validating agent says
    "d5-halcyon-quarter": 5,
    "d9-aurelia-rudder-hollin-point": 5,
}


def answers(slug: str) -> Any:
    """The stub's answer to a request: the stored reply of the stage that asks."""

    def answer(body: dict[str, Any], number: int) -> str:
        judging = "<items>\n" in body["messages"][-1]["content"]
        return (REPLIES / f"{slug}{'.verdicts' if judging else ''}.json").read_text(encoding="utf-8")

    return answer


@asynccontextmanager
async def asking(stub: StubModel, folder: Path) -> AsyncIterator[Ask]:
    """An open door to the stub, as ``writer`` and as ``judge``."""
    models = [Model(name=name, provider_model="stub", base_url=stub.url) for name in ("writer", "judge")]
    async with Door(models=ModelCatalog(models), budget=Budget(), limits=DoorLimits(), secret=lambda name: "key") as door:
        ledger = Ledger(Lake.open(folder / "lake"), "news-test", "run")
        yield door.bind(ledger)
        ledger.close()


@pytest.mark.parametrize("slug", KEPT)
async def test_good_questions_come_through(slug: str, tmp_path: Path) -> None:
    article = sample_article(slug)
    with StubModel(answer=answers(slug)) as stub:
        async with asking(stub, tmp_path) as ask:
            written = await generate_for_article(
                article,
                ask=ask,
                model="writer",
                prompt=load_prompt("generate_questions"),
                options=GenerateOptions(),
                run_id="run",
                day=DayFacts(article.day),
            )
            ruled = check_rules(written, article, options=ValidateOptions(), seen=SeenQuestions())
            judged = await check_with_agent(
                passed(written, ruled),
                article,
                ask=ask,
                model="judge",
                prompt=load_prompt("validate_questions"),
                options=ValidateOptions(),
                run_id="run",
            )
        assert stub.stats()["requests"] == 2
        kept, dropped = split_kept(written, ruled + judged, judges=("rule", "judge"))
        assert {verdict.check: verdict.reason for verdict in ruled if not verdict.passed} == {}
        assert len(kept) == KEPT[slug], [(candidate.question, reason) for candidate, reason in dropped]
        _check_sums(written, len(kept), ruled + judged)
        assert all(holds_words(fold(article.body), fold(candidate.key)) for candidate in kept)


def _check_sums(written: list[Candidate], kept: int, verdicts: Any) -> None:
    generated = {row.reason: row.count for row in generate_funnel(written, run_id="run", count=5) if row.stage == "generate"}
    validated = validate_funnel(written, verdicts, run_id="run", judges=("rule", "judge"))
    assert sum(generated.values()) == len(written) == 5
    assert sum(row.count for row in validated) == generated[""]
    assert sum(row.count for row in validated if row.outcome == "kept") == kept
