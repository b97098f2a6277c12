"""``okbench deployments``: all flows on a Prefect server, with schedules, forms and work pools."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.opening import LakeOption, lake_of, run_async
from flows.cli.output import show, show_rows
from storage.schemas.clock import utc_now
from storage.schemas.errors import BadConfig

app = typer.Typer(name="deployments", help="The flows on a Prefect server: schedules, forms, work pools.", no_args_is_help=True)


@app.command()
def apply(
    pool: Annotated[str, typer.Option(help="Work pool that runs them: okbench-process, okbench-docker, okbench-kubernetes.")] = "okbench-process",
    file: Annotated[Path | None, typer.Option(help="Deployments file; default: deployments/prefect.yaml of the checkout.")] = None,
    notify: Annotated[str | None, typer.Option(help="Block that is told of failed runs, such as slack-webhook/okbench.")] = None,
) -> None:
    """Make or update work pools, all deployments and automations on the server. Works from any folder."""
    _need_server()
    from flows.deploying import apply as deploying

    show_rows(run_async(deploying.apply(pool=pool, file=file, notify=notify)), title="on the server")


@app.command("list")
def list_() -> None:
    """List our deployments on the server with their schedules."""
    _need_server()
    from flows.deploying import apply as deploying

    show_rows(run_async(deploying.listed()), title="deployments", columns=("deployment", "schedule", "state", "pool", "at once"))


@app.command("catch-up")
def catch_up(lake: LakeOption = None) -> None:
    """After downtime: start the daily run of the newest window if nothing has made it. Older windows are left to okbench news backfill."""
    _need_server()
    from flows.deploying import catch_up as catching_up

    show(run_async(catching_up.catch_up(lake_of(lake), now=utc_now())))


def _need_server() -> None:
    """BadConfig without a server of one's own: what is deployed to a passing one is gone with it."""
    from prefect.settings import get_current_settings

    if not get_current_settings().api.url and not os.environ.get("PREFECT_API_URL"):
        todo = "Start one with: prefect server start; then: export PREFECT_API_URL=http://127.0.0.1:4200/api"
        raise BadConfig("no Prefect server is set", where="PREFECT_API_URL", todo=todo)
