"""Frames between the pool and its workers."""

import io
import struct
import subprocess
import sys

from tasks.extraction.worker import HEAD, pack, read_frame, unpack


def test_a_value_survives_its_frame() -> None:
    frame = pack({"body": b"\x00\xff", "words": 3})
    assert unpack(frame[HEAD.size :]) == {"body": b"\x00\xff", "words": 3}
    assert read_frame(io.BytesIO(frame)) == {"body": b"\x00\xff", "words": 3}


def test_the_end_of_the_input_is_no_frame() -> None:
    assert read_frame(io.BytesIO(b"")) is None
    assert read_frame(io.BytesIO(struct.pack(">I", 9)[:2])) is None


def test_a_worker_ends_with_its_input() -> None:
    command = [sys.executable, "-c", "from tasks.extraction.worker import main; main()"]
    assert subprocess.run(command, input=b"", timeout=20, check=True).stdout is None
