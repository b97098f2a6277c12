"""A lake that an okbench of November 2026 (version 0.1.0, before judges, events and annotations) wrote is read, verified, queried and added to as it is.

``old_lake`` is the sample newspaper's demo, kept as files. Never write it anew: it is here to stay old.
"""

import shutil
from pathlib import Path

import pytest

from storage.catalog import Catalog
from storage.inspection import inspect_lake
from storage.lake import Lake
from storage.named_queries import named_queries
from storage.releases import ReleaseStore
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.news import Article
from storage.schemas.tables import KINDS


@pytest.fixture
def lake(tmp_path):
    shutil.copytree(Path(__file__).parent / "old_lake", tmp_path / "lake")
    return Lake.open(tmp_path / "lake")


def test_every_file_and_release_is_sound_under_todays_records(lake):
    assert [str(finding) for finding in inspect_lake(lake)] == []
    store = ReleaseStore(lake)
    (manifest,) = store.list()
    assert store.verify(manifest.release_id).problems == ()
    assert str(store.load(manifest.release_id).signature).startswith("okbench|news:")


def test_columns_that_came_later_have_their_defaults(lake):
    for kind in KINDS.values():
        for partition in lake.partitions(kind):
            assert lake.read(kind, partition), f"{kind.TABLE} {partition}"
    (release,) = lake.partitions(Evaluation)
    old = lake.read(Evaluation, release)
    assert len(old) == 4
    assert sum(len(lake.read(Answer, name)) for name in lake.partitions(Answer)) == sum(one.questions for one in old)


def test_every_stored_query_that_needs_no_parameter_answers(lake):
    with Catalog(lake) as catalog:
        for query in named_queries():
            try:
                sql = query.fill({})
            except Exception:  # it needs a parameter
                continue
            assert catalog.query(query.sql, sql or None) is not None, query.name
        assert catalog.query("SELECT count(*) AS n FROM releases").to_pylist() == [{"n": 1}]


def test_todays_rows_join_the_old_ones(lake):
    (day,) = lake.partitions(Article)
    old = lake.read(Article, day)
    lake.append(Article, old[:2], day)
    assert lake.compact(Article, day) is not None
    assert sorted(lake.read(Article, day), key=lambda a: a.version_id) == sorted(old, key=lambda a: a.version_id)
