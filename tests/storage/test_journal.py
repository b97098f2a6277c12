"""Journals: rows that are safe once written, owners that are known to live, torn ends that are left out."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.journal import Journal, claim, discard, journals, parse_row, tidy, whole_lines
from storage.schemas.calls import Call
from storage.schemas.errors import StoreUnusable


def call(digest: str, text: str = "Answer: A") -> Call:
    return Call(
        digest=digest, scope="s", purpose="answer", run_id="r", model="m", provider_model=None, sent="{}", not_sent=("top_p",),
            status="ok",
        error="", text=text, thinking="", finish_reason="stop", prompt_tokens=3, cached_tokens=None, completion_tokens=1,
        reasoning_tokens=None, cost=0.25, attempts=1, latency_ms=5.5, started=datetime(2026, 11, 30, 6, 15, tzinfo=UTC),
    )


def rows(path: Path) -> list[Call | None]:
    return [parse_row(Call, line) for _, line in whole_lines(path)]


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    odd = call("b", 'lines\nand "quotes", ünïcode 漢字 \u2028')
    places = [journal.append(call("a")), journal.append(odd)]
    assert rows(journal.path) == [call("a"), odd]
    assert parse_row(Call, journal.read_at(*places[1])) == odd
    journal.close()


def test_no_file_appears_before_the_first_row(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    assert list(tmp_path.iterdir()) == []


def test_a_torn_last_line_is_left_out_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(call("a"))
    journal.append(call("b"))
    journal.close()
    whole = journal.path.read_bytes()
    for cut in (1, 20, 200):
        journal.path.write_bytes(whole[:-cut])
        assert rows(journal.path) == [call("a")]
    journal.path.write_bytes(b"\x00\x00garbage\n" + whole)
    assert rows(journal.path) == [None, call("a"), call("b")]


def test_columns_of_a_later_okbench_are_left_out(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(call("a"))
    journal.close()
    line = journal.path.read_bytes().replace(b'"digest"', b'"colour":"red","digest"')
    assert parse_row(Call, line) == call("a")


def test_a_journal_belongs_to_its_writer_while_that_lives(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(call("a"))
    assert claim(journal.path) is None
    journal.close()
    lock = claim(journal.path)
    assert lock is not None
    discard(journal.path, lock)
    assert list(tmp_path.iterdir()) == []


WRITER = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_journal import call
from storage.journal import Journal
journal = Journal(Path(sys.argv[1]))
for n in range(10**6):
    journal.append(call(str(n), "x" * 2000))
    sys.stdout.write(f"{n}\\n")
    sys.stdout.flush()
"""


def test_kill_9_loses_no_row_whose_write_had_returned(tmp_path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(Path(__file__).parent)], stdout=subprocess.PIPE,
        text=True)
    assert writer.stdout is not None
    for _ in range(300):
        writer.stdout.readline()
    [path] = journals(tmp_path)
    assert claim(path) is None  # its writer lives, in another process
    os.kill(writer.pid, signal.SIGKILL)
    said = 300 + len(writer.stdout.read().splitlines())
    writer.wait()
    kept = rows(path)
    assert said <= len(kept) <= said + 1
    assert [row.digest for row in kept if row is not None] == [str(n) for n in range(len(kept))]
    lock = claim(path)
    assert lock is not None
    lock.release()


def test_locks_without_a_journal_are_tidied_and_living_ones_kept(tmp_path: Path) -> None:
    (tmp_path / "journal-0001-1-aa.lock").touch()
    journal = Journal(tmp_path)
    journal.append(call("a"))
    tidy(tmp_path)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".jsonl", ".lock"]
    journal.close()


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """A disk that is full after ``size`` bytes of a file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_is_told_and_rows_after_it_stay_readable(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(call("a"))
    with largest_file(journal.path.stat().st_size + 100), pytest.raises(StoreUnusable, match=r"no space left.*a rerun goes on"):
        journal.append(call("b"))
    place = journal.append(call("c"))
    assert parse_row(Call, journal.read_at(*place)) == call("c")
    assert [row for row in rows(journal.path) if row is not None] == [call("a"), call("c")]
    journal.close()
