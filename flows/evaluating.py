"""Models under test over a release: each cell of a grid, in batches; what is answered already is not asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flows.artifacts import Progress
from flows.evaluation_passages import Found, found_passages
from flows.gathering import finish_all
from flows.grid import Cell
from flows.house import House
from flows.news_ingest import batches
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.questions import Question
from tasks.answer.answer import answer_questions
from tasks.answer.asking import ask_about, askable, prompt_name
from tasks.answer.context import Passage
from tasks.answer.evaluation import evaluation_id, summarise
from tasks.answer.sample import draw_sample
from tasks.llm.models import Model
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt
from tasks.questions.setting import Setting
from tasks.steps import answer_step


def evaluation_scope(release_id: str) -> str:
    """The ledger scope of a release's answers and their judging, shared by all runs that evaluate it.

    ``release_id``: of the first in its line, so that what was paid before questions were withdrawn is not paid again.
    """
    return f"evaluate-{release_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One evaluation to make: the questions that its setting can ask, and the passages that it shows."""

    model: Model
    setting: Setting
    prompt: Prompt
    questions: Sequence[Question]
    passages: Mapping[str, Sequence[Passage]]
    evaluation_id: str
    sample: str

    def requests(self, house: House, release: Release) -> Iterator[Request]:
        """Every request that it would send."""
        for question in self.questions:
            asking = ask_about(
                question, article=release.article_of.get(question.version_id), passages=self.passages.get(question.question_id, ()),
                model=self.model, setting=self.setting, prompt=self.prompt, options=house.settings.answer,
            )  # fmt: skip
            yield asking.request


async def evaluate_cells(house: House, release: Release, cells: Sequence[Cell], *, run_id: str) -> list[Evaluation]:
    """Every cell over the release; stores answers and evaluations and returns the evaluations, in the order of the cells.

    Raises what the door raises (BudgetExceeded and the like) after every call in flight has ended.
    """
    passages = await found_passages(house, release, cells)
    ask = await house.ask(evaluation_scope(release.manifest.root), run_id)
    jobs = jobs_of(house, release, cells, passages)
    progress = Progress("answers", sum(len(job.questions) for job in jobs))
    rooms = {job.model.name: asyncio.Semaphore(_batches_at_once(house, job.model)) for job in jobs}

    async def evaluate(job: Job) -> Evaluation:
        parts = batches(job.questions, house.settings.questions_per_task)
        answered = await finish_all(
            _batch(house, release, job, ask, part, number, progress, rooms[job.model.name]) for number, part in enumerate(parts, 1)
        )
        return _store(house, release, job, [answer for part in answered for answer in part], run_id)

    return await finish_all(evaluate(job) for job in jobs)


def jobs_of(house: House, release: Release, cells: Sequence[Cell], passages: Mapping[tuple[str, int], Found]) -> list[Job]:
    """The evaluations that the cells mean, retrievers under the labels of their tables, so that answers and hits can be joined."""
    return [_job(house, release, cell, passages.get((cell.setting.retriever, cell.setting.days), Found())) for cell in cells]


def _batches_at_once(house: House, model: Model) -> int:
    """Enough to keep the model's lane full; all of a grid at once would hold every prompt in memory."""
    in_flight = model.concurrency or house.settings.door.concurrency
    return 2 + 2 * in_flight // house.settings.questions_per_task


async def _batch(
    house: House, release: Release, job: Job, ask: Ask, questions: Sequence[Question], number: int, progress: Progress, room: asyncio.Semaphore
) -> list[Answer]:
    async def work() -> list[Answer]:
        answers = await answer_questions(
            questions, articles=release.article_of, passages=job.passages, release_id=release.release_id, evaluation_id=job.evaluation_id,
            model=job.model, setting=job.setting, ask=ask, prompt=job.prompt, options=house.settings.answer,
        )  # fmt: skip
        await progress.advance(len(answers))
        return answers

    async with room:
        return await answer_step(f"{job.model.name} {job.setting} {number}", work)


def _job(house: House, release: Release, cell: Cell, found: Found) -> Job:
    model, setting = house.models.get(cell.model), replace(cell.setting, retriever=found.label)
    prompt = house.prompt(prompt_name(setting, model))
    questions, sample = draw_sample(askable(release.questions, setting), cell.sample, house.settings.seed)
    identity = evaluation_id(
        release.release_id, model=model, setting=setting, prompt=prompt, options=house.settings.answer, passages=found.passages, sample=sample
    )
    return Job(
        model=model, setting=setting, prompt=prompt, questions=questions, passages=found.passages, evaluation_id=identity, sample=sample
    )  # fmt: skip


def _store(house: House, release: Release, job: Job, answers: list[Answer], run_id: str) -> Evaluation:
    ledger = house.ledger(evaluation_scope(release.manifest.root), run_id)
    named = {call.provider_model for a in answers if a.call_digest and (call := ledger.finished(a.call_digest)) and call.provider_model}
    evaluation = summarise(
        answers, identity=job.evaluation_id, release_id=release.release_id, signature=release.signature.short(), model=job.model,
        setting=job.setting, prompt=job.prompt, options=house.settings.answer, provider_model=", ".join(sorted(named)) or None, sample=job.sample,
    )  # fmt: skip
    partition = f"{release.release_id}/{job.evaluation_id}"
    if house.lake.read(Answer, partition) != answers:
        house.lake.replace(Answer, answers, partition)
    house.lake.append(Evaluation, [evaluation], release.release_id)
    return evaluation
