"""The ledger of one scope: every finished call, so that nothing is paid twice and nothing is lost.

``record`` appends to this process's journal and is safe against kill -9 when it returns; ``close`` moves journals into the lake's Parquet
parts. A crash between the two, or in the middle of either, leaves rows twice at most, and a digest counts once.
A call that failed after its last retry is kept, but does not count as finished: the next run asks it again.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from storage.journal import Journal, claim, discard, journals, parse_row, tidy, whole_lines
from storage.lake import Lake
from storage.schemas.arrow import from_table
from storage.schemas.calls import Call
from storage.schemas.errors import StoreBusy

_log = logging.getLogger(__name__)
_BATCH = 256
_BATCHES_KEPT = 4
_ROWS_AT_ONCE = 4096
_PARTS_BEFORE_JOIN = 16
_JOINED_BYTES = 16 * 2**20


@dataclass(slots=True)
class Spent:
    """What calls cost: USD where known, tokens, and how many calls are of unknown cost."""

    usd: float = 0.0
    tokens: int = 0
    unknown: int = 0

    def add(self, cost: float | None, prompt: int | None, completion: int | None) -> None:
        """Count one call."""
        self.usd += cost or 0.0
        self.unknown += cost is None
        self.tokens += (prompt or 0) + (completion or 0)


class Ledger:
    """Calls of ``scope`` (a partition of the calls table). Several processes may have the same scope open; each sees what stood there
    when it first looked, and its own. Not for use from several threads."""

    def __init__(self, lake: Lake, scope: str, run_id: str) -> None:
        self.scope, self.run_id = scope, run_id
        self._lake = lake
        self._folder = lake.folder(Call, scope)
        self._journal = Journal(self._folder)
        self._index: _Index | None = None

    def finished(self, digest: str) -> Call | None:
        """The call of that digest if it ended in any way but ``failed``."""
        return self._opened().get(digest)

    def record(self, call: Call) -> None:
        """Keep a call; it is safe when this returns. StoreUnusable when the disk refuses."""
        index = self._opened()
        offset, length = self._journal.append(call)
        index.add(call, self._journal, offset, length)

    def spent(self, run_id: str | None = None) -> Spent:
        """What a run (this one unless named) has spent in this scope, in this process and before."""
        return self._opened().spent.get(run_id or self.run_id, Spent())

    def close(self) -> None:
        """Move this journal, and those of processes that are gone, into the lake. Harmless to repeat; the ledger can still be used."""
        self._journal.close()
        known, self._index = self._index, None
        self._journal = Journal(self._folder)
        if known is not None:
            known.close()
        if not journals(self._folder):
            return
        try:
            with self._lake.lock(Call, self.scope):
                self._take_in(known)
        except StoreBusy as error:
            _log.warning("%s. The calls stay in their journals, where the next run finds them", error)

    def _take_in(self, known: _Index | None) -> None:
        claimed = [(path, lock) for path in journals(self._folder) if (lock := claim(path)) is not None]
        try:
            unchanged = known is not None and known.parts == self._lake.parts(Call, self.scope)
            there = known.in_parts if known is not None and unchanged else _finished_digests(self._lake.table(Call, self.scope))
            rows = _rows([path for path, _ in claimed], there)
            while some := list(islice(rows, _ROWS_AT_ONCE)):
                self._lake.append(Call, some, self.scope)
        except BaseException:
            for _, lock in claimed:
                lock.release()
            raise
        for path, lock in claimed:
            discard(path, lock)
        tidy(self._folder)
        parts = self._lake.parts(Call, self.scope)
        if len(parts) >= _PARTS_BEFORE_JOIN and sum(path.stat().st_size for path in parts) < _JOINED_BYTES:
            self._lake.compact(Call, self.scope)

    def _opened(self) -> _Index:
        if self._index is None:
            self._index = _Index(self._lake, self.scope, self._folder)
        return self._index


class _Source(Protocol):
    def read_at(self, offset: int, length: int) -> bytes: ...


class _Index:
    """Where each finished call of a scope lies. The calls themselves stay in compressed batches or in the journals' files."""

    def __init__(self, lake: Lake, scope: str, folder: Path) -> None:
        self.spent: dict[str, Spent] = {}
        self.in_parts: set[str] = set()
        self._places: dict[str, tuple[_Source | _Batches, int, int]] = {}
        self._files: list[_JournalFile] = []
        # Journals first: one that is taken in meanwhile is then found in a part as well, and not in neither.
        for path in journals(folder):
            self._read_journal(path)
        self.parts = lake.parts(Call, scope)
        table = lake.table(Call, scope)
        if table.num_rows:
            self._read_parts(table)

    def add(self, call: Call, source: _Source, offset: int, length: int) -> None:
        if call.status != "failed":
            self._places[call.digest] = (source, offset, length)
        self.spent.setdefault(call.run_id, Spent()).add(call.cost, call.prompt_tokens, call.completion_tokens)

    def get(self, digest: str) -> Call | None:
        place = self._places.get(digest)
        if place is None:
            return None
        source, first, second = place
        if isinstance(source, _Batches):
            return source.call(first)
        return parse_row(Call, source.read_at(first, second))

    def close(self) -> None:
        for file in self._files:
            file.close()

    def _read_journal(self, path: Path) -> None:
        try:
            file = _JournalFile(path)
        except FileNotFoundError:
            return
        self._files.append(file)
        for offset, line in whole_lines(path):
            if (row := parse_row(Call, line)) is not None:
                self.add(row, file, offset, len(line))

    def _read_parts(self, table: pa.Table) -> None:
        batches = _Batches(table)
        names = ("digest", "status", "run_id", "cost", "prompt_tokens", "completion_tokens")
        columns = [table.column(name).to_pylist() for name in names]
        for row, (digest, status, run_id, cost, prompt, completion) in enumerate(zip(*columns, strict=True)):
            known = digest in self._places
            if status != "failed":
                self.in_parts.add(digest)
                self._places[digest] = (batches, row, 0)
            if not known:
                self.spent.setdefault(run_id, Spent()).add(cost, prompt, completion)


class _JournalFile:
    """A journal read by offset; it stays readable when another process removes it."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDONLY)

    def read_at(self, offset: int, length: int) -> bytes:
        return os.pread(self._fd, length, offset)

    def close(self) -> None:
        os.close(self._fd)


class _Batches:
    """A table kept compressed in memory, a few hundred rows at a time (request bodies repeat each other: about a tenth of their size)."""

    def __init__(self, table: pa.Table) -> None:
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        self._packed: list[pa.Buffer] = []
        self._open: OrderedDict[int, list[Call]] = OrderedDict()
        for start in range(0, table.num_rows, _BATCH):
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
                writer.write_table(table.slice(start, _BATCH))
            self._packed.append(sink.getvalue())

    def call(self, row: int) -> Call:
        number, within = divmod(row, _BATCH)
        if number not in self._open:
            self._open[number] = from_table(Call, pa.ipc.open_stream(self._packed[number]).read_all())
            if len(self._open) > _BATCHES_KEPT:
                self._open.popitem(last=False)
        self._open.move_to_end(number)
        return self._open[number][within]


def _rows(paths: Sequence[Path], there: set[str]) -> Iterator[Call]:
    """The calls of journals that parts do not have yet; a failed one only where no journal has it finished."""
    finished: set[str] = set()
    failed: dict[str, Call] = {}
    damaged = 0
    for path in paths:
        for _, line in whole_lines(path):
            row = parse_row(Call, line)
            if row is None:
                damaged += 1
            elif row.digest in there:
                continue
            elif row.status == "failed":
                failed[row.digest] = row
            else:
                finished.add(row.digest)
                yield row
    if damaged:
        _log.warning("%d damaged lines in %s are left out; their calls are asked again", damaged, ", ".join(str(path) for path in paths))
    yield from (row for digest, row in failed.items() if digest not in finished)


def _finished_digests(table: pa.Table) -> set[str]:
    pairs = zip(table.column("digest").to_pylist(), table.column("status").to_pylist(), strict=True)
    return {digest for digest, status in pairs if status != "failed"}
