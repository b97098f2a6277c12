"""Counts that add up."""

from dataclasses import replace

from made_pages import article, entry

from tasks.ingest.funnel import funnel_rows


def test_kept_and_dropped_add_up_in_each_stage_and_an_unread_entry_is_counted() -> None:
    rows = [entry(f"https://lantern.example/{n}") for n in range(5)]
    entries = [
        replace(rows[0], fate="kept"),
        replace(rows[1], fate="kept"),
        replace(rows[2], fate="dropped", reason="paywall"),
        replace(rows[3], fate="dropped", reason="paywall"),
        rows[4],
    ]
    articles = [
        replace(article("https://lantern.example/0"), cluster_head=True),
        replace(article("https://lantern.example/1"), cluster_head=False),
        replace(article("https://lantern.example/2"), cluster_head=True, kind="live_blog"),
    ]
    counts = {(row.stage, row.outcome, row.reason): row.count for row in funnel_rows("r", entries, articles, {articles[0].version_id})}
    assert counts == {
        ("entries", "kept", ""): 2,
        ("entries", "dropped", "paywall"): 2,
        ("entries", "dropped", "not_read"): 1,
        ("articles", "kept", ""): 1,
        ("articles", "dropped", "near_copy"): 1,
        ("articles", "dropped", "live_blog"): 1,
    }
