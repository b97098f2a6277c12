"""A judge over the open-ended answers of evaluations, in batches; what is judged already is not asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from flows.artifacts import Progress
from flows.evaluating import evaluation_scope
from flows.gathering import finish_all
from flows.house import House
from flows.news_ingest import batches
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.judging import Judgement, Judging
from tasks.judge.evaluation import is_own, judged_items, judgements_of, judging_id, summarise_judging
from tasks.judge.judge import Judged, Ruling, judge_answers
from tasks.llm.models import Model
from tasks.llm.request import Ask
from tasks.prompts.loader import Prompt
from tasks.questions.setting import OPEN_ENDED, Setting
from tasks.steps import judge_step

PROMPT = "judge_answer"
_BATCHES_AT_ONCE = 4


async def judge_evaluations(house: House, release: Release, evaluations: Sequence[Evaluation], judge: str, *, run_id: str) -> list[Judging]:
    """Judge the open-ended ones among the evaluations; stores judgements and judgings and returns the judgings. Raises what the door raises."""
    written = [one for one in evaluations if one.form == OPEN_ENDED]
    ask = await house.ask(evaluation_scope(release.manifest.root), run_id)
    model, prompt = house.models.get(judge), house.prompt(PROMPT)
    questions = {question.question_id: question for question in release.questions}
    answers = {one.evaluation_id: house.lake.read(Answer, f"{release.release_id}/{one.evaluation_id}") for one in written}
    items = {one.evaluation_id: judged_items(answers[one.evaluation_id], questions) for one in written}
    progress = Progress("verdicts", sum(map(len, items.values())))
    room = asyncio.Semaphore(_BATCHES_AT_ONCE)

    async def judge_one(evaluation: Evaluation) -> Judging:
        parts = batches(items[evaluation.evaluation_id], house.settings.questions_per_task)
        label = f"{model.name} on {evaluation.model} {Setting.of(evaluation)}"
        ruled = await finish_all(_batch(house, ask, model, prompt, part, f"{label} {n}", progress, room) for n, part in enumerate(parts, 1))
        rulings = [ruling for part in ruled for ruling in part]
        return _store(house, release, evaluation, answers[evaluation.evaluation_id], rulings, model, prompt)

    return await finish_all(judge_one(evaluation) for evaluation in written)


async def _batch(
    house: House, ask: Ask, model: Model, prompt: Prompt, items: Sequence[Judged], label: str, progress: Progress, room: asyncio.Semaphore
) -> list[Ruling]:
    async def work() -> list[Ruling]:
        rulings = await judge_answers(items, ask=ask, model=model, prompt=prompt, options=house.settings.judging)
        await progress.advance(len(rulings))
        return rulings

    async with room:
        return await judge_step(label, work)


def _store(
    house: House, release: Release, evaluation: Evaluation, answers: Sequence[Answer], rulings: Sequence[Ruling], judge: Model, prompt: Prompt
) -> Judging:
    options = house.settings.judging
    identity = judging_id(evaluation.evaluation_id, model=judge, prompt=prompt, options=options)
    own = is_own(
        judge, house.models.get(evaluation.model), generators_of(release), reported=[ruling.provider_model for ruling in rulings],
        answered_as=evaluation.provider_model,
    )  # fmt: skip
    judging = summarise_judging(
        rulings, answers, evaluation=evaluation, identity=identity, judge=judge, prompt=prompt, options=options, judges_own=own
    )
    partition = f"{release.release_id}/{evaluation.evaluation_id}"
    rows = judgements_of(rulings, evaluation=evaluation, identity=identity, judge=judge)
    others = [row for row in house.lake.read(Judgement, partition) if row.judging_id != identity]
    house.lake.replace(Judgement, [*others, *rows], partition)
    house.lake.append(Judging, [judging], release.release_id)
    return judging


def generators_of(release: Release) -> list[str]:
    """The models that wrote a release's questions, by every name that is known."""
    agents = [agent for agent in release.manifest.agents if agent.role == "generator"]
    names = [name for agent in agents for name in (*agent.models, agent.asked)]
    return list(dict.fromkeys([*names, *(question.generator for question in release.questions)]))


def judging_warnings(judgings: Sequence[Judging], evaluations: Sequence[Evaluation]) -> list[str]:
    """What a reader of the judged figures should know first."""
    found = []
    models = {one.evaluation_id: one.model for one in evaluations}
    own = sorted({models.get(one.evaluation_id, "") for one in judgings if one.judges_own})
    if own:
        found.append(f"{judgings[0].judge} judges {', '.join(own)} and is the same model as it, or as the one that wrote the questions")
    for one in judgings:
        if one.failed:
            found.append(f"{one.failed} of {one.judged} verdicts of {one.judge} on {models.get(one.evaluation_id, '')} failed: no wrong answers")
    return found
