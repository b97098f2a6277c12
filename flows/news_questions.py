"""From a day's articles to candidates and verdicts: batches that flow side by side, yet give the same result in every rerun.

All batches start at once and the door decides how many calls are in flight. One thing depends on order, the rule against duplicates: so the
rules of a batch wait for the rules of the batch before it, while its calls do not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from flows.artifacts import Progress
from flows.collector import rare_collections
from flows.gathering import finish_all
from flows.house import House
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Verdict
from tasks.generate.article import generate_for_article
from tasks.generate.facts import DayFacts
from tasks.llm.request import Ask
from tasks.llm.turns import Turns
from tasks.steps import generate_step, validate_step
from tasks.validate.agent import check_with_agent
from tasks.validate.check import check_rules, passed
from tasks.validate.seen import SeenQuestions


@dataclass(frozen=True, slots=True, kw_only=True)
class Agents:
    """Who writes and who validates (None: rules only), and the facts that baselines need."""

    generator: str
    validator: str | None
    day: DayFacts


class QuestionMaking:
    """Generation and validation for one run. ``progress`` counts the articles that are through."""

    def __init__(self, house: House, ask: Ask, agents: Agents, seen: SeenQuestions, *, run_id: str, progress: Progress) -> None:
        self._house, self._ask, self._agents, self._seen = house, ask, agents, seen
        self._run_id, self._progress = run_id, progress
        self._starts = Turns()
        self._write = house.prompt("generate_questions")
        self._judge = house.prompt("validate_questions")

    async def run(self, batches: Sequence[Sequence[Article]]) -> tuple[list[Candidate], list[Verdict]]:
        """Candidates and verdicts of all articles, in the order of the articles. Raises what ``ask`` raises, once all batches have stopped."""
        turns = [asyncio.Event() for _ in range(len(batches) + 1)]
        turns[0].set()
        jobs = [self._batch(number, batch, turns[number], turns[number + 1]) for number, batch in enumerate(batches)]
        with rare_collections():
            results = await finish_all(jobs)
        return [c for candidates, _ in results for c in candidates], [v for _, verdicts in results for v in verdicts]

    async def _batch(
        self, number: int, articles: Sequence[Article], turn: asyncio.Event, next_turn: asyncio.Event
    ) -> tuple[list[Candidate], list[Verdict]]:
        label = f"{number + 1} ({len(articles)} articles)"
        try:
            written = await generate_step(label, lambda: self._generate(articles))
            await turn.wait()
            ruled = [self._rules(article, candidates) for article, candidates in zip(articles, written, strict=True)]
        finally:
            next_turn.set()  # also when this batch failed: the others end with what they have
        judged = await validate_step(label, lambda: self._judge_all(articles, written, ruled))
        return [c for candidates in written for c in candidates], judged

    async def _generate(self, articles: Sequence[Article]) -> list[list[Candidate]]:
        return await finish_all(self._generate_one(article) for article in articles)

    async def _generate_one(self, article: Article) -> list[Candidate]:
        await self._starts.next()  # else the requests of the whole day are written before the first one leaves
        return await generate_for_article(
            article, ask=self._ask, model=self._agents.generator, prompt=self._write, options=self._house.settings.generate,
            run_id=self._run_id, day=self._agents.day,
        )  # fmt: skip

    def _rules(self, article: Article, candidates: Sequence[Candidate]) -> list[Verdict]:
        return check_rules(candidates, article, options=self._house.settings.validation, seen=self._seen)

    async def _judge_all(
        self, articles: Sequence[Article], written: Sequence[Sequence[Candidate]], ruled: Sequence[list[Verdict]]
    ) -> list[Verdict]:
        parts = await finish_all(self._judge_one(*triple) for triple in zip(articles, written, ruled, strict=True))
        return [verdict for part in parts for verdict in part]

    async def _judge_one(self, article: Article, candidates: Sequence[Candidate], ruled: list[Verdict]) -> list[Verdict]:
        sound = passed(candidates, ruled)
        judged: list[Verdict] = []
        if sound and self._agents.validator is not None:
            judged = await check_with_agent(
                sound, article, ask=self._ask, model=self._agents.validator, prompt=self._judge, options=self._house.settings.validation,
                run_id=self._run_id,
            )  # fmt: skip
        await self._progress.advance(1)
        return ruled + judged
