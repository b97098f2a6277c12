"""After downtime: one run for the newest window of the daily deployment, if nothing has made it. The rule is in ``flows.catch_up``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from prefect.client.orchestration import PrefectClient, get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterDeploymentId, FlowRunFilterState, FlowRunFilterStateType
from prefect.client.schemas.objects import StateType
from prefect.client.schemas.schedules import CronSchedule
from prefect.exceptions import ObjectNotFound
from prefect.states import Scheduled

from flows.catch_up import newest_is_open
from storage.lake import Lake
from storage.schemas.clock import iso
from storage.schemas.errors import NotFound

DAILY = "daily_news/daily"
_UNDER_WAY = [StateType.RUNNING, StateType.PENDING, StateType.CANCELLING]


async def catch_up(lake: Lake, *, now: datetime) -> dict[str, Any]:
    """Start the run of the newest window that is due, unless it exists or one is at work; says what was done.

    NotFound without the deployment, or without an active schedule on it.
    """
    async with get_client() as client:
        try:
            deployment = await client.read_deployment_by_name(DAILY)
        except ObjectNotFound:
            raise NotFound(f"there is no deployment {DAILY}", where="Prefect server", todo="Run: okbench deployments apply") from None
        crons = [one.schedule for one in deployment.schedules if one.active and isinstance(one.schedule, CronSchedule)]
        if not crons:
            raise NotFound(f"{DAILY} has no active schedule", where="Prefect server", todo="Nothing is due; start runs from the form")
        due = max([await _newest_due(cron, now) for cron in crons])
        given: dict[str, Any] = dict(deployment.parameters.get("parameters", {}))
        name = given.get("name", "daily")
        if not newest_is_open(lake, flow="news", name=name, due=due):
            return {"window ends": iso(due), "done": "nothing: it has its run"}
        if await _at_work(client, deployment.id):
            return {"window ends": iso(due), "done": "nothing: a run is at work or waits for its worker"}
        parameters = {"parameters": given | {"moment": iso(due)}}
        run = await client.create_flow_run_from_deployment(
            deployment.id, parameters=parameters, state=Scheduled(), tags=["catch-up"], idempotency_key=f"catch-up-{name}-{iso(due)}"
        )
    return {"window ends": iso(due), "done": f"started {run.name}"}


async def _newest_due(cron: CronSchedule, now: datetime) -> datetime:
    """The last time at or before ``now`` at which the schedule fires."""
    from prefect.server.schemas.schedules import CronSchedule as Dates

    for days in (2, 35, 400):
        dates = await Dates(cron=cron.cron, timezone=cron.timezone).get_dates(n=days * 24, start=now - timedelta(days=days), end=now)
        if dates:
            return datetime.fromtimestamp(dates[-1].timestamp(), UTC)
    raise NotFound(f"the schedule {cron.cron!r} has not been due for a year", where="Prefect server")


async def _at_work(client: PrefectClient, deployment_id: Any) -> bool:
    at_work = FlowRunFilterState(type=FlowRunFilterStateType(any_=_UNDER_WAY))
    wanted = FlowRunFilter(deployment_id=FlowRunFilterDeploymentId(any_=[deployment_id]), state=at_work)
    return bool(await client.read_flow_runs(flow_run_filter=wanted, limit=1))
