"""Files and folders appear whole or not at all, and a store that refuses says so in our words."""

import errno
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from storage.atomic import atomic_folder, atomic_path, disk_errors, leftovers, make_folder, write_bytes, write_once, write_text
from storage.schemas.errors import StoreUnusable


def test_a_file_appears_with_all_its_bytes(tmp_path):
    write_text(tmp_path / "deep" / "x.json", "Ærø\n")
    assert (tmp_path / "deep" / "x.json").read_bytes() == "Ærø\n".encode()
    assert [p.name for p in (tmp_path / "deep").iterdir()] == ["x.json"]


def test_a_failure_in_the_middle_leaves_the_old_file_and_no_trace(tmp_path):
    write_text(tmp_path / "x", "old")
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "x") as path:
        path.write_text("half")
        raise RuntimeError
    assert (tmp_path / "x").read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


def test_no_glob_for_tables_sees_an_unfinished_file(tmp_path):
    with atomic_path(tmp_path / "part-1.parquet") as path:
        path.write_bytes(b"half")
        assert list(tmp_path.glob("*.parquet")) == []
        assert path.name.startswith(".")


def test_readers_under_load_see_only_whole_files(tmp_path):
    target = tmp_path / "x"
    contents = {bytes([65 + i]) * 20_000 for i in range(4)}
    write_bytes(target, next(iter(contents)))
    seen, stop = set(), threading.Event()

    def read():
        while not stop.is_set():
            seen.add(target.read_bytes())

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(12):
        for content in contents:
            write_bytes(target, content)
    stop.set()
    for reader in readers:
        reader.join()
    assert seen <= contents


def test_of_many_first_writers_one_wins(tmp_path):
    won = []
    threads = [threading.Thread(target=lambda i=i: won.append((write_once(tmp_path / "m", str(i).encode()), i))) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winners = [i for did, i in won if did]
    assert len(winners) == 1
    assert (tmp_path / "m").read_text() == str(winners[0])
    assert leftovers(tmp_path, older_than_s=-1) == []


def test_a_folder_appears_whole(tmp_path):
    with atomic_folder(tmp_path / "r") as folder:
        (folder / "a").write_text("1")
        assert not (tmp_path / "r").exists()
    assert (tmp_path / "r" / "a").read_text() == "1"


def test_a_folder_that_came_first_stays(tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "first").touch()
    with pytest.raises(FileExistsError), atomic_folder(tmp_path / "r") as folder:
        (folder / "second").touch()
    assert [p.name for p in (tmp_path / "r").iterdir()] == ["first"]
    assert [p.name for p in tmp_path.iterdir()] == ["r"]


def test_a_killed_writer_leaves_only_what_leftovers_finds(tmp_path):
    code = f"""
import os, signal
from pathlib import Path
from storage.atomic import atomic_folder, atomic_path
with atomic_path(Path({str(tmp_path)!r}) / "x.parquet") as path, atomic_folder(Path({str(tmp_path)!r}) / "r") as folder:
    path.write_bytes(b"half"); (folder / "a").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
    found = leftovers(tmp_path, older_than_s=-1)
    assert sorted(found) == sorted(tmp_path.iterdir()) and len(found) == 2
    assert leftovers(tmp_path) == []  # young ones may belong to a running process
    for path in found:
        os.utime(path, (time.time() - 7200,) * 2)
    assert leftovers(tmp_path) == found


@pytest.mark.parametrize("kind", ["below a file", "in /proc", "name too long"])
def test_a_store_that_cannot_be_written_says_where_and_what_to_do(tmp_path, kind):
    (tmp_path / "file").touch()
    places = {"below a file": tmp_path / "file" / "lake", "in /proc": Path("/proc/okbench"), "name too long": tmp_path / ("n" * 300)}
    target = places[kind] / "x"
    if kind == "in /proc" and not Path("/proc/self").exists():
        pytest.skip("no /proc here")
    with pytest.raises(StoreUnusable) as caught:
        write_text(target, "x")
    assert str(target.parent) in str(caught.value)
    assert "OKBENCH_LAKE" in str(caught.value)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO])
def test_what_the_system_refuses_becomes_our_error(tmp_path, number):
    what = "no space left" if number in (errno.ENOSPC, errno.EDQUOT) else "cannot be read or written"
    with pytest.raises(StoreUnusable, match=what), disk_errors(tmp_path):
        raise OSError(number, os.strerror(number))


def test_a_real_full_device(tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(StoreUnusable, match="no space left"), disk_errors(tmp_path), Path("/dev/full").open("wb", buffering=0) as file:
        file.write(b"x")


def test_other_errors_stay_what_they_are(tmp_path):
    with pytest.raises(FileNotFoundError), disk_errors(tmp_path):
        (tmp_path / "none").read_bytes()
    with pytest.raises(KeyError), atomic_path(tmp_path / "x") as path:
        path.touch()
        raise KeyError


def test_a_limit_on_file_size_is_no_space_and_leaves_nothing(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(StoreUnusable, match="no space left"):
            write_bytes(tmp_path / "x", b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_make_folder_is_content_with_one_that_exists(tmp_path):
    make_folder(tmp_path)
    assert tmp_path.is_dir()
