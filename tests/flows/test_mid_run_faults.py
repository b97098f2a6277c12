"""The disk fills up, or the model stops answering, in the middle of a run: it ends with what to do, and started again it loses and pays nothing twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from stub_agents import play
from stub_model import Reply

from storage.inspection import inspect_lake
from storage.lake import Lake
from storage.releases import ReleaseStore

pytestmark = [pytest.mark.slow, pytest.mark.service]
PROGRAM = str(Path(__file__).parents[1] / "plain_run.py")


def start(desk, lake: Path, *, file_kb: int | None = None) -> subprocess.CompletedProcess[str]:
    """The run of that lake; ``file_kb``: no file may grow beyond that once models are asked, as when the disk is full."""
    parameters = {
        "moment": "2026-11-30T06:00:00+00:00", "feeds": "feeds.toml", "generator": "stub", "validator": "stub", "models": ["stub"], "max_articles": 8,
    }  # fmt: skip
    command = [sys.executable, PROGRAM, json.dumps(parameters), *([str(file_kb)] if file_kb else [])]
    environment = desk.environment | {"OKBENCH_LAKE": str(lake), "OKBENCH_DOOR__ATTEMPTS": "1", "OKBENCH_DOOR__CONCURRENCY": "4"}
    return subprocess.run(command, cwd=desk.folder, env=environment, capture_output=True, text=True, timeout=240, check=False)


def sound(lake: Path) -> None:
    """No file of the lake is damaged, and its one release is what its signature says."""
    opened = Lake.open(lake)
    assert [str(finding) for finding in inspect_lake(opened) if finding.kind != "leftover"] == []
    (manifest,) = ReleaseStore(opened).list()
    assert ReleaseStore(opened).verify(manifest.release_id).problems == ()


def test_a_disk_that_is_full_stops_the_run_and_with_room_it_goes_on(desk, tmp_path):
    stopped = start(desk, tmp_path / "lake", file_kb=24)
    assert stopped.returncode == 4, stopped.stderr
    assert "space" in stopped.stderr
    paid = desk.stub.stats()["answered"]
    assert paid > 0
    done = start(desk, tmp_path / "lake")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "complete"
    # A reply that came in and could not be written is lost: at most what was in flight, which is 4.
    assert desk.stub.stats()["asked_again"] <= 4
    sound(tmp_path / "lake")


def test_a_model_that_stops_answering_stops_the_run_before_a_release_and_then_it_goes_on(desk, tmp_path):
    def gone(body: dict, number: int) -> str | Reply:
        return Reply(status=503) if number > 4 else play(body, number)

    desk.stub.answer = gone
    stopped = start(desk, tmp_path / "lake")
    assert stopped.returncode != 0
    assert "stub" in stopped.stderr
    assert ReleaseStore(Lake.open(tmp_path / "lake")).list() == []
    assert desk.stub.stats()["answered"] > 0
    desk.stub.answer = play
    done = start(desk, tmp_path / "lake")
    assert json.loads(done.stdout)["status"] == "complete"
    assert desk.stub.stats()["asked_again"] == 0
    sound(tmp_path / "lake")
