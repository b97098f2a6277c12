"""Worker processes that read pages, so that one page can neither hang nor end the run.

Each worker is a subprocess with one job at a time (see ``worker``), spoken to over a socket pair. A job that takes too long, or
whose worker dies, costs only itself; the worker is replaced. asyncio's own subprocesses are not used: cancelled while one starts,
they can wait for ever (seen on Python 3.11).
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

from storage.schemas.errors import Permanent
from tasks.extraction.options import PoolOptions
from tasks.extraction.worker import HEAD, WorkerSetup, pack, unpack

_START_SECONDS = 90.0  # loading newspaper4k on a busy machine
_MOST_FAILED_STARTS = 3
_ALARM_AFTER = 2.0  # the worker's own alarm comes later than ours: it is for a parent that is gone
# Not -m: what arrives must be of that module's classes, not of __main__'s.
_COMMAND = (sys.executable, "-c", "from tasks.extraction.worker import main; main()")


@dataclass(frozen=True, slots=True)
class PoolResult:
    """What became of a job. ``reason``: "" when ``value`` is its result, else extraction_timeout, extraction_crashed or
    extraction_failed."""

    value: Any = None
    reason: str = ""
    detail: str = ""


class ReadingPool(Protocol):
    """What reads pages: processes of this machine, or a cluster's."""

    options: PoolOptions

    async def run(self, job: Any) -> PoolResult:
        """The result of one job."""


class ExtractionPool:
    """``async with ExtractionPool(options) as pool: await pool.run(job)``. For one event loop; safe to use from many coroutines of it.

    ``work`` and ``prepare`` ("module:function") are what workers do with a job and once before the first; tests put their own there.
    """

    def __init__(
        self,
        options: PoolOptions | None = None,
        *,
        work: str = "tasks.extraction.extract:extract_page",
        prepare: str = "tasks.extraction.extract:prepare",
    ) -> None:
        self.options = options or PoolOptions()
        self._setup = WorkerSetup(tuple(sys.path), work, prepare, self.options.page_seconds + _ALARM_AFTER, self.options.memory_mb << 20)
        self._workers = [_Worker(self._setup, self.options) for _ in range(self.options.workers)]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()

    async def __aenter__(self) -> Self:
        for worker in self._workers:
            worker.launch()  # it loads while the first pages are fetched
            self._idle.put_nowait(worker)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for worker in self._workers:
            worker.stop()

    @property
    def pids(self) -> list[int]:
        """Process ids of the running workers."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    async def run(self, job: Any) -> PoolResult:
        """The result of one picklable job; at most ``options.workers`` run at once, others wait their turn.

        Permanent when workers cannot be started at all.
        """
        worker = await self._idle.get()
        try:
            return await worker.run(job)
        finally:
            self._idle.put_nowait(worker)


class _Worker:
    """One place in the pool: a process, replaced when it dies or has done its share."""

    def __init__(self, setup: WorkerSetup, options: PoolOptions) -> None:
        self._setup, self._options = setup, options
        self.process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._jobs = 0
        self._failed_starts = 0

    def launch(self) -> None:
        """Start a process; it gets its setup with the first job."""
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(_COMMAND, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.DEVNULL)
        ours.sendall(pack(self._setup))  # a few kilobytes: the socket's buffer takes them
        ours.setblocking(False)
        self._socket, self._jobs = ours, 0

    def stop(self) -> None:
        """End the process at once; its state is worth nothing."""
        process, streams, ours = self.process, self._streams, self._socket
        self.process = self._streams = self._socket = None
        if streams is not None:
            streams[1].transport.abort()
        elif ours is not None:
            ours.close()
        if process is not None:
            process.kill()
            process.wait()

    async def run(self, job: Any) -> PoolResult:
        """One job, with whatever goes wrong told in the result."""
        seconds = self._options.page_seconds
        try:
            if not await self._ready():
                return PoolResult(reason="extraction_crashed", detail="its worker process did not start")
            async with asyncio.timeout(seconds):
                done, value = await self._exchange(job)
        except TimeoutError:
            self.stop()
            return PoolResult(reason="extraction_timeout", detail=f"reading it took over {seconds:g} s")
        except (asyncio.IncompleteReadError, ConnectionError):
            self.stop()
            return PoolResult(reason="extraction_crashed", detail="its worker process died")
        except BaseException:
            self.stop()  # cancelled: what is under way belongs to nobody
            raise
        self._jobs += 1
        if self._jobs >= self._options.jobs_per_worker:
            self.stop()
            self.launch()
        return PoolResult(value) if done else PoolResult(reason="extraction_failed", detail=str(value))

    async def _ready(self) -> bool:
        """Whether a loaded process is there, started again when the last one is gone. Permanent after several starts in vain."""
        if self._streams is not None:
            return True
        if self.process is None:
            self.launch()
        try:
            self._streams = await asyncio.open_connection(sock=self._socket)
            async with asyncio.timeout(_START_SECONDS):
                await self._receive()
        except (asyncio.IncompleteReadError, OSError) as error:  # TimeoutError and ConnectionError are OSErrors
            self.stop()
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                what = "no worker process for reading pages can be started"
                raise Permanent(
                    what, where=self._setup.work, todo="Raise memory_mb, or import that module by hand to see what is missing"
                ) from error
            return False
        self._failed_starts = 0
        return True

    async def _exchange(self, job: Any) -> Any:
        """Send a job and wait for (whether it worked, result or fault)."""
        assert self._streams is not None
        sink = self._streams[1]
        sink.write(pack(job))
        await sink.drain()
        return await self._receive()

    async def _receive(self) -> Any:
        assert self._streams is not None
        source = self._streams[0]
        head = await source.readexactly(HEAD.size)
        return unpack(await source.readexactly(HEAD.unpack(head)[0]))
