"""Which articles of a day's snapshot a run asks about."""

import pytest
from made_pages import article, entry

from flows.news_ingest import Ingested
from tasks.ingest.snapshot import Snapshot


@pytest.mark.parametrize(("live_blogs", "asked"), [(False, ["bridge"]), (True, ["bridge", "live"])])
def test_live_blogs_get_questions_only_where_the_settings_say_so(live_blogs, asked):
    articles = [article(article_id="bridge", cluster_head=True), article(article_id="live", kind="live_blog", cluster_head=True)]
    entries = [entry(f"https://a.example/{a.article_id}", fate="kept", article_id=a.article_id) for a in articles]
    day = Ingested([], Snapshot(day="2026-11-30", articles=articles, entries=entries, funnel=[]), live_blogs)
    assert [a.article_id for a in day.askable] == asked
    assert day.not_askable.total() == 0
