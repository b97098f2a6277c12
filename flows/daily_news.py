"""The news benchmark of one day: ingest, generate, validate, release, evaluate, report; retrieval where it is asked for.

Runs in one event loop, with a Prefect server or without. The lake is the record: started again after a kill, the run goes on from what it finds there.
"""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow

from flows.house import House
from flows.missed_days import tell_missed_days
from flows.moments import run_moment
from flows.news_retrieval import check_retrievers
from flows.news_run import NewsRun, check_parameters, run_identity
from flows.parameters import DailyNews
from flows.run_record import only_start
from flows.settings import load_settings


@flow(name="daily_news", flow_run_name="news {parameters.name}", persist_result=False, validate_parameters=True)
async def daily_news(parameters: DailyNews = DailyNews()) -> dict[str, Any]:  # noqa: B008  pydantic models are frozen values here
    """Make, release and score the news benchmark of a day; returns ids, counts, costs and the report's path."""
    moment = run_moment(parameters.moment)
    async with _house(parameters) as house:
        # What would stop the run later is found before it is pinned: a mistyped model must not take the day's name.
        await _check(house, parameters)
        with only_start(house.lake, run_identity(parameters, moment)):
            run = NewsRun(house, parameters, moment)
            if parameters.moment == "now" and not parameters.dry_run:
                await tell_missed_days(house.lake, run.run)
            try:
                return run.skip() if run.missed else await run.work()
            except asyncio.CancelledError:
                run.note("cancelled", "stopped from outside; what was finished is kept")
                raise
            except BaseException as error:
                run.note_error(error)
                raise


async def check_daily_news(parameters: DailyNews) -> None:
    """What is wrong with the parameters, said in a second and without Prefect; the flow looks again, since others start it too."""
    run_moment(parameters.moment)
    async with _house(parameters) as house:
        await _check(house, parameters)


def _house(parameters: DailyNews) -> House:
    settings = load_settings(generator=parameters.generator, validator=parameters.validator, judge=parameters.judge)
    return House(settings, max_usd=parameters.max_usd, max_tokens=parameters.max_tokens)


async def _check(house: House, parameters: DailyNews) -> None:
    await check_parameters(house, parameters)
    await check_retrievers(house.settings, parameters)
