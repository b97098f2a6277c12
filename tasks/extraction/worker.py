"""A worker process of the extraction pool: reads jobs from its standard input, writes results to its standard output, one at a time.

It is a plain subprocess, so it imports nothing of the program that started it (multiprocessing would import the caller's main module again,
Prefect and all). It cannot outlive its use: when the parent goes, its input ends; when a page hangs it, even inside C code that
holds the interpreter, the kernel's alarm ends it. Frames are a four-byte length and a pickle; both ends are this package.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

HEAD = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """The first frame. ``work`` and ``prepare`` are "module:function"; seconds bound one job; ``memory_bytes`` the address space
    (0: no bound)."""

    path: tuple[str, ...]
    work: str
    prepare: str
    seconds: float
    memory_bytes: int


def pack(value: Any) -> bytes:
    """A frame of a picklable value."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(data)) + data


def unpack(data: bytes) -> Any:
    """The value of a frame's data."""
    return pickle.loads(data)  # noqa: S301


def main() -> None:
    """Serve until the input ends."""
    source, sink = _streams()
    setup: WorkerSetup | None = read_frame(source)
    if setup is None:
        return
    sys.path[:] = [*setup.path, *(entry for entry in sys.path if entry not in setup.path)]
    os.putenv("OPENBLAS_NUM_THREADS", "1")  # numpy would reserve address space for a thread on each core
    os.putenv("OMP_NUM_THREADS", "1")
    if setup.memory_bytes:
        _bound_memory(setup.memory_bytes)
    work = _function(setup.work)
    if setup.prepare:
        _function(setup.prepare)()
    sink.write(pack("ready"))
    sink.flush()
    while (job := read_frame(source)) is not None:
        signal.setitimer(signal.ITIMER_REAL, setup.seconds)  # its default action ends the process, whatever runs
        answer = pack(_answer(work, job))
        signal.setitimer(signal.ITIMER_REAL, 0)
        sink.write(answer)
        sink.flush()


def read_frame(source: BinaryIO) -> Any:
    """The next frame's value; None at the end of the input."""
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    data = source.read(HEAD.unpack(head)[0])
    return unpack(data)


def _answer(work: Callable[[Any], Any], job: Any) -> tuple[bool, Any]:
    """(True, result) or (False, what went wrong). Out of memory ends the process: its heap is in no known state."""
    try:
        return True, work(job)
    except MemoryError:
        os._exit(3)
    except Exception as error:
        return False, f"{type(error).__name__}: {str(error).strip()[:200]}"


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Input and output for frames; what libraries print goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which closes the pool
    sink = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.stdout = sys.stderr = io.TextIOWrapper(os.fdopen(nowhere, "wb"), write_through=True)
    return sys.stdin.buffer, sink


def _bound_memory(size: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # not every system has or enforces it
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _function(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return found
