"""Records as Arrow tables: explicit types, old and new columns, and errors that name what does not fit."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.schemas.arrow import arrow_schema, conform, from_table, last_of_each_key, to_table
from storage.schemas.errors import NewerLake, SchemaMismatch
from storage.schemas.tables import KINDS
from tests.release_rows import article, candidate, question, verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Old:
    """A record as it once was."""

    TABLE: ClassVar[str] = "things"
    KEY: ClassVar[tuple[str, ...]] = ("thing",)
    VERSION: ClassVar[int] = 1

    thing: str
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class New:
    """The same record, two columns later."""

    TABLE: ClassVar[str] = "things"
    KEY: ClassVar[tuple[str, ...]] = ("thing",)
    VERSION: ClassVar[int] = 2

    thing: str
    error: str | None
    cost: float | None = None
    tags: tuple[str, ...] = ("none",)


def test_rows_come_back_as_they_went_in():
    rows = [article(1), article(2, modified=datetime(2026, 11, 30, 5, 4, 3, 21, tzinfo=UTC), authors=(), title="Tiếng Việt 東京 \u2028")]
    assert from_table(type(rows[0]), to_table(type(rows[0]), rows)) == rows


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.lists(st.text(st.characters(exclude_categories=["Cs"]))))))
def test_any_text_survives(texts):
    rows = [candidate(i, raw=text, choices=tuple(choices)) for i, (text, choices) in enumerate(texts)]
    assert from_table(type(candidate()), to_table(type(candidate()), rows)) == rows


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_record_has_a_schema_with_its_name_version_and_key(kind):
    schema = arrow_schema(kind)
    assert schema.metadata == {b"okbench.table": kind.TABLE.encode(), b"okbench.version": str(kind.VERSION).encode()}
    assert kind.KEY and set(kind.KEY) <= set(schema.names)
    assert not any(schema.field(name).nullable for name in kind.KEY)


def test_a_column_that_is_empty_all_day_keeps_its_type():
    quiet = to_table(Old, [Old(thing="a", error=None)])
    assert quiet.schema.field("error").type == pa.string()
    both = pa.concat_tables([quiet, to_table(Old, [Old(thing="b", error="timeout")])])
    assert [row.error for row in from_table(Old, both)] == [None, "timeout"]


def test_an_older_file_with_a_column_of_type_null_is_readable():
    table = pa.table({"thing": ["a"], "error": pa.nulls(1)})
    assert from_table(Old, table) == [Old(thing="a", error=None)]


def test_a_column_added_later_reads_as_null_or_its_default_in_old_rows():
    assert from_table(New, to_table(Old, [Old(thing="a", error="x")])) == [New(thing="a", error="x", cost=None, tags=("none",))]


def test_a_table_of_a_later_version_is_refused_with_both_versions():
    with pytest.raises(NewerLake, match=r"version 2 of table things.*up to 1"):
        from_table(Old, to_table(New, [New(thing="a", error=None)]))


def test_a_missing_column_without_default_is_named():
    with pytest.raises(SchemaMismatch, match=r"things\.error|things\.thing"):
        conform(Old, pa.table({"error": ["x"]}))


def test_a_wrong_type_is_named():
    with pytest.raises(SchemaMismatch, match=r"questions\.key_index"):
        conform(type(question()), to_table(type(question()), [question()]).set_column(11, "key_index", pa.array(["first"])))


@pytest.mark.parametrize(
    ("change", "what"), [({"reason": None}, "empty value"), ({"reason": "\ud800"}, "surrogates"), ({"passed": "yes"}, "")]
)
def test_a_row_that_does_not_fit_is_named_by_table_column_and_key(change, what):
    with pytest.raises(SchemaMismatch) as caught:
        to_table(type(verdict()), [verdict(1), verdict(2, **change)])
    assert what in str(caught.value)
    assert f"verdicts.{next(iter(change))}" in str(caught.value)
    assert "question_id='q002'" in str(caught.value)


def test_files_written_by_other_tools_are_readable(tmp_path):
    rows = [question(1), question(2)]
    pq.write_table(to_table(type(rows[0]), rows).replace_schema_metadata(None), tmp_path / "plain.parquet", store_schema=False)
    duckdb.sql(f"COPY (SELECT * FROM '{tmp_path}/plain.parquet') TO '{tmp_path}/duck.parquet'")
    for name in ("plain", "duck"):
        assert from_table(type(rows[0]), pq.ParquetFile(tmp_path / f"{name}.parquet").read()) == rows


def test_the_last_row_of_a_key_holds():
    first, second = verdict(1, reason="first"), verdict(1, reason="second")
    assert last_of_each_key(type(first), [first, verdict(2), second]) == [second, verdict(2)]
    assert last_of_each_key(type(first), [replace(first, judge="x"), first]) == [replace(first, judge="x"), first]
