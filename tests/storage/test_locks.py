"""Locks between processes."""

import subprocess
import sys
import threading

import pytest

from storage.locks import folder_lock
from storage.schemas.errors import StoreBusy, StoreUnusable

HOLD = """
import sys, time
from pathlib import Path
from storage.locks import folder_lock
with folder_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_process_waits_then_says_who_is_in_the_way(tmp_path):
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(StoreBusy, match="another okbench process") as caught, folder_lock(tmp_path, seconds=0.05):
            pass
        assert str(tmp_path) in str(caught.value)
        holder.kill()
        holder.wait()
        with folder_lock(tmp_path, seconds=5):  # kill -9 leaves no lasting lock
            pass


def test_threads_exclude_one_another(tmp_path):
    inside, worst = [0], [0]

    def work():
        for _ in range(20):
            with folder_lock(tmp_path):
                inside[0] += 1
                worst[0] = max(worst[0], inside[0])
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worst == [1]


def test_a_place_that_cannot_be_locked(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable):
        folder_lock(tmp_path / "file" / "x")
