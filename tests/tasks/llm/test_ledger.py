"""The ledger: finished calls are found again, whatever was killed, closed or run side by side."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from stub_model import StubModel

from storage.journal import journals
from storage.lake import Lake
from storage.schemas.calls import Call
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import Model
from tasks.llm.request import Request

MOMENT = datetime(2026, 11, 30, 6, 15, tzinfo=UTC)


def call(number: int, **fields: Any) -> Call:
    given: dict[str, Any] = {
        "digest": f"{number:064x}", "scope": "s", "purpose": "answer", "run_id": "r", "model": "m", "provider_model": "m-1",
        "sent": '{"messages":[]}', "not_sent": ("top_p",), "status": "ok", "error": "", "text": f"Answer {number}", "thinking": "",
        "finish_reason": "stop", "prompt_tokens": 10, "cached_tokens": None, "completion_tokens": 2, "reasoning_tokens": None,
        "cost": 0.5, "attempts": 1, "latency_ms": 1.5, "started": MOMENT + timedelta(seconds=number), **fields,
    }
    return Call(**given)


def open_ledger(lake: Lake, run_id: str = "r") -> Ledger:
    return Ledger(lake, "s", run_id)


def test_a_recorded_call_is_found_at_once_after_closing_and_by_the_next_run(lake: Lake) -> None:
    ledger = open_ledger(lake)
    assert ledger.finished(call(1).digest) is None
    ledger.record(call(1))
    assert ledger.finished(call(1).digest) == call(1)
    ledger.close()
    assert ledger.finished(call(1).digest) == call(1)
    assert open_ledger(lake, "r2").finished(call(1).digest) == call(1)
    assert lake.read(Call, "s") == [call(1)]
    assert journals(lake.folder(Call, "s")) == []


def test_a_closed_ledger_can_go_on(lake: Lake) -> None:
    ledger = open_ledger(lake)
    ledger.record(call(1))
    ledger.close()
    ledger.record(call(2))
    ledger.close()
    ledger.close()
    assert lake.read(Call, "s") == [call(1), call(2)]


def test_more_calls_than_a_batch_holds_are_all_found_in_any_order(lake: Lake) -> None:
    ledger = open_ledger(lake)
    many = [call(n) for n in range(3000)]
    for one in many:
        ledger.record(one)
    ledger.close()
    again = open_ledger(lake)
    assert all(again.finished(one.digest) == one for one in reversed(many[::7]))


@pytest.mark.parametrize("status", ["ok", "truncated", "empty", "content_filter"])
def test_whatever_the_provider_decided_is_finished(lake: Lake, status: str) -> None:
    ledger = open_ledger(lake)
    ledger.record(call(1, status=status))
    ledger.close()
    assert open_ledger(lake).finished(call(1).digest) is not None


def test_a_failed_call_is_kept_but_asked_again_and_never_hides_a_finished_one(lake: Lake) -> None:
    first = open_ledger(lake)
    first.record(call(1, status="failed", cost=0.0))
    assert first.finished(call(1).digest) is None
    second = open_ledger(lake)  # another process, at the same time
    second.record(call(1))
    second.close()
    first.close()
    assert open_ledger(lake).finished(call(1).digest) == call(1)
    lake.compact(Call, "s")
    assert lake.read(Call, "s") == [call(1)]


def test_a_failed_call_that_no_later_one_mended_stays_in_the_record(lake: Lake) -> None:
    ledger = open_ledger(lake)
    ledger.record(call(1, status="failed"))
    ledger.close()
    assert [row.status for row in lake.read(Call, "s")] == ["failed"]


def test_the_journal_of_a_living_ledger_is_left_alone_and_read(lake: Lake) -> None:
    living, other = open_ledger(lake), open_ledger(lake)
    living.record(call(1))
    assert other.finished(call(1).digest) == call(1)
    other.record(call(2))
    other.close()
    assert lake.read(Call, "s") == [call(2)]
    assert len(journals(lake.folder(Call, "s"))) == 1
    living.record(call(3))
    living.close()
    assert lake.read(Call, "s") == [call(2), call(1), call(3)]


def test_spending_is_counted_by_run_over_parts_and_journals(lake: Lake) -> None:
    ledger = open_ledger(lake, "r")
    ledger.record(call(1))
    ledger.record(call(2, cost=None))
    ledger.record(call(3, run_id="earlier"))
    ledger.close()
    ledger.record(call(4))
    spent = ledger.spent()
    assert (spent.usd, spent.tokens, spent.unknown) == (1.0, 36, 1)
    assert open_ledger(lake).spent("earlier").usd == 0.5
    assert open_ledger(lake).spent("never").tokens == 0


def test_a_crash_between_writing_the_part_and_removing_the_journal_does_no_harm(lake: Lake) -> None:
    ledger = open_ledger(lake)
    ledger.record(call(1))
    [journal] = journals(lake.folder(Call, "s"))
    copy = journal.read_bytes()
    ledger.close()
    journal.write_bytes(copy)  # as if the process had died before the removal
    again = open_ledger(lake)
    assert (again.finished(call(1).digest), again.spent().usd) == (call(1), 0.5)
    again.close()
    assert lake.read(Call, "s") == [call(1)]
    assert len(lake.parts(Call, "s")) == 1
    assert journals(lake.folder(Call, "s")) == []


def test_a_crash_before_the_part_is_written_leaves_the_journal(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = open_ledger(lake)
    ledger.record(call(1))

    def full(*_: object) -> None:
        raise OSError(28, "disk full")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="disk full"):
        patch.setattr(lake, "append", full)
        ledger.close()
    assert open_ledger(lake).finished(call(1).digest) == call(1)
    open_ledger(lake).close()
    assert lake.read(Call, "s") == [call(1)]


def test_a_damaged_line_costs_only_its_own_call(lake: Lake) -> None:
    ledger = open_ledger(lake)
    for n in range(3):
        ledger.record(call(n))
    ledger._journal.close()
    [journal] = journals(lake.folder(Call, "s"))
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + lines[1][:50] + b"\n" + lines[2])
    again = open_ledger(lake)
    assert [again.finished(call(n).digest) is not None for n in range(3)] == [True, False, True]
    again.close()
    assert lake.read(Call, "s") == [call(0), call(2)]


def test_a_damaged_part_is_set_aside_and_its_calls_are_asked_again(lake: Lake) -> None:
    for n in range(2):
        ledger = open_ledger(lake)
        ledger.record(call(n))
        ledger.close()
    lake.parts(Call, "s")[0].write_bytes(b"no parquet")
    again = open_ledger(lake)
    assert [again.finished(call(n).digest) is not None for n in range(2)] == [False, True]


def test_many_runs_leave_few_parts(lake: Lake) -> None:
    for n in range(20):
        ledger = open_ledger(lake)
        ledger.record(call(n))
        ledger.close()
    assert len(lake.parts(Call, "s")) < 16
    assert sorted(lake.read(Call, "s"), key=lambda c: c.digest) == [call(n) for n in range(20)]


def test_broken_characters_in_an_answer_are_kept_as_far_as_they_go(lake: Lake) -> None:
    ledger = open_ledger(lake)
    ledger.record(call(1, text="zero \x00 and \u2028 and \U0001f6a2"))
    ledger.close()
    kept = open_ledger(lake).finished(call(1).digest)
    assert kept is not None
    assert kept.text == "zero \x00 and \u2028 and \U0001f6a2"


RUN = """
import asyncio, sys
from pathlib import Path
from storage.lake import Lake
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.llm.request import Message, Request

async def main(root, url, end):
    model = Model(name="m", provider_model="stub-1", base_url=url, concurrency=8)
    async with Door(models=ModelCatalog([model]), budget=Budget(), limits=DoorLimits(), secret=lambda name: None) as door:
        ledger = Ledger(Lake.open(Path(root)), "s", "r")
        ask = door.bind(ledger)

        async def one(n):
            call = await ask(Request(model="m", purpose="answer", messages=(Message(role="user", content=f"question {n}"),), inputs={}))
            print(call.digest, flush=True)

        await asyncio.gather(*(one(n) for n in range(120)))
        ledger.close()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.slow
def test_kill_9_at_any_moment_asks_no_finished_call_again(lake: Lake, tmp_path: Path) -> None:
    """A run is killed three times, then ends: each answer that a stage was given is still there; only calls in flight were paid twice."""
    with StubModel(latency_ms=20) as stub:
        given: set[str] = set()
        for kills in range(3):
            run = subprocess.Popen([sys.executable, "-c", RUN, str(lake.root), stub.url, "0"], stdout=subprocess.PIPE, text=True)
            assert run.stdout is not None
            for _ in range(len(given) + 5 + 9 * kills):
                given.add(run.stdout.readline().strip())
            os.kill(run.pid, signal.SIGKILL)
            given.update(line.strip() for line in run.stdout if len(line) == 65)
            run.wait()
            kept = open_ledger(lake)
            assert all(kept.finished(digest) is not None for digest in given)
        last = subprocess.run([sys.executable, "-c", RUN, str(lake.root), stub.url, "0"], capture_output=True, text=True, check=True)
        assert len(set(last.stdout.split())) == 120
        assert stub.stats()["asked_again"] <= 3 * 8
        asked = stub.requests
        subprocess.run([sys.executable, "-c", RUN, str(lake.root), stub.url, "0"], capture_output=True, check=True)
        assert stub.requests == asked
    assert len(lake.read(Call, "s")) == 120
    assert journals(lake.folder(Call, "s")) == []


async def test_no_key_is_written_anywhere(
    lake: Lake, door_to: Callable[..., Door], entry: Callable[..., Model], request_for: Callable[..., Request],
    caplog: pytest.LogCaptureFixture,
) -> None:
    secret = "sk-key-that-must-not-leak-5d81"

    def echo(body: dict[str, Any], number: int) -> str:
        return f"I was sent {stub.received[-1][0]['Authorization']}"

    with StubModel(answer=echo) as stub:
        async with door_to(entry(stub, key_env="STUB_KEY"), secret={"STUB_KEY": secret}.get) as door:
            ledger = open_ledger(lake)
            answered = await door.bind(ledger)(request_for())
            journal = b"".join(path.read_bytes() for path in journals(lake.folder(Call, "s")))
            ledger.close()
    assert answered.text == "I was sent Bearer ***"
    assert secret.encode() not in journal
    assert secret not in str([dataclasses.asdict(row) for row in lake.read(Call, "s")])
    assert secret not in caplog.text
    assert stub.received[0][0]["Authorization"].endswith(secret)
    assert orjson.loads(answered.sent).keys() == {"model", "messages"}
