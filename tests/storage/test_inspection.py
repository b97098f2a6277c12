"""Looking a lake over: every fault named, nothing touched."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from storage.inspection import inspect_lake
from storage.schemas.arrow import to_table
from storage.schemas.news import Article
from storage.schemas.questions import Verdict
from tests.release_rows import DAY, RUN, article


def kinds(lake):
    return sorted((finding.kind, finding.table, finding.partition) for finding in inspect_lake(lake))


def test_a_sound_lake_has_no_findings(lake, release):
    assert inspect_lake(lake) == []


def test_an_empty_lake_has_none_either(lake):
    assert inspect_lake(lake) == []


@pytest.mark.parametrize("percent", [1, 50, 97])
def test_damage_anywhere_in_a_part_is_found_and_the_part_left_where_it_is(lake, release, change, percent):
    path = lake.parts(Article, DAY)[0]
    change(path, percent)
    assert kinds(lake) == [("damaged", "articles", DAY)]
    assert path.exists()
    assert str(path) in str(inspect_lake(lake)[0])


def test_parts_set_aside_before_are_remembered(lake, release):
    path = lake.parts(Verdict, RUN)[0]
    path.write_bytes(b"")
    lake.read(Verdict, RUN)
    assert kinds(lake) == [("set_aside", "verdicts", RUN)]


def test_foreign_and_later_files_are_told_from_damaged_ones(lake, release):
    folder = lake.folder(Article, DAY)
    pq.write_table(pa.table({"x": [1]}), folder / "part-0.parquet")
    table = to_table(Article, [article(9)])
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, b"okbench.version": b"9"}), folder / "part-1.parquet")
    assert kinds(lake) == [("foreign", "articles", DAY), ("newer", "articles", DAY)]


def test_a_changed_release_is_found(lake, release, change):
    change(release.folder / "candidates.parquet", 40)
    findings = inspect_lake(lake)
    assert {finding.kind for finding in findings} == {"release"}
    assert {finding.path for finding in findings} == {release.folder}
    assert "candidates.parquet" in findings[0].what


def test_a_release_of_a_later_okbench_and_a_folder_without_manifest(lake, release):
    (release.folder / "manifest.json").write_text('{"manifest_version": 9}')
    (lake.root / "releases" / "empty").mkdir()
    whats = [finding.what for finding in inspect_lake(lake)]
    assert any("manifest version 9" in what for what in whats) and any("manifest is missing" in what for what in whats)


def test_what_a_killed_process_left_is_found_once_it_is_old(lake, release):
    import os

    path = lake.folder(Article, DAY) / ".part.123.0a1b2c3d.tmp"
    path.write_bytes(b"half")
    assert kinds(lake) == []
    os.utime(path, (0, 0))
    assert kinds(lake) == [("leftover", "", "")]
