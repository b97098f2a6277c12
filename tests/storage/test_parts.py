"""Single parts: names that sort, bytes that are checked."""

import os
import threading

import pyarrow as pa
import pytest

from storage import parts
from storage.parts import current_parts, next_part, read_part, set_aside, write_part
from storage.schemas.arrow import to_table
from storage.schemas.errors import DamagedFile
from storage.schemas.news import Article
from tests.release_rows import article


def test_names_are_unique_over_threads_and_sort_by_time(tmp_path):
    names: list[str] = []
    content = tmp_path / "content"
    content.touch()
    threads = [threading.Thread(target=lambda: names.extend(next_part(tmp_path, content).name for _ in range(200))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stamps = [name.split("-")[1] for name in names]
    assert len(set(stamps)) == 1600


def test_a_clock_set_back_does_not_reorder_parts(tmp_path, monkeypatch):
    (content := tmp_path / "content").touch()
    first = next_part(tmp_path, content)
    first.touch()
    monkeypatch.setattr(parts, "_last", 0)
    monkeypatch.setattr(parts.time, "time_ns", lambda: 1_000)
    assert next_part(tmp_path, content).name > first.name


def test_the_newest_base_hides_what_it_replaced(tmp_path):
    (content := tmp_path / "content").touch()
    made = [next_part(tmp_path, content, base=base) for base in (False, True, False, True, False)]
    for path in made:
        path.touch()
    assert current_parts(tmp_path) == made[3:]


def test_names_of_an_older_okbench_still_sort_before_new_ones(tmp_path):
    old = tmp_path / "part-01700000000000000000-00af.parquet"
    old.touch()
    new = next_part(tmp_path, old)
    new.touch()
    assert current_parts(tmp_path) == [old, new]


@pytest.fixture
def part(tmp_path):
    write_part(to_table(Article, [article(i) for i in range(300)]), tmp_path / "new")
    return (tmp_path / "new").rename(next_part(tmp_path, tmp_path / "new"))


def test_a_single_flipped_bit_never_reads_as_other_content(part):
    data = part.read_bytes()
    for at in range(0, len(data), len(data) // 200):
        part.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        with pytest.raises(DamagedFile, match=part.name):
            read_part(part)


def test_damaged_pages_are_found_in_a_file_whose_name_has_no_checksum(part):
    plain = part.rename(part.with_name("questions.parquet"))
    data = plain.read_bytes()
    plain.write_bytes(data[:2000] + bytes([data[2000] ^ 4]) + data[2001:])
    with pytest.raises(DamagedFile, match="cannot be read as Parquet"):
        read_part(plain)


@pytest.mark.parametrize("damage", ["empty", "text", "cut", "no footer"])
def test_what_is_no_parquet_is_named(part, damage):
    data = part.read_bytes()
    part.write_bytes({"empty": b"", "text": b"<html>" * 99, "cut": data[: len(data) // 2], "no footer": data[:-8]}[damage])
    with pytest.raises(DamagedFile, match=r"cannot be read as Parquet|not those that were written"):
        read_part(part)


def test_a_part_that_is_gone_is_not_called_damaged(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_part(tmp_path / "part-9.parquet")


def test_a_process_out_of_file_handles_does_not_condemn_a_sound_part(part, monkeypatch):
    def no_handles(*_: object, **__: object) -> object:
        raise OSError(24, os.strerror(24))

    monkeypatch.setattr(parts.pq, "ParquetFile", no_handles)
    with pytest.raises(OSError, match="Too many open files"):
        read_part(part)


def test_setting_aside_twice_at_once_is_no_error(part, caplog):
    aside = set_aside(part)
    assert set_aside(part) == aside and aside.exists() and not part.exists()
    assert "set aside" in caplog.text


def test_a_table_read_back_is_equal(part):
    assert read_part(part).schema.metadata == {b"okbench.table": b"articles", b"okbench.version": b"1"}
    assert isinstance(read_part(part), pa.Table)
