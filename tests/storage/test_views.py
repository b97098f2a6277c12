"""Views over the lake's Parquet: typed when empty, tolerant of older columns, one row for each key."""

from dataclasses import dataclass, fields
from typing import ClassVar

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from storage.schemas.tables import KINDS
from storage.views import Source, release_view_sql, view_sql


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A record with every kind of column."""

    TABLE: ClassVar[str] = "things"
    KEY: ClassVar[tuple[str, ...]] = ("name",)
    VERSION: ClassVar[int] = 1

    name: str
    note: str | None
    tags: tuple[str, ...] = ("it's", "new")
    size: int = 7
    share: float = 0.5
    good: bool = True


def write(path, **columns):
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


def source(*paths, **options):
    parts: dict[str, list] = {}
    for path in paths:
        parts.setdefault(str(path.parent), []).append(path)
    columns = {path: tuple((f.name, str(f.type)) for f in pq.read_schema(path)) for path in paths}
    return Source(parts, columns, **options)


def rows(sql):
    return duckdb.sql(sql + " ORDER BY ALL").fetchall()


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_an_empty_table_has_all_its_columns(kind):
    relation = duckdb.sql(view_sql(kind, Source({}, {})))
    assert relation.columns == [field.name for field in fields(kind)]
    assert relation.fetchall() == []
    assert duckdb.sql(release_view_sql(kind, [], {})).columns[0] == "release_id"


def test_columns_that_an_older_file_lacks_show_as_null_or_their_default(tmp_path):
    old = write(tmp_path / "p" / "part-1.parquet", name=["a"])
    assert rows(view_sql(Thing, source(old))) == [("a", None, ["it's", "new"], 7, 0.5, True)]


def test_files_of_different_columns_read_together(tmp_path):
    old = write(tmp_path / "p" / "part-1.parquet", name=["a"], note=pa.nulls(1))
    new = write(tmp_path / "q" / "part-1.parquet", note=["timeout"], size=[1], name=["b"])
    assert [row[:4] for row in rows(view_sql(Thing, source(old, new)))] == [("a", None, ["it's", "new"], 7), ("b", "timeout",
        ["it's", "new"], 1)]


def test_the_last_row_of_a_key_in_a_partition_holds(tmp_path):
    parts = [
        write(tmp_path / "p" / "part-1.parquet", name=["a", "b"], note=["1", "1"]),
        write(tmp_path / "p" / "part-2.parquet", name=["a"], note=["2"]),
        write(tmp_path / "q" / "part-1.parquet", name=["a"], note=["other partition"]),
    ]
    assert [row[:2] for row in rows(view_sql(Thing, source(*parts)))] == [("a", "2"), ("a", "other partition"), ("b", "1")]


def test_rows_of_a_journal_come_last(tmp_path):
    part = write(tmp_path / "p" / "part-9.parquet", name=["a", "b"], note=["old", "old"])
    journal = pa.table({
        "name": ["a", "c"], "note": ["new", "new"], "tags": [["x"], ["x"]], "size": [1, 1], "share": [0.1, 0.1], "good": [False, False],
        "_place": [str(part.parent)] * 2, "_row": [0, 1],
    })  # fmt: skip
    duckdb.register("_journal_things", journal)
    found = rows(view_sql(Thing, source(part, journal="_journal_things", journal_partitions=frozenset({str(part.parent)}))))
    assert [row[:2] for row in found] == [("a", "new"), ("b", "old"), ("c", "new")]


def test_odd_paths_are_quoted(tmp_path):
    part = write(tmp_path / "it's [a] \"lake\"*" / "p" / "part-1.parquet", name=["a"], note=["x"])
    assert len(rows(view_sql(Thing, source(part)))) == 1


def test_rows_of_releases_carry_the_release_s_name(tmp_path):
    paths = [write(tmp_path / name / "things.parquet", name=["a"], note=["x"]) for name in ("r1", "r2")]
    found = rows(release_view_sql(Thing, paths, source(*paths).columns))
    assert [row[:2] for row in found] == [("r1", "a"), ("r2", "a")]
