"""Which files the catalog reads: current parts, with their columns; damaged ones left out and named."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from storage.journal import Journal
from storage.lake_files import LakeFiles
from storage.schemas.arrow import to_table
from storage.schemas.calls import Call
from storage.schemas.errors import NewerLake, SchemaMismatch
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tests.release_rows import DAY, RUN, article, call


@pytest.fixture
def files(lake):
    return LakeFiles(lake.root)


def test_current_parts_by_partition(lake, files):
    for number in range(3):
        lake.append(Article, [article(number)], DAY)
    lake.append(Article, [article(9)], "2026-12-01")
    assert {k.rsplit("/", 1)[1]: len(v) for k, v in files.parts(Article).items()} == {DAY: 3, "2026-12-01": 1}
    lake.compact(Article, DAY)
    assert {k.rsplit("/", 1)[1]: len(v) for k, v in files.parts(Article).items()} == {DAY: 1, "2026-12-01": 1}
    assert files.parts(Call) == {}


def test_a_damaged_part_is_set_aside_and_named(lake, files):
    lake.append(Article, [article(1)], DAY)
    path = lake.append(Article, [article(2)], DAY)
    path.write_bytes(b"PAR1 no more PAR1")
    assert [len(paths) for paths in files.parts(Article).values()] == [1]
    assert files.damaged == [path.with_name(path.name + ".damaged")] and files.damaged[0].exists()


def test_damage_behind_a_sound_footer_is_found_when_asked(lake, files):
    path = lake.append(Article, [article(i) for i in range(50)], DAY)
    data = bytearray(path.read_bytes())
    data[900] ^= 1
    path.write_bytes(data)
    assert files.parts(Article) != {}
    assert files.changed([path]) and files.damaged[0].exists()
    assert not files.changed([])


def test_a_part_that_went_is_a_change(lake, files):
    path = lake.append(Article, [article(1)], DAY)
    assert not files.changed([path])
    path.unlink()
    assert files.changed([path]) and files.damaged == []


def test_a_release_s_damaged_file_stays_where_it_is(release, files):
    path = release.folder / "questions.parquet"
    assert files.release_files(Question) == [path]
    path.write_bytes(path.read_bytes()[:-40])
    files.columns.clear()
    assert files.release_files(Question) == [] and path.exists()
    assert files.damaged == [path]


def test_parts_that_cannot_be_read_here_are_named(lake, files):
    path = lake.append(Article, [article(1)], DAY)
    table = to_table(Article, [article(2)])
    newer = path.with_name("part-99999999999999999999-new.parquet")
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, b"okbench.version": b"3"}), newer)
    with pytest.raises(NewerLake, match=newer.name):
        files.parts(Article)
    newer.unlink()
    pq.write_table(pa.table({"x": [1]}), newer)
    with pytest.raises(SchemaMismatch, match=newer.name):
        files.parts(Article)


def test_rows_still_in_a_journal_are_seen(lake, files):
    journal = Journal(lake.folder(Call, RUN))
    for number in range(3):
        journal.append(call(number))
    with journal.path.open("ab") as file:
        file.write(b'{"digest": "torn')
    table, counts = files.journal_rows(Call)
    assert table.num_rows == 3 and counts == {str(lake.folder(Call, RUN)): 3}
    journal.close()
    assert LakeFiles(lake.root / "nowhere").journal_rows(Call) == (None, {})
