"""PostgreSQL, a Prefect server on it, and a worker, as real processes on free ports: the topology of docker-compose.yml without an engine.

Each can be killed and started again. They are ended with the test, each by its own process group.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEY = "sk-test-9f3a2c71d4-never-to-be-stored"
REQUIRED = os.environ.get("OKBENCH_REQUIRE_POSTGRES") == "1"


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: str, look: Callable[[], object], seconds: float = 90.0, every: float = 0.2) -> object:
    """What ``look`` gives once it gives something; fails with ``what`` after that time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(every)
    raise AssertionError(f"waited {seconds:g} s in vain for {what}")


def answers(url: str) -> bool:
    """Whether the address answers with 200."""
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


class Part:
    """One process of the topology in a process group of its own, its output in a file."""

    def __init__(self, name: str, command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.name, self.command, self.folder, self.environment = name, command, folder, dict(environment)
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )

    def kill(self) -> None:
        """SIGKILL to it and all that it started, as when its machine goes: flow runs are processes in groups of their own."""
        if self.process is not None:
            for pid in (self.process.pid, *_descendants(self.process.pid)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""


def _descendants(pid: int) -> list[int]:
    """Processes below that one."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    children: dict[int, list[int]] = {}
    for line in listed.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    found: list[int] = []
    todo = [pid]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


class Postgres:
    """A database cluster of our own, run as an unprivileged user: PostgreSQL refuses to run as root."""

    def __init__(self) -> None:
        self.programs = _programs()
        self.folder = Path(tempfile.mkdtemp(prefix="okbench-pg-"))  # not below pytest's folder, which only its owner may enter
        self.port = free_port()
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "okbench", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://okbench@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off -c max_connections=60"
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-o", options, "-w", "-t", "60", "start")

    def stop(self, mode: str = "immediate") -> None:
        """immediate: as a crash, what was committed is recovered from the log at the next start."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop", check=False)

    def dump(self) -> str:
        """Every row of every table as text."""
        return self._run("pg_dump", "-h", str(self.folder), "-p", str(self.port), "-U", "okbench", "postgres").stdout

    def end(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = [str(self.programs / program), *words]
        if os.getuid() == 0:
            command = ["setpriv", f"--reuid={self.user}", "--regid", str(pwd.getpwnam(self.user).pw_gid), "--clear-groups", *command]
        # A server that is started keeps a pipe open for ever: its output goes to a file of its own.
        with tempfile.TemporaryFile("w+") as out:
            code = subprocess.call(command, cwd=self.folder, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C"})
            out.seek(0)
            said = out.read()
        assert not check or code == 0, f"{program}: {said[-2000:]}"
        return subprocess.CompletedProcess(command, code, said, "")


def _programs() -> Path:
    """The folder of initdb; without PostgreSQL the test is skipped, except where it must be there."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    if not found and (linked := shutil.which("initdb")):
        found = [Path(linked).resolve()]
    if not found or (os.getuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}):
        message = "PostgreSQL is not installed (Debian: apt-get install postgresql)"
        assert not REQUIRED, message
        pytest.skip(message)
    return found[-1].parent


class Topology:
    """Database, server and worker over one lake. ``environment``: what okbench's commands and the worker get."""

    def __init__(self, folder: Path, environment: Mapping[str, str], *, ui: bool = False, quick_crash: bool = False) -> None:
        self.folder, self.port, self.ui = folder, free_port(), ui
        self.database = Postgres()
        self.environment = {
            **{name: value for name, value in environment.items() if not name.startswith("PREFECT_")},
            "PREFECT_HOME": str(folder / "prefect"), "PREFECT_API_URL": f"http://127.0.0.1:{self.port}/api", "DO_NOT_TRACK": "1",
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "OKBENCH_HOME": str(folder), "PYTHONPATH": str(ROOT), "PREFECT_WORKER_QUERY_SECONDS": "1",
            "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30", "PREFECT_LOGGING_LEVEL": "INFO",
        }  # fmt: skip
        server = {
            "PREFECT_SERVER_DATABASE_CONNECTION_URL": self.database.url, "PREFECT_SERVER_SERVICES_SCHEDULER_LOOP_SECONDS": "2",
            "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "100", "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "100",
            "PREFECT_SERVER_SERVICES_TRIGGERS_PROACTIVE_EVALUATION_SECONDS": "1" if quick_crash else "5",
        }  # fmt: skip
        python = [sys.executable, "-m", "prefect"]
        words = ["server", "start", "--port", str(self.port), *([] if ui else ["--no-ui"])]
        self.server = Part("server", [*python, *words], folder, self.environment | server)
        worker = ["worker", "start", "--pool", "okbench-process", "--type", "process", "--limit", "2"]
        self.worker = Part("worker", [*python, *worker], folder, self.environment)

    def start_server(self) -> None:
        self.server.start()
        wait_for(f"the Prefect server\n{self.server.said()}", lambda: answers(f"{self.environment['PREFECT_API_URL']}/health"), 120)

    def okbench(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "flows.cli", *words]
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=180, check=False)

    def end(self) -> None:
        for part in (self.worker, self.server):
            part.kill()
        self.database.end()
