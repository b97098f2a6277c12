"""Models under test over a release: each model in each setting, in batches; what is answered already is not asked again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flows.artifacts import Progress
from flows.gathering import finish_all
from flows.house import House
from flows.news_ingest import batches
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.questions import Question
from tasks.answer.answer import answer_questions
from tasks.answer.asking import PROMPTS, ask_about
from tasks.answer.constrained import prompt_name
from tasks.answer.evaluation import evaluation_id, summarise
from tasks.llm.models import Model
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt
from tasks.steps import answer_step


def evaluation_scope(release_id: str) -> str:
    """The ledger scope of a release's answers, shared by all runs that evaluate it."""
    return f"evaluate-{release_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    model: Model
    setting: str
    prompt: Prompt
    evaluation_id: str


async def evaluate_models(house: House, release: Release, models: Sequence[str], settings: Sequence[str], *, run_id: str) -> list[Evaluation]:
    """Every model in every setting over the release; stores answers and evaluations and returns the evaluations.

    Raises what the door raises (BudgetExceeded and the like) after every call in flight has ended.
    """
    ask = await house.ask(evaluation_scope(release.release_id), run_id)
    jobs = [_job(house, release, model, setting) for model in dict.fromkeys(models) for setting in settings]
    progress = Progress("answers", len(jobs) * len(release.questions))

    async def evaluate(job: _Job) -> Evaluation:
        parts = batches(release.questions, house.settings.questions_per_task)
        answered = await finish_all(_batch(house, release, job, ask, part, number, progress) for number, part in enumerate(parts, 1))
        return _store(house, release, job, [answer for part in answered for answer in part], run_id)

    return await finish_all(evaluate(job) for job in jobs)


async def _batch(
    house: House, release: Release, job: _Job, ask: Ask, questions: Sequence[Question], number: int, progress: Progress
) -> list[Answer]:
    async def work() -> list[Answer]:
        answers = await answer_questions(
            questions, articles=release.article_of, release_id=release.release_id, evaluation_id=job.evaluation_id, model=job.model,
            setting=job.setting, ask=ask, prompt=job.prompt, options=house.settings.answer,
        )  # fmt: skip
        await progress.advance(len(answers))
        return answers

    return await answer_step(f"{job.model.name} {job.setting} {number}", work)


def _job(house: House, release: Release, name: str, setting: str) -> _Job:
    model = house.models.get(name)
    prompt = house.prompt(prompt_name(PROMPTS[setting], model))
    identity = evaluation_id(release.release_id, model=model, setting=setting, prompt=prompt, options=house.settings.answer)
    return _Job(model=model, setting=setting, prompt=prompt, evaluation_id=identity)


def _store(house: House, release: Release, job: _Job, answers: list[Answer], run_id: str) -> Evaluation:
    ledger = house.ledger(evaluation_scope(release.release_id), run_id)
    named = {call.provider_model for a in answers if a.call_digest and (call := ledger.finished(a.call_digest)) and call.provider_model}
    evaluation = summarise(
        answers, release_id=release.release_id, signature=release.signature.short(), model=job.model, setting=job.setting, prompt=job.prompt,
        options=house.settings.answer, provider_model=", ".join(sorted(named)) or None,
    )  # fmt: skip
    partition = f"{release.release_id}/{job.evaluation_id}"
    if house.lake.read(Answer, partition) != answers:
        house.lake.replace(Answer, answers, partition)
    house.lake.append(Evaluation, [evaluation], release.release_id)
    return evaluation


def answer_requests(house: House, release: Release, models: Sequence[str], settings: Sequence[str]) -> list[Request]:
    """Every request that an evaluation would send: for a dry run."""
    requests = []
    for name in dict.fromkeys(models):
        for setting in settings:
            job = _job(house, release, name, setting)
            for question in release.questions:
                article = release.article_of.get(question.version_id)
                asking = ask_about(question, article=article, model=job.model, setting=setting, prompt=job.prompt, options=house.settings.answer)
                requests.append(asking.request)
    return requests
