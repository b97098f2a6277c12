"""A news run killed with SIGKILL at ten random moments and started again each time: nothing is lost, paid twice or broken.

The moments are drawn by a seed from the length of an undisturbed run, which also says what the release must hold. What had come in by a moment
(pages, answers, folders of the lake) marks it, so that the kills spread over the whole way although each start goes on where the last one stopped.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from storage.inspection import inspect_lake
from storage.journal import parse_row, whole_lines
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.calls import Call

pytestmark = [pytest.mark.slow, pytest.mark.service]

SEED = 20261130
KILLS = 10
IN_FLIGHT = 8
MOMENT = "2026-11-30T06:00:00+00:00"
RUN = "news-2026-11-30-daily"


@dataclass(frozen=True)
class Moment:
    """``after_s`` seconds after ``progress`` things had come in, or when the next one comes in, ``latest`` in all, if that is sooner."""

    progress: int
    after_s: float
    latest: int


class Start:
    """One start of the command; its work begins when it takes the run's lock."""

    def __init__(self, desk, lake: Path) -> None:
        self.desk, self.lake = desk, lake
        self._lock = lake / "runs" / RUN / ".running.lock"
        self._lock.unlink(missing_ok=True)  # nobody holds it: the last process is gone
        words = ("news", "run", "--moment", MOMENT, "--feeds", "feeds.toml", "--generator", "stub", "--validator", "stub", "--model", "stub")
        self._out = (desk.folder / "out.json").open("wb")
        self._errors = (desk.folder / "errors.txt").open("wb")
        environment = desk.environment | {"OKBENCH_LAKE": str(lake)}
        self.process = subprocess.Popen(
            desk.command("--json", *words), cwd=desk.folder, env=environment, stdout=self._out, stderr=self._errors, start_new_session=True
        )

    def working(self) -> bool:
        return self._lock.exists()

    def over(self) -> bool:
        return self.process.poll() is not None

    def progress(self) -> int:
        """Distinct pages served, distinct requests answered, folders in the lake: it never shrinks, whatever is done again."""
        folders = sum(1 for _, names, _ in os.walk(self.lake) for name in names if not name.startswith("."))
        return len(self.desk.paper.requests) + len(self.desk.stub.answered) + folders

    def finish(self) -> dict:
        """The result of a start that nothing disturbs."""
        assert self.process.wait(240) == 0, (self.desk.folder / "errors.txt").read_text()
        return json.loads((self.desk.folder / "out.json").read_text())

    def kill(self, moment: Moment) -> bool:
        """End the process, and only it, at that moment; False when it had ended by itself."""
        since, latest = None, moment.latest
        while not self.over():
            now, progress = time.monotonic(), self.progress()
            if since is None and self.working() and progress >= moment.progress:
                since, latest = now, max(latest, progress + 1)
            if since is not None and (now - since >= moment.after_s or progress >= latest):
                self.process.send_signal(signal.SIGKILL)
                return self.process.wait() == -signal.SIGKILL
            time.sleep(0.002)
        assert self.process.returncode == 0, (self.desk.folder / "errors.txt").read_text()
        return False

    def left_alive(self) -> list[str]:
        """Processes that this one had started and that are still there."""
        listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
        lines = [line.split(maxsplit=2) for line in listed.splitlines()]
        return [line[-1] for line in lines if int(line[0]) == self.process.pid and not line[1].startswith("Z")]


    def end(self) -> None:
        """Leave nothing running, however the test ended."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._out.close()
        self._errors.close()


def drawn_moments(start: Start) -> list[Moment]:
    """Ten moments of an undisturbed run, in order: half drawn from its time, half from what came in, for most of that comes in a short time."""
    first: dict[int, float] = {}
    while not start.over():
        if start.working():
            first.setdefault(start.progress(), time.monotonic())
        time.sleep(0.002)
    reached = sorted((at, progress) for progress, at in first.items())
    begin, end = reached[0][0], time.monotonic()
    draw = random.Random(SEED)
    times = [draw.uniform(begin, end) for _ in range(KILLS // 2)]
    times += [at + draw.uniform(0, 0.05) for at, _ in draw.sample(reached, KILLS - len(times))]
    moments = []
    for at in sorted(times):
        mark, progress = max(entry for entry in reached if entry[0] <= at)
        later = [further for _, further in reached if further > progress]
        moments.append(Moment(progress, at - mark, min(later, default=sys.maxsize)))
    return moments


def recorded(lake: Path) -> list[Call]:
    """Every call that the lake holds, in parts and in journals, read without touching anything."""
    opened = Lake.open(lake)
    calls = [call for scope in opened.partitions(Call) for call in opened.read(Call, scope)]
    lines = (line for path in lake.glob("calls/**/journal-*.jsonl") for _, line in whole_lines(path))
    return calls + [row for line in lines if (row := parse_row(Call, line)) is not None]


def recorded_bodies(lake: Path) -> set[str]:
    """The bodies of those calls, as ``known`` writes them."""
    return {known(json.loads(call.sent)) for call in recorded(lake)} if lake.exists() else set()


def known(body: dict) -> str:
    return json.dumps(body, sort_keys=True)


def contents(lake: Path) -> dict[str, object]:
    """What a release says, by ids and texts, with the digests of the tables that hold them."""
    store = ReleaseStore(Lake.open(lake))
    (manifest,) = store.list()
    release = store.load(manifest.release_id)
    return {
        "questions": {q.question_id: (q.question, q.choices, q.key, q.rationale) for q in release.questions},
        "candidates": {c.question_id: (c.question, c.status, c.reason) for c in release.candidates},
        "verdicts": sorted((v.question_id, v.judge, v.check, v.passed, v.reason) for v in release.verdicts),
        "articles": {a.version_id: a.body for a in release.articles},
        "funnel": manifest.funnel,
    }


def figures(result: dict) -> dict[str, list]:
    """What a run reports. Feeds are left out: asked again, one truly says that nothing has changed."""
    funnel = [row for row in result["funnel"] if row["stage"] != "Feeds"]
    return {"funnel": funnel, "costs": result["costs"], "scores": result["scores"]}


@pytest.fixture
def prefect_server(prefect_home, desk):
    """One server for all starts: each would else wait some seconds for a passing one of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = desk.environment | {"PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}
    command = [sys.executable, "-m", "prefect", "server", "start", "--no-ui", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        for _ in range(900):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                assert server.poll() is None, "the Prefect server did not start"
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/api"
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


@pytest.fixture
def starts():
    """Every start of the test, ended with it."""
    made: list[Start] = []
    yield made
    for start in made:
        start.end()


def test_ten_kills_lose_nothing_pay_nothing_twice_and_break_no_file(desk, prefect_server, starts):
    desk.environment |= {"PREFECT_API_URL": prefect_server, "OKBENCH_DOOR__CONCURRENCY": str(IN_FLIGHT)}
    desk.stub.latency_ms = 100
    calm, lake = desk.folder / "calm", desk.folder / "killed"
    starts.append(Start(desk, calm))
    moments = drawn_moments(starts[0])
    undisturbed = starts[0].finish()
    assert undisturbed["status"] == "complete"
    asked_in_calm = desk.stub.stats()["answered"]
    desk.stub.reset()
    desk.paper.requests.clear()

    cut_off = 0  # requests that were sent and were not in the ledger when the kill came
    for number, moment in enumerate(moments, 1):
        before, received = recorded_bodies(lake), len(desk.stub.received)
        killed = False
        while not killed:
            starts.append(Start(desk, lake))
            killed = starts[-1].kill(moment)
            # A start with little left to do may end before its moment: then earlier.
            moment = replace(moment, after_s=moment.after_s / 2)
        time.sleep(0.1)  # the stub ends what it was about
        asked = [known(body) for _, body in desk.stub.received[received:]]
        assert before.isdisjoint(asked), "a call that was in the ledger was asked again"
        lost = set(asked) - recorded_bodies(lake)
        assert len(lost) <= IN_FLIGHT
        cut_off += len(lost)
        print(f"kill {number} after {moment.progress} and {moment.after_s:.2f} s: {len(desk.stub.answered)} of {asked_in_calm} answered, {len(lost)} cut off")

    before, received = recorded_bodies(lake), len(desk.stub.received)
    starts.append(Start(desk, lake))
    result = starts[-1].finish()
    assert result["status"] == "complete"
    assert before.isdisjoint(known(body) for _, body in desk.stub.received[received:])
    assert desk.stub.stats()["asked_again"] <= cut_off
    assert desk.stub.stats()["answered"] - desk.stub.stats()["asked_again"] == asked_in_calm

    opened = Lake.open(lake)
    assert [str(finding) for finding in inspect_lake(opened) if finding.kind != "leftover"] == []
    assert ReleaseStore(opened).verify(result["release_id"]).problems == ()
    assert contents(lake) == contents(calm)
    assert figures(result) == figures(undisturbed)
    calls = recorded(lake)
    assert len({call.digest for call in calls}) == len(calls) == asked_in_calm
    assert not list(lake.glob("calls/**/journal-*")), "the journals of killed starts were taken in"
    assert [line for start in starts for line in start.left_alive()] == []
