"""A desk whose runs go through a real Prefect server on PostgreSQL and a worker, over the sample newspaper and a stub model at the wire."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from real_topology import KEY, Topology
from stub_agents import play
from stub_model import StubModel

from sample.newspaper.server import SampleNewspaper


@dataclass
class Office:
    """The servers that stand in for the world, and where their addresses are written."""

    folder: Path
    paper: SampleNewspaper
    stub: StubModel
    environment: dict[str, str]

    @property
    def lake(self) -> Path:
        return self.folder / "lake"


@pytest.fixture
def office(tmp_path):
    with SampleNewspaper(datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=1)) as paper, StubModel(answer=play, latency_ms=5) as stub:
        (tmp_path / "feeds.toml").write_text(paper.feeds_toml())
        (tmp_path / "models.toml").write_text(
            f'[models.stub]\nprovider_model = "stub-1"\nbase_url = "{stub.url}"\ndecoding = {{temperature = 0}}\nkey_env = "STUB_API_KEY"\n'
            f"price = {{input = 1.0, output = 2.0}}\ncontext_tokens = 32000\n"
        )
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("OKBENCH_", "PREFECT_"))},
            "STUB_API_KEY": KEY, "OKBENCH_LAKE": str(tmp_path / "lake"), "OKBENCH_MODELS": str(tmp_path / "models.toml"),
            "OKBENCH_FEEDS": str(tmp_path / "feeds.toml"), "OKBENCH_GENERATOR": "stub", "OKBENCH_VALIDATOR": "stub",
            "OKBENCH_FETCH__ALLOW_PRIVATE": "true", "OKBENCH_FETCH__PER_HOST_DELAY_S": "0", "OKBENCH_FETCH__PER_HOST_CONCURRENCY": "8", "COLUMNS": "200",
        }  # fmt: skip
        yield Office(tmp_path, paper, stub, environment)


@pytest.fixture
def topology(office):
    made: list[Topology] = []

    def build(**options: bool) -> Topology:
        made.append(Topology(office.folder, office.environment, **options))
        made[-1].database.start()
        made[-1].start_server()
        return made[-1]

    yield build
    for one in made:
        one.end()
