"""From a day's groups of articles to candidates and verdicts: batches that flow side by side, yet give the same result in every rerun.

All batches start at once and the door decides how many calls are in flight. One thing depends on order, the rule against duplicates: so the
rules of a batch wait for the rules of the batch before it, while its calls do not.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flows.artifacts import Progress
from flows.collector import rare_collections
from flows.gathering import finish_all
from flows.house import House
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, FunnelRow, Verdict
from tasks.generate.facts import DayFacts
from tasks.generate.group import Written, generate_for_group
from tasks.generate.groups import Group
from tasks.llm.request import Ask
from tasks.llm.turns import Turns
from tasks.steps import generate_step, validate_step
from tasks.validate.agent import Judged, check_group
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
        self._calls: Counter[tuple[str, str]] = Counter()

    async def run(self, batches: Sequence[Sequence[Group]]) -> tuple[list[Candidate], list[Verdict]]:
        """Candidates and verdicts of all articles, group by group. Raises what ``ask`` raises, once all batches have stopped."""
        turns = [asyncio.Event() for _ in range(len(batches) + 1)]
        turns[0].set()
        jobs = [self._batch(number, batch, turns[number], turns[number + 1]) for number, batch in enumerate(batches)]
        with rare_collections():
            results = await finish_all(jobs)
        return [c for candidates, _ in results for c in candidates], [v for _, verdicts in results for v in verdicts]

    def funnel(self) -> list[FunnelRow]:
        """Stages ``generate_groups`` and ``validate_groups``: groups asked about, and those of them whose articles were asked about one by one."""
        rows = sorted(self._calls.items())
        return [FunnelRow(run_id=self._run_id, stage=stage, outcome="kept", reason=reason, count=count) for (stage, reason), count in rows]

    async def _batch(
        self, number: int, groups: Sequence[Group], turn: asyncio.Event, next_turn: asyncio.Event
    ) -> tuple[list[Candidate], list[Verdict]]:
        label = f"{number + 1} ({sum(map(len, groups))} articles)"
        try:
            written = await generate_step(label, lambda: self._generate(groups))
            await turn.wait()
            ruled = [list(map(self._rules, group, one.candidates)) for group, one in zip(groups, written, strict=True)]
        finally:
            next_turn.set()  # also when this batch failed: the others end with what they have
        judged = await validate_step(label, lambda: self._judge_all(groups, written, ruled))
        return [c for one in written for candidates in one.candidates for c in candidates], judged

    async def _generate(self, groups: Sequence[Group]) -> list[Written]:
        return await finish_all(self._generate_group(group) for group in groups)

    async def _generate_group(self, group: Group) -> Written:
        await self._starts.next()  # else the requests of the whole day are written before the first one leaves
        written = await generate_for_group(
            group, ask=self._ask, model=self._agents.generator, prompt=self._write, options=self._house.settings.generate,
            run_id=self._run_id, day=self._agents.day,
        )  # fmt: skip
        self._calls["generate_groups", "asked_alone" if written.alone else ""] += 1
        return written

    def _rules(self, article: Article, candidates: Sequence[Candidate]) -> list[Verdict]:
        return check_rules(candidates, article, options=self._house.settings.validation, seen=self._seen)

    async def _judge_all(
        self, groups: Sequence[Group], written: Sequence[Written], ruled: Sequence[Sequence[list[Verdict]]]
    ) -> list[Verdict]:
        parts = await finish_all(self._judge_group(*triple) for triple in zip(groups, written, ruled, strict=True))
        return [verdict for part in parts for verdict in part]

    async def _judge_group(self, group: Group, written: Written, ruled: Sequence[list[Verdict]]) -> list[Verdict]:
        """The verdicts on a group's candidates: article by article those of the rules, then those of the agent."""
        sound = [passed(candidates, verdicts) for candidates, verdicts in zip(written.candidates, ruled, strict=True)]
        judged = Judged(tuple([] for _ in group))
        if any(sound) and self._agents.validator is not None:
            judged = await check_group(
                list(zip(group, sound, strict=True)), ask=self._ask, model=self._agents.validator, prompt=self._judge,
                options=self._house.settings.validation, run_id=self._run_id,
            )  # fmt: skip
            self._calls["validate_groups", "asked_alone" if judged.alone else ""] += 1
        await self._progress.advance(len(group))
        return [verdict for pair in zip(ruled, judged.verdicts, strict=True) for verdicts in pair for verdict in verdicts]
