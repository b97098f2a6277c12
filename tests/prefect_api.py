"""The Prefect server's API as a test asks it: plain HTTP, so that what is read back is what any program would get."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from real_topology import wait_for

ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


class PrefectApi:
    """``url``: up to ``/api``."""

    def __init__(self, url: str) -> None:
        self.url = url

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.url}{path}", timeout=30) as reply:
            return json.load(reply)

    def post(self, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.url}{path}", data, {"Content-Type": "application/json"}, method="POST")
        with urllib.request.urlopen(asked, timeout=30) as reply:
            return json.load(reply)

    def deployment(self, name: str) -> dict[str, Any]:
        return self.get(f"/deployments/name/{name}")

    def start(self, deployment: str, **parameters: Any) -> str:
        """An ad-hoc run of a deployment, as the form makes it; its id."""
        address = f"/deployments/{self.deployment(deployment)['id']}/create_flow_run"
        made = self.post(address, parameters={"parameters": parameters}, state={"type": "SCHEDULED"})
        return str(made["id"])

    def runs(self, name: str) -> list[dict[str, Any]]:
        """The runs of a deployment, the oldest first."""
        wanted = {"deployments": {"id": {"any_": [self.deployment(name)["id"]]}}, "sort": "EXPECTED_START_TIME_ASC"}
        return list(self.post("/flow_runs/filter", **wanted))

    def run(self, run_id: str) -> dict[str, Any]:
        return self.get(f"/flow_runs/{run_id}")

    def ended(self, run_id: str, seconds: float = 120.0) -> dict[str, Any]:
        """The run once it has ended, however it did."""
        wait_for(f"the end of run {run_id}", lambda: self.run(run_id)["state_type"] in ENDED, seconds, 0.3)
        return self.run(run_id)

    def artifacts(self, run_id: str) -> dict[str, dict[str, Any]]:
        """The run's artifacts by key without its day."""
        found = self.post("/artifacts/filter", artifacts={"flow_run_id": {"any_": [run_id]}})
        return {one["key"].rsplit("-", 3)[0]: one for one in found}

    def log(self, run_id: str) -> str:
        found = self.post("/logs/filter", logs={"flow_run_id": {"any_": [run_id]}}, sort="TIMESTAMP_ASC")
        return "\n".join(line["message"] for line in found)
