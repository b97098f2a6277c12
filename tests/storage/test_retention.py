"""Old days go as whole partitions, releases and young days stay, and joining parts changes no row."""

from datetime import date

import pytest
from sample_articles import make_article

from storage.journal import Journal
from storage.lake import Lake
from storage.retention import LEAST_DAYS, compact_all, old_partitions, prune
from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import FunnelRow, Run

TODAY = date(2026, 11, 30)


@pytest.fixture
def lake(tmp_path):
    lake = Lake.open(tmp_path / "lake")
    for day in ("2026-08-01", "2026-08-31", "2026-09-02", "2026-11-29"):
        lake.append(Article, [make_article("Some words of news.", url=f"https://a.example/{day}")], day)
    (lake.root / "releases" / "news-2026-08-01-daily").mkdir(parents=True)
    (lake.root / "releases" / "news-2026-08-01-daily" / "articles.parquet").write_bytes(b"a release is a thing of its own")
    return lake


def old(lake, days=90, **more):
    return old_partitions(lake, older_than_days=days, today=TODAY, **more)


def test_only_days_further_back_than_the_edge_go_and_releases_stay(lake):
    found = old(lake)
    assert [one.partition for one in found] == ["2026-08-01", "2026-08-31"]
    assert prune(found) > 0
    assert lake.partitions(Article) == ["2026-09-02", "2026-11-29"]
    assert lake.read(Article, "2026-08-01") == []
    assert (lake.root / "releases" / "news-2026-08-01-daily" / "articles.parquet").exists()
    assert old(lake) == []


def test_runs_and_funnels_are_kept_for_ever(lake):
    with pytest.raises(BadInput, match="not pruned"):
        old(lake, tables=["runs"])
    assert {Run.TABLE, FunnelRow.TABLE}.isdisjoint({one.table for one in old(lake)})


def test_fewer_days_than_duplicate_checks_look_back_are_refused(lake):
    with pytest.raises(BadInput, match=str(LEAST_DAYS)):
        old(lake, days=LEAST_DAYS - 1)


def test_a_partition_that_somebody_may_be_writing_stays(lake):
    journal = Journal(lake.folder(Article, "2026-08-01"))
    journal.append(make_article("More words.", url="https://a.example/j"))
    assert [one.partition for one in old(lake)] == ["2026-08-31"]
    journal.close()


def test_joining_parts_changes_no_row(lake):
    for number in range(4):
        lake.append(Article, [make_article(f"Words of part {number}.", url=f"https://a.example/p{number}")], "2026-11-29")
    before = {article.article_id for article in lake.read(Article, "2026-11-29")}
    assert compact_all(lake) == [("articles", "2026-11-29", 5)]
    assert len(lake.parts(Article, "2026-11-29")) == 1
    assert {article.article_id for article in lake.read(Article, "2026-11-29")} == before
    assert compact_all(lake) == []


def test_the_catalog_answers_right_after_pruning(lake):
    from storage.catalog import Catalog

    with Catalog(lake) as catalog:
        assert catalog.query("SELECT count(*) AS n FROM articles").to_pylist() == [{"n": 4}]
        prune(old(lake))
        assert catalog.query("SELECT count(*) AS n FROM articles").to_pylist() == [{"n": 2}]
