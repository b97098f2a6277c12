"""Worker, server and database killed one at a time in the middle of a run: the run ends with nothing lost and no finished call asked again.

The lake says how a run ended; the server is a view of it, and must not show a run that is gone as running for ever.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

import pytest
from prefect_api import PrefectApi
from real_topology import Topology, wait_for

from storage.inspection import inspect_lake
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.questions import Run

pytestmark = [pytest.mark.slow, pytest.mark.service]
IN_FLIGHT = 4
SILENT_S = 40


def lake_status(office, name: str) -> str:
    lake = Lake.open(office.lake)
    found = [run for identity in lake.partitions(Run) for run in lake.read(Run, identity) if run.name == name]
    return found[0].status if found else ""


def at_work(office, calls: int = 8) -> None:
    """Wait until the run that was just started has asked for a while; counts begin with it."""
    wait_for("calls of the run", lambda: len(office.stub.answered) >= calls, 120, 0.05)


def ended_in_lake(office, name: str) -> None:
    wait_for(f"the end of {name} in the lake", lambda: lake_status(office, name) in ("complete", "partial"), 150, 0.3)


def automations(service: Topology, silent_s: float) -> None:
    """The crash automation with a shorter silence than in production, through the code that applies it."""
    from prefect.client.orchestration import PrefectClient

    from flows.deploying.automations import apply_automation, crash_automation

    async def work() -> str:
        async with PrefectClient(service.environment["PREFECT_API_URL"]) as client:
            return await apply_automation(client, crash_automation(silent_s))

    assert asyncio.run(work()) == "updated"


@pytest.fixture
def service(office, topology):
    office.environment |= {"OKBENCH_DOOR__CONCURRENCY": str(IN_FLIGHT)}
    office.stub.latency_ms = 250
    made = topology(quick_crash=True)
    assert made.okbench("deployments", "apply").returncode == 0
    automations(made, SILENT_S)
    made.worker.start()
    return made


def test_no_kill_loses_anything_or_leaves_a_run_running(office, service):
    api = PrefectApi(service.environment["PREFECT_API_URL"])
    gone = api.start("daily_news/ad-hoc", name="worker-killed", models=["stub"], max_articles=10)
    at_work(office)
    service.worker.kill()
    killed = time.monotonic()
    time.sleep(1.0)
    assert lake_status(office, "worker-killed") == "started"
    service.worker.start()
    again = api.start("daily_news/ad-hoc", name="worker-killed", models=["stub"], max_articles=10)
    assert api.ended(again)["state_name"] == "Completed", api.log(again)
    assert lake_status(office, "worker-killed") == "complete"
    assert office.stub.stats()["asked_again"] <= IN_FLIGHT, "only what was in flight at the kill is asked again"

    office.stub.reset()
    api.start("daily_news/ad-hoc", name="server-killed", models=["stub"], max_articles=10)
    at_work(office)
    service.server.kill()
    time.sleep(2.0)
    service.start_server()
    ended_in_lake(office, "server-killed")
    assert office.stub.stats()["asked_again"] == 0

    office.stub.reset()
    api.start("daily_news/ad-hoc", name="database-killed", models=["stub"], max_articles=10)
    at_work(office)
    service.database.stop("immediate")
    time.sleep(2.0)
    service.database.start()
    ended_in_lake(office, "database-killed")

    assert office.stub.stats()["asked_again"] == 0
    lake = Lake.open(office.lake)
    store = ReleaseStore(lake)
    assert [store.verify(manifest.release_id).problems for manifest in store.list()] == [()] * 3
    assert [finding for finding in inspect_lake(lake) if finding.kind != "leftover"] == []

    wait_for("the killed run to be marked", lambda: api.run(gone)["state_type"] != "RUNNING", SILENT_S + 120, 1.0)
    print(f"marked {time.monotonic() - killed:.0f} s after the kill as {api.run(gone)['state_name']}")
    assert api.run(gone)["state_type"] == "CRASHED"

    def nothing_runs() -> bool:
        return all(run["state_type"] not in ("RUNNING", "PENDING") for run in api.runs("daily_news/ad-hoc"))

    wait_for(f"all runs to have ended, at {datetime.now(UTC)}", nothing_runs, SILENT_S + 120, 1.0)
