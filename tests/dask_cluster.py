"""A real Dask cluster on loopback: a scheduler and workers as processes of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Cluster:
    """``address``: for clients. ``workers``: their processes, in the order of starting."""

    address: str
    environment: dict[str, str]
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
        process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True
        )
        self.processes.append(process)
        return process

    def end(self) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def dask_cluster(folder: Path, workers: int = 2, *, also: str = "") -> Iterator[Cluster]:
    """A cluster of that many workers with one thread each, all of them there. ``also``: a folder that workers can import from."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    path = os.pathsep.join(filter(None, (str(ROOT), also)))
    environment = {**os.environ, "PYTHONPATH": path, "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0"}
    cluster = Cluster(f"tcp://127.0.0.1:{port}", environment)
    try:
        cluster.start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
        for number in range(workers):
            place = folder / f"dask-{number}"
            place.mkdir(parents=True, exist_ok=True)
            words = (cluster.address, "--nthreads", "1", "--no-dashboard", "--local-directory", str(place), "--no-nanny")
            cluster.workers.append(cluster.start("dask_worker", *words))
        _wait(cluster, workers)
        yield cluster
    finally:
        cluster.end()


def _wait(cluster: Cluster, workers: int) -> None:
    from distributed import Client

    for attempt in range(5):
        try:
            with Client(cluster.address, timeout=30, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=90)
                return
        except OSError:
            if attempt == 4:
                raise
            time.sleep(1)
