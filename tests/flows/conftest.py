"""A whole news run in a lake of its own: the sample newspaper and a stub model that plays all agents, both over loopback HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stub_agents import play
from stub_model import StubModel

from sample.newspaper.server import SampleNewspaper

MOMENT = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)


@dataclass
class Desk:
    """Where commands are run: ``okbench(...)`` gives the finished process."""

    folder: Path
    paper: SampleNewspaper
    stub: StubModel
    environment: dict[str, str]

    def okbench(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words), cwd=self.folder, env=self.environment | environment, capture_output=True, text=True, timeout=240, check=False
        )

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "flows.cli", *words]

    def news(self, *words: str) -> subprocess.CompletedProcess[str]:
        fixed = ("--moment", MOMENT.isoformat(), "--feeds", "feeds.toml", "--generator", "stub", "--validator", "stub")
        return self.okbench("--json", "news", "run", *fixed, "--model", "stub", *words)

    def json(self, *words: str):
        done = self.okbench("--json", *words)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="session")
def prefect_home(tmp_path_factory):
    """One Prefect database for all runs of the session: making one takes seconds."""
    return tmp_path_factory.mktemp("prefect")


@pytest.fixture
def desk(tmp_path, prefect_home):
    with SampleNewspaper(MOMENT) as paper, StubModel(answer=play, latency_ms=5) as stub:
        (tmp_path / "feeds.toml").write_text(paper.feeds_toml())
        (tmp_path / "models.toml").write_text(
            f'[models.stub]\nprovider_model = "stub-1"\nbase_url = "{stub.url}"\ndecoding = {{temperature = 0}}\n'
            f'price = {{input = 1.0, output = 2.0}}\ncontext_tokens = 32000\n'
            f'[models.dear]\nprovider_model = "dear-1"\nbase_url = "{stub.url}"\n'
            f'[models.locked]\nprovider_model = "locked-1"\nbase_url = "{stub.url}"\nkey_env = "LOCKED_API_KEY"\n'
        )
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("OKBENCH_", "PREFECT_"))},
            "OKBENCH_MODELS": "models.toml", "OKBENCH_FETCH__ALLOW_PRIVATE": "true", "OKBENCH_FETCH__PER_HOST_DELAY_S": "0",
            "OKBENCH_FETCH__PER_HOST_CONCURRENCY": "8", "PREFECT_HOME": str(prefect_home), "COLUMNS": "200",
        }  # fmt: skip
        yield Desk(tmp_path, paper, stub, environment)
