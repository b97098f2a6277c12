"""Everything on the server from one command: work pools, the deployments of ``prefect.yaml``, automations.

The deployments themselves are made by Prefect's own ``prefect deploy --all``, which finds modules and file only from the checkout: so it is run there.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from prefect.client.orchestration import get_client
from prefect.client.schemas.sorting import DeploymentSort

from flows.deploying.automations import apply_automation, crash_automation, failure_automation, notification_block
from flows.deploying.pools import apply_pool, load_pools
from flows.settings import HOME
from storage.schemas.errors import BadConfig

TAG = "okbench"
Row = dict[str, Any]


async def apply(*, pool: str, file: Path | None = None, notify: str | None = None) -> list[Row]:
    """Bring the server up to the files; one row for each thing with what was done. BadConfig says what of the files does not fit."""
    folder = HOME / "deployments"
    pools = load_pools(folder / "work_pools.toml")
    path = await asyncio.to_thread(_existing, file or folder / "prefect.yaml")
    if pool not in pools:
        raise BadConfig(f"there is no work pool {pool!r}", where="--pool", todo=f"One of: {', '.join(pools)}; or add it to {folder / 'work_pools.toml'}")
    async with get_client() as client:
        block = await notification_block(client, notify) if notify else None
        rows = [{"kind": "work pool", "name": name, "done": await apply_pool(client, name, one)} for name, one in pools.items()]
        await _deploy(path, pool)
        rows += [{"kind": "deployment", "name": row["deployment"], "done": "applied"} for row in await listed()]
        automations = [crash_automation(), *([failure_automation(block)] if block else [])]
        rows += [{"kind": "automation", "name": one.name, "done": await apply_automation(client, one)} for one in automations]
    return rows


async def listed() -> list[Row]:
    """Our deployments on the server with their schedules, by name."""
    async with get_client() as client:
        found = await client.read_deployments(sort=DeploymentSort.NAME_ASC)
        flows = {one.flow_id: (await client.read_flow(one.flow_id)).name for one in found if TAG in (one.tags or [])}
    rows = [
        {
            "deployment": f"{flows[one.flow_id]}/{one.name}",
            "schedule": ", ".join(_schedule(each) for each in one.schedules) or "ad hoc",
            "state": "paused" if one.paused else str(getattr(one.status, "value", one.status)).lower().replace("_", " "),
            "pool": one.work_pool_name,
            "at once": one.global_concurrency_limit.limit if one.global_concurrency_limit else None,
        }
        for one in found
        if one.flow_id in flows and TAG in (one.tags or [])
    ]
    return sorted(rows, key=lambda row: str(row["deployment"]))


def _schedule(one: Any) -> str:
    written = f"{one.schedule.cron} {one.schedule.timezone}" if hasattr(one.schedule, "cron") else str(one.schedule)
    return written if one.active else f"{written} (off)"


async def _deploy(file: Path, pool: str) -> None:
    """``prefect deploy --all`` in the checkout. BadConfig with its last words when it fails."""
    variables = {"OKBENCH_WORK_POOL": pool, "PYTHONPATH": os.pathsep.join(filter(None, (str(HOME), os.environ.get("PYTHONPATH"))))}
    # OKBENCH_HOME must stay a placeholder in what is stored: each worker has its own.
    environment = {name: value for name, value in os.environ.items() if name != "OKBENCH_HOME"} | variables
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "prefect", "--no-prompt", "deploy", "--all", "--prefect-file", str(file),
        cwd=HOME, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said = (await process.communicate())[0].decode("utf-8", errors="replace")
    if process.returncode:
        words = " ".join(said.split())[-600:]
        raise BadConfig(f"prefect deploy refused: {words}", where=str(file), todo="Mend the file, then apply again; what was applied stays")


def _existing(file: Path) -> Path:
    if not file.exists():
        raise BadConfig("there is no such file", where=str(file))
    return file.resolve()
