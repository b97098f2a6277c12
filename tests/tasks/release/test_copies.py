"""Copies of a release as Parquet or JSON lines: equal in content, checked when read."""

import json
from dataclasses import replace

import orjson
import pyarrow.parquet as pq
import pytest

from storage.manifest import read_manifest
from storage.release_files import TABLES
from storage.schemas.arrow import from_table
from storage.schemas.errors import DamagedFile, DigestMismatch, NewerLake
from tasks.release.copies import Copy, read_copy, write_copy


@pytest.fixture
def copy(release):
    return Copy(manifest=release.manifest, tables={name: release.table(name) for name in TABLES}, withheld={})


@pytest.fixture
def target(tmp_path):
    (tmp_path / "copy").mkdir()
    return tmp_path / "copy"


@pytest.fixture(params=["parquet", "jsonl"])
def folder(copy, target, request):
    write_copy(target, copy, request.param)
    return target


def test_a_copy_reads_back_with_equal_rows(folder, release):
    found = read_copy(folder)
    assert found.manifest.signature == release.signature
    assert {n: from_table(k, found.tables[n]) for n, k in TABLES.items()} == {n: from_table(k, release.table(n)) for n,
        k in TABLES.items()}
    assert (folder / "README.md").exists()


def _change(path, old, new):
    data = path.read_bytes()
    assert data.count(old) >= 1
    path.write_bytes(data.replace(old, new, 1))


def test_a_changed_label_is_refused(copy, target):
    write_copy(target, copy, "jsonl")
    _change(target / "questions.jsonl", b'"key":"40 passengers"', b'"key":"41 passengers"')
    with pytest.raises(DigestMismatch, match=r"questions\.jsonl: its rows are not what the signature says"):
        read_copy(target)


def test_a_changed_row_is_named_where_the_copy_can_tell(copy, target, release):
    write_copy(target, copy, "parquet")
    table = pq.ParquetFile(target / "questions.parquet").read()
    pq.write_table(table.slice(1), target / "questions.parquet")
    with pytest.raises(DigestMismatch, match=f"row {release.questions[0].question_id}: it is missing"):
        read_copy(target)


def test_json_lines_in_another_order_and_format_are_the_same(copy, target):
    write_copy(target, copy, "jsonl")
    path = target / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("\n\n".join(json.dumps(row, sort_keys=True) for row in reversed(rows)))
    read_copy(target)


def test_an_edited_card_or_an_extra_file_does_no_harm(folder):
    (folder / "README.md").write_text("Mine")
    (folder / ".gitattributes").write_text("*.parquet filter=lfs")
    read_copy(folder)


@pytest.mark.parametrize("line", [b"{not json", b"[1, 2]", b'{"question_id": "q"', b"\xff\xfe"])
def test_a_broken_line_is_named_by_its_number(copy, target, line):
    write_copy(target, copy, "jsonl")
    data = (target / "verdicts.jsonl").read_bytes().splitlines()
    (target / "verdicts.jsonl").write_bytes(b"\n".join([*data[:2], line, *data[2:]]))
    with pytest.raises(DamagedFile, match=r"verdicts\.jsonl:3"):
        read_copy(target)


@pytest.mark.parametrize(("column", "value"), [("published", "yesterday"), ("word_count", "many"), ("authors", 5), ("word_count",
    10**30)])
def test_a_value_of_the_wrong_type_is_named_by_its_column(copy, target, column, value):
    write_copy(target, copy, "jsonl")
    path = target / "articles.jsonl"
    rows = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    path.write_text("\n".join(json.dumps(row | {column: value}) for row in rows))
    with pytest.raises(DamagedFile, match=f"column {column}"):
        read_copy(target)


@pytest.mark.parametrize("name", ["questions", "verdicts"])
def test_a_missing_table_is_named(folder, name):
    for path in folder.glob(f"{name}.*"):
        path.unlink()
    with pytest.raises(DamagedFile, match=f"{name}.*missing"):
        read_copy(folder)


def test_a_table_of_a_later_okbench_is_refused(copy, target):
    write_copy(target, copy, "parquet")
    table = pq.ParquetFile(target / "questions.parquet").read()
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, b"okbench.version": b"7"}), target / "questions.parquet")
    with pytest.raises(NewerLake, match="version 7 of table questions"):
        read_copy(target)


def test_the_manifest_of_a_copy_covers_its_own_files(folder):
    manifest = read_manifest(folder)
    assert set(manifest.files) == {path.name for path in folder.iterdir()} - {"manifest.json"}


def test_digests_that_do_not_add_up_are_refused(copy, target):
    forged = replace(copy, manifest=replace(copy.manifest, content_digest="0" * 64))
    write_copy(target, forged, "jsonl")
    with pytest.raises(DigestMismatch, match="do not add up"):
        read_copy(target)
