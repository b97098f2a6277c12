"""The day's snapshot: finished, counted, loaded again."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from made_pages import WINDOW, article, entry, prose

from storage.lake import Lake
from storage.schemas.news import Article, Entry
from storage.schemas.questions import FunnelRow
from tasks.ingest.known import KnownArticles
from tasks.ingest.page_options import PageOptions
from tasks.ingest.snapshot import Snapshot, finish_snapshot, load_articles

DAY = WINDOW.day


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path / "lake")


def put(lake: Lake, *articles: Article, run: str = "run-1") -> None:
    """Store articles of one day with a kept entry for each, as a batch does."""
    for row in articles:
        lake.append(Article, [replace(row, run_id=run)], row.day)
        kept = entry(row.url, row.title, run_id=run, fate="kept", article_id=row.article_id, version_id=row.version_id)
        lake.append(Entry, [kept], run)


def at(number: int, **changes: object) -> Article:
    return article(f"https://o{number}.example/s", prose(number, 20), outlet=f"o{number}", **changes)


async def finish(lake: Lake, run: str = "run-1", options: PageOptions | None = None) -> Snapshot:
    return await finish_snapshot(lake, run_id=run, window=WINDOW, options=options)


async def test_finishing_clusters_counts_and_joins_the_parts(lake: Lake) -> None:
    copy = article("https://copy.example/s", prose(1, 20), outlet="copy")
    put(lake, at(1), at(2), copy, at(3, kind="live_blog"))
    lake.append(Entry, [entry("https://x.example/p", fate="dropped", reason="paywall"), entry("https://x.example/q")], "run-1")
    found = await finish(lake)
    assert len(lake.parts(Article, DAY)) == len(lake.parts(Entry, "run-1")) == 1
    assert len({row.cluster_id for row in found.articles}) == 3
    assert len(found.for_questions()) == 2
    assert len(found.for_questions(live_blogs=True)) == 3
    counts = {(row.stage, row.outcome, row.reason): row.count for row in found.funnel}
    assert counts == {
        ("entries", "kept", ""): 4,
        ("entries", "dropped", "paywall"): 1,
        ("entries", "dropped", "not_read"): 1,
        ("articles", "kept", ""): 2,
        ("articles", "dropped", "near_copy"): 1,
        ("articles", "dropped", "live_blog"): 1,
    }
    loaded = Snapshot.load(lake, DAY)
    assert loaded.articles == found.articles
    assert {row.entry_id for row in loaded.entries} == {row.entry_id for row in found.entries}
    assert {(row.stage, row.outcome, row.reason): row.count for row in loaded.funnel} == counts


async def test_the_funnel_of_live_blogs_follows_the_option(lake: Lake) -> None:
    put(lake, at(3, kind="live_blog"))
    found = await finish(lake, options=PageOptions(live_blog_questions=True))
    assert [(row.stage, row.outcome) for row in found.funnel] == [("articles", "kept"), ("entries", "kept")]


async def test_finishing_again_changes_nothing_and_takes_new_articles_in(lake: Lake) -> None:
    put(lake, at(1))
    first = await finish(lake)
    assert (await finish(lake)).articles == first.articles
    put(lake, article("https://copy.example/s", prose(1, 20), outlet="copy"), at(2), run="run-2")
    second = await finish(lake, "run-2")
    assert len(second.articles) == 3
    by_url = {row.url: row for row in second.articles}
    assert by_url["https://copy.example/s"].cluster_id == by_url[at(1).url].cluster_id == first.articles[0].cluster_id
    assert {row.count for row in second.funnel if row.stage == "entries"} == {2}


async def test_a_count_that_is_no_more_becomes_a_zero_and_other_stages_counts_stay(lake: Lake) -> None:
    put(lake, at(1))
    waiting = entry("https://x.example/q")
    lake.append(Entry, [waiting], "run-1")
    lake.append(FunnelRow, [FunnelRow(run_id="run-1", stage="candidates", outcome="kept", reason="", count=5)], "run-1")
    await finish(lake)
    lake.append(Entry, [replace(waiting, fate="dropped", reason="paywall")], "run-1")
    await finish(lake)
    stored = {(row.stage, row.reason): row.count for row in lake.read(FunnelRow, "run-1")}
    assert stored[("entries", "not_read")] == 0
    assert stored[("entries", "paywall")] == 1
    assert stored[("candidates", "")] == 5
    assert all(row.count for row in Snapshot.load(lake, DAY).funnel)


async def test_a_template_that_several_batches_stored_is_taken_out_and_counted(lake: Lake) -> None:
    notice = "We are sorry. What you were looking for has moved to another place, or it was never here at all. " * 4
    rows = [
        article(f"https://lantern.example/{n}", notice, title=title) for n, title in enumerate(("Northern quay opens", "Garden planted"))
    ]
    put(lake, *rows, at(1))
    found = await finish(lake)
    assert [row.url for row in found.articles] == [at(1).url]
    assert sorted(row.reason for row in found.entries) == ["", "template_page", "template_page"]
    assert {(row.stage, row.outcome, row.reason): row.count for row in found.funnel if row.stage == "entries"} == {
        ("entries", "kept", ""): 1,
        ("entries", "dropped", "template_page"): 2,
    }
    # The next run of the day neither takes it for stored nor asks for it again.
    known = KnownArticles.load(lake, window=WINDOW, run_id="run-2", options=PageOptions())
    again = entry(rows[0].url, rows[0].title)
    assert known.stored_today(again) is None
    assert (known.settled(again) or again).reason == "template_page"


async def test_copies_of_earlier_days_are_found_and_versions_of_long_ago_keep_their_cluster(lake: Lake) -> None:
    put(lake, at(1, day="2026-11-29"), at(2, day="2026-11-22"), run="run-0")
    await finish_snapshot(lake, run_id="run-0", window=replace(WINDOW, moment=WINDOW.moment.replace(day=29)))
    await finish_snapshot(lake, run_id="run-0", window=replace(WINDOW, moment=WINDOW.moment.replace(day=22)))
    old = {row.url: row.cluster_id for row in load_articles(lake, ["2026-11-29", "2026-11-22"])}
    copy = article("https://copy.example/s", prose(1, 20), outlet="copy")
    update = replace(at(2), version_id="v2", version=2, body=prose(7, 20), body_digest="d2")
    put(lake, copy, update)
    found = {row.url: row for row in (await finish(lake)).articles}
    assert (found[copy.url].cluster_id, found[copy.url].cluster_head) == (old[at(1).url], False)
    assert (found[update.url].cluster_id, found[update.url].cluster_head) == (old[at(2).url], True)


async def test_several_days_are_loaded_with_latest_or_all_versions(lake: Lake) -> None:
    first = at(1, day="2026-11-29")
    second = replace(first, version_id="v2", version=2, day=DAY, body_digest="d2")
    put(lake, first, second, at(2))
    assert [row.version for row in load_articles(lake, [DAY, "2026-11-29"]) if row.article_id == first.article_id] == [2]
    assert [row.version for row in load_articles(lake, ["2026-11-29", DAY], versions="all") if row.article_id == first.article_id] == [1, 2]
    assert [row.version for row in load_articles(lake, ["2026-11-29"])] == [1]
    assert load_articles(lake, ["2026-01-01"]) == []


async def test_a_day_that_is_not_finished_can_be_read_each_article_for_itself(lake: Lake) -> None:
    put(lake, at(1), at(2))
    found = load_articles(lake, [DAY])
    assert all(row.cluster_head for row in found)
    assert len({row.cluster_id for row in found}) == 2


async def test_a_day_without_a_snapshot_is_empty(lake: Lake) -> None:
    found = Snapshot.load(lake, "2026-01-01")
    assert (found.articles, found.entries, found.funnel) == ([], [], [])


async def test_two_runs_that_store_and_finish_at_once_lose_nothing(lake: Lake) -> None:
    async def one_run(name: str, numbers: range) -> Snapshot:
        for number in numbers:
            await asyncio.to_thread(put, lake, at(number), run=name)
        return await finish(lake, name)

    await asyncio.gather(one_run("run-a", range(0, 12)), one_run("run-b", range(6, 18)))
    found = load_articles(lake, [DAY])
    assert len(found) == 18
    assert len({row.cluster_id for row in found}) == 18
    assert all(row.cluster_head for row in found)
