"""The lake: tables of records that several processes write, join and read at once, and that survive damage."""

import json
import multiprocessing
import resource
import time
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from storage import lake as lake_module
from storage.lake import Lake, read_parquet, write_parquet
from storage.schemas.arrow import to_table
from storage.schemas.errors import BadInput, DamagedFile, NewerLake, SchemaMismatch, StoreUnusable
from storage.schemas.news import Article
from storage.schemas.questions import Run, Verdict
from tests.release_rows import DAY, RUN, article, run, verdict


@pytest.fixture
def lake(tmp_path):
    return Lake.open(tmp_path / "lake")


def test_rows_come_back_by_partition(lake):
    lake.append(Article, [article(1), article(2)], DAY)
    lake.append(Article, [article(3)], "2026-12-01")
    assert lake.read(Article, DAY) == [article(1), article(2)]
    assert lake.partitions(Article) == [DAY, "2026-12-01"]
    assert lake.read(Article, "2026-12-02") == []
    assert lake.table(Article, DAY).num_rows == 2
    assert lake.table(Article, "2026-12-02").schema == lake.table(Article, DAY).schema


def test_the_row_written_last_holds(lake):
    lake.append(Run, [run()], RUN)
    lake.append(Run, [run(status="complete"), run(status="partial")], RUN)
    assert [row.status for row in lake.read(Run, RUN)] == ["partial"]


def test_nothing_is_written_for_no_rows(lake):
    assert lake.append(Article, [], DAY) is None
    assert lake.partitions(Article) == []


def test_nested_partitions(lake):
    lake.append(Verdict, [verdict(1)], "release-1/evaluation-2")
    assert lake.partitions(Verdict) == ["release-1/evaluation-2"]


@pytest.mark.parametrize("name", ["../x", "/etc", "a//b", "", "a/../b"])
def test_partitions_cannot_lead_out(lake, name):
    with pytest.raises(BadInput, match="partition of articles"):
        lake.append(Article, [article(1)], name)


def test_replacing_leaves_just_the_new_rows(lake):
    lake.append(Article, [article(1), article(2)], DAY)
    lake.replace(Article, [article(3)], DAY)
    lake.append(Article, [article(4)], DAY)
    assert lake.read(Article, DAY) == [article(3), article(4)]
    lake.replace(Article, [], DAY)
    assert lake.read(Article, DAY) == []


def test_compaction_changes_nothing_but_the_number_of_files(lake):
    for status in ("started", "partial", "complete"):
        lake.append(Run, [run(status=status), run(run_id=f"other-{status}")], RUN)
    before = lake.read(Run, RUN)
    assert lake.compact(Run, RUN) is not None
    assert lake.read(Run, RUN) == before
    assert len(lake.parts(Run, RUN)) == 1
    assert lake.compact(Run, RUN) is None
    lake.append(Run, [run(status="cancelled")], RUN)
    assert next(row.status for row in lake.read(Run, RUN) if row.run_id == RUN) == "cancelled"


@pytest.mark.parametrize("action", ["compact", "replace"])
def test_dying_between_writing_and_removing_loses_and_revives_nothing(lake, monkeypatch, action):
    for number in range(3):
        lake.append(Article, [article(number)], DAY)
    monkeypatch.setattr(lake_module.Path, "unlink", _die_at_parts(lake_module.Path.unlink))
    with pytest.raises(KeyboardInterrupt):
        lake.compact(Article, DAY) if action == "compact" else lake.replace(Article, [article(9)], DAY)
    monkeypatch.undo()
    expected = [article(0), article(1), article(2)] if action == "compact" else [article(9)]
    assert lake.read(Article, DAY) == expected
    lake.append(Article, [article(5)], DAY)
    lake.compact(Article, DAY)
    lake.compact(Article, DAY)
    assert lake.read(Article, DAY) == [*expected, article(5)]


def _die_at_parts(unlink):
    def die(path, **options):
        if path.name.startswith("part-"):
            raise KeyboardInterrupt
        unlink(path, **options)

    return die


def _write(root: str, who: int, count: int) -> None:
    lake = Lake.open(lake_module.Path(root))
    for number in range(count):
        lake.append(Verdict, [verdict(number, check=f"writer-{who}", reason=str(number))], RUN)


def _compact(root: str, stop: object) -> None:
    lake = Lake.open(lake_module.Path(root))
    while not stop.is_set():  # type: ignore[attr-defined]
        lake.compact(Verdict, RUN)
        time.sleep(0.03)


@pytest.mark.slow
def test_writers_a_compactor_and_a_reader_at_once_lose_nothing(lake):
    """Rows only ever grow in number for a reader, whatever processes do, and in the end all of them are there."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    writers = [context.Process(target=_write, args=(str(lake.root), who, 15)) for who in range(3)]
    compactor = context.Process(target=_compact, args=(str(lake.root), stop))
    for process in [*writers, compactor]:
        process.start()
    counts = []
    while any(writer.is_alive() for writer in writers):
        counts.append(len(lake.read(Verdict, RUN)))
    stop.set()
    for process in [*writers, compactor]:
        process.join(30)
        assert process.exitcode == 0
    assert counts == sorted(counts)
    rows = lake.read(Verdict, RUN)
    assert {(row.check, row.reason) for row in rows} == {(f"writer-{who}", str(n)) for who in range(3) for n in range(15)}
    assert lake.damaged == []


def test_a_reader_that_meets_a_vanished_part_lists_again(lake, monkeypatch):
    for number in range(3):
        lake.append(Article, [article(number)], DAY)
    original, done = Lake.parts, []

    def stale(self, kind, partition):
        listed = original(self, kind, partition)
        if not done:
            done.append(True)
            Lake.open(self.root).compact(kind, partition)
        return listed

    monkeypatch.setattr(Lake, "parts", stale)
    assert lake.read(Article, DAY) == [article(0), article(1), article(2)]


def test_appending_works_while_the_caller_holds_the_partition_s_lock(lake):
    with lake.lock(Run, RUN, seconds=1):
        lake.append(Run, [run()], RUN)
        lake.replace(Run, [run(status="complete")], RUN)
    assert [row.status for row in lake.read(Run, RUN)] == ["complete"]


def test_a_damaged_part_is_named_set_aside_and_the_others_still_count(lake):
    lake.append(Article, [article(1)], DAY)
    path = lake.append(Article, [article(2)], DAY)
    lake.append(Article, [article(3)], DAY)
    path.write_bytes(path.read_bytes()[:200])
    assert lake.read(Article, DAY) == [article(1), article(3)]
    assert lake.damaged == [path.with_name(path.name + ".damaged")]
    assert lake.damaged[0].exists() and not path.exists()
    assert Lake.open(lake.root).read(Article, DAY) == [article(1), article(3)]


def test_a_part_of_a_later_okbench_is_refused_by_name(lake):
    path = lake.append(Article, [article(1)], DAY)
    table = to_table(Article, [article(2)])
    newer = table.replace_schema_metadata({**table.schema.metadata, b"okbench.version": b"99"})
    pq.write_table(newer, path.with_name("part-99999999999999999999-new.parquet"))
    with pytest.raises(NewerLake, match=r"part-99999.*version 99 of table articles.*Update okbench"):
        lake.read(Article, DAY)


def test_a_foreign_file_is_named(lake):
    path = lake.append(Article, [article(1)], DAY)
    pq.write_table(pa.table({"a": [1]}), path.with_name("part-0.parquet"))
    with pytest.raises(SchemaMismatch, match=r"part-0\.parquet.*column is missing"):
        lake.read(Article, DAY)


def test_days_written_before_a_column_was_added_read_together(lake):
    path = lake.append(Article, [article(1)], DAY)
    old = to_table(Article, [article(2)]).drop_columns(["modified"])
    pq.write_table(old, path.with_name("part-0.parquet"))
    assert lake.read(Article, DAY) == [article(2), article(1)]


def test_a_lake_of_a_later_okbench_is_refused(tmp_path):
    (tmp_path / "lake.json").write_text('{"version": 2}')
    with pytest.raises(NewerLake, match=r"this lake has version 2, this okbench knows 1"):
        Lake.open(tmp_path)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"version": "new"}', "\x80"])
def test_a_broken_marker_is_named_with_the_way_to_restore_it(tmp_path, content):
    (tmp_path / "lake.json").write_bytes(content.encode("latin-1"))
    with pytest.raises(DamagedFile, match=r"lake\.json.*Restore"):
        Lake.open(tmp_path)


def test_opening_again_keeps_the_lake_s_identity(tmp_path):
    first = Lake.open(tmp_path / "one")
    assert len(first.identity) == 16
    assert Lake.open(tmp_path / "one").identity == first.identity != Lake.open(tmp_path / "two").identity
    (tmp_path / "two" / "lake.json").write_text(json.dumps({"version": 1}))
    assert Lake.open(tmp_path / "two").identity == ""


def test_a_place_that_cannot_hold_a_lake(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable, match="OKBENCH_LAKE"):
        Lake.open(tmp_path / "file" / "lake")


def test_writability_is_found_out_beforehand(lake):
    lake.check_writable()
    assert sorted(p.name for p in lake.root.iterdir()) == ["lake.json"]
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(StoreUnusable, match="no space left"):
            lake.check_writable()
        with pytest.raises(StoreUnusable, match="no space left"):
            lake.append(Article, [article(n) for n in range(50)], DAY)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert lake.partitions(Article) == []
    lake.append(Article, [article(1)], DAY)  # and goes on once there is room


def test_single_files_outside_the_lake(tmp_path):
    write_parquet(Article, [article(1)], tmp_path / "x.parquet")
    assert read_parquet(Article, tmp_path / "x.parquet") == [article(1)]
    (tmp_path / "y.parquet").write_bytes(b"PAR1")
    for name in ("y", "z"):
        with pytest.raises(DamagedFile, match=rf"{name}\.parquet: .*okbench doctor --repair.*imported again"):
            read_parquet(Article, tmp_path / f"{name}.parquet")


def test_a_run_s_worth_of_rows_takes_well_under_a_second(lake):
    rows = [verdict(number, check=f"check-{check}") for number in range(500) for check in range(10)]
    start = time.process_time()
    lake.append(Verdict, rows, RUN)
    assert len(lake.read(Verdict, RUN)) == 5000
    assert time.process_time() - start < 2
    assert lake.read(Verdict, RUN)[7] == replace(rows[7])
