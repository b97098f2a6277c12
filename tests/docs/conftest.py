"""What the pages' commands find here in the place of the internet: the sample newspaper for feeds, and a stub, at the wire, for paid models.

One demo is run for all pages. It lies as ``demo-lake`` in the folder of each page, as it lies before a reader who has typed the first command.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from doc_pages import ROOT, Shell, steps
from stub_agents import play
from stub_model import StubModel

from sample.encyclopedia.server import SampleEncyclopedia
from sample.newspaper.server import SampleNewspaper

OPENAI = 'key_env = "OPENAI_API_KEY"'


@dataclass
class Stage:
    """The servers and the demo that all pages share."""

    paper: SampleNewspaper
    encyclopedia: SampleEncyclopedia
    stub: StubModel
    prefect: str
    environment: dict[str, str]
    demo: Path
    demo_said: str

    def shell(self, folder: Path) -> Shell:
        """A shell in a fresh folder with the demo's lake, a feeds file and a models file that lead to the servers here."""
        shutil.copytree(self.demo, folder / "demo-lake", ignore=shutil.ignore_patterns(".prefect"))
        replace = {
            "https://tidewatch.example/feed.xml": f"{self.paper.base}/courier/feed.xml",
            "https://lighthouse.example/rss": f"{self.paper.base}/wire/feed.xml",
            "https://wiki.example": self.encyclopedia.base,
            "http://127.0.0.1:8000/v1": self.stub.url,
            "http://127.0.0.1:4200/api": self.prefect,
        }
        return Shell(folder, dict(self.environment), replace, {"okbench demo": self.demo_said})


@pytest.fixture(scope="session")
def stage(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    with (
        SampleNewspaper(datetime.now(UTC).replace(microsecond=0)) as paper,
        SampleEncyclopedia() as encyclopedia,
        StubModel(answer=play, latency_ms=5) as stub,
    ):
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("OKBENCH_", "PREFECT_", "OPENAI_"))},
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80", "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            **encyclopedia.environment(), "OKBENCH_EVENTS__BROWSER__USE": "never",
            "OKBENCH_FETCH__ALLOW_PRIVATE": "true", "OKBENCH_FETCH__PER_HOST_DELAY_S": "0",
            "OKBENCH_FETCH__PER_HOST_CONCURRENCY": "8", "OKBENCH_FEEDS": str(folder / "feeds.toml"), "OKBENCH_MODELS": str(folder / "models.toml"),
        }  # fmt: skip
        (folder / "feeds.toml").write_text(paper.feeds_toml())
        models = (ROOT / "deployments" / "models.toml").read_text(encoding="utf-8")
        (folder / "models.toml").write_text(models.replace(OPENAI, f'{OPENAI}\nbase_url = "{stub.url}"'))
        with prefect_server(folder / "prefect-server", environment) as server:
            demo = ["okbench", "demo", "--sample", "0"]
            said = subprocess.run(demo, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=True).stdout
            environment |= {"PREFECT_API_URL": server.address(), "PREFECT_HOME": str(folder / "prefect")}
            yield Stage(paper, encyclopedia, stub, server.address(), environment, folder / "demo-lake", said)


@pytest.fixture(scope="session")
def outcomes(request, stage, tmp_path_factory) -> Iterator[dict[Path, Future[None]]]:
    """The pages that were chosen, at work in the background, two at a time: most of their time is one process starting after another."""
    pages = {item.callspec.params["page"]: None for item in request.session.items if "outcomes" in getattr(item, "fixturenames", ())}

    def run(page: Path, folder: Path) -> None:
        shell = stage.shell(folder)
        for step in steps(page):
            shell.do(step)

    with ThreadPoolExecutor(2) as workers:
        yield {page: workers.submit(run, page, tmp_path_factory.mktemp(page.stem)) for page in pages}


@dataclass
class Server:
    """A Prefect server that is starting or running."""

    port: int
    process: subprocess.Popen[bytes]

    def address(self) -> str:
        """Of its API, once it answers."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health", timeout=5):
                    return f"http://127.0.0.1:{self.port}/api"
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.2)
        raise RuntimeError("the Prefect server did not start")


@contextmanager
def prefect_server(home: Path, environment: dict[str, str]) -> Iterator[Server]:
    """``prefect server start`` on a free port, with a database of its own; ended at the end. Meanwhile others may work: it takes seconds to start."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "prefect", "server", "start", "--port", str(port), "--no-ui"]
    home.mkdir()
    process = subprocess.Popen(command, env=environment | {"PREFECT_HOME": str(home)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(30)
