"""Rows that are safe one at a time: seen at once, kept when their writer dies, taken into parts later."""

import os
from dataclasses import replace
from datetime import UTC, datetime

from storage.catalog import Catalog
from storage.journal import Journal, journals
from storage.journaled import read_journaled, take_in
from storage.lake import Lake
from storage.schemas.annotations import Annotation

ROW = Annotation(
    study_id="s", annotator="A1", item_id="q1", step="quality", decision="passes", comment="", revision=1, noted=datetime(2026, 11, 30, tzinfo=UTC)
)  # fmt: skip


def test_a_row_is_seen_as_soon_as_it_is_written_also_by_queries(tmp_path):
    lake = Lake.open(tmp_path)
    journal = Journal(lake.folder(Annotation, "s"))
    journal.append(ROW, sync=True)
    assert read_journaled(lake, Annotation, "s") == [ROW]
    with Catalog(lake) as catalog:
        assert catalog.query("SELECT decision FROM annotations").to_pylist() == [{"decision": "passes"}]


def test_the_last_row_of_a_key_holds_over_parts_and_journals(tmp_path):
    lake = Lake.open(tmp_path)
    lake.append(Annotation, [ROW, replace(ROW, item_id="q2")], "s")
    journal = Journal(lake.folder(Annotation, "s"))
    changed = replace(ROW, decision="other", revision=2)
    journal.append(changed)
    assert sorted(read_journaled(lake, Annotation, "s"), key=lambda row: row.item_id) == [changed, replace(ROW, item_id="q2")]


def test_journals_of_writers_that_are_gone_are_taken_in_and_those_of_living_ones_are_not(tmp_path):
    lake = Lake.open(tmp_path)
    folder = lake.folder(Annotation, "s")
    living, gone = Journal(folder), Journal(folder)
    living.append(ROW)
    gone.append(replace(ROW, item_id="q2"))
    gone.close()
    assert take_in(lake, Annotation, "s") == 1
    assert journals(folder) == [living.path]
    assert [row.item_id for row in lake.read(Annotation, "s")] == ["q2"]
    living.close()
    assert take_in(lake, Annotation, "s") == 1
    assert take_in(lake, Annotation, "s") == 0
    assert len(lake.read(Annotation, "s")) == 2


def test_a_torn_last_line_is_not_read_and_the_rows_before_it_are(tmp_path):
    lake = Lake.open(tmp_path)
    journal = Journal(lake.folder(Annotation, "s"))
    journal.append(ROW)
    journal.append(replace(ROW, item_id="q2"))
    journal.close()
    os.truncate(journal.path, journal.path.stat().st_size - 5)
    assert take_in(lake, Annotation, "s") == 1
    assert lake.read(Annotation, "s") == [ROW]
