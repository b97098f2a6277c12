"""Corpora of windows: the right days, one version an article, nothing newer than the questions, gaps said."""

from datetime import timedelta

import pytest

from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from tasks.index.corpora import news_corpus, window_days


def ids(news):
    return [document.doc_id for document in news.corpus.documents]


def test_a_window_ends_with_the_day_of_the_questions(lake, moment):
    assert window_days(moment, 3) == ["2026-11-28", "2026-11-29", "2026-11-30"]
    assert ids(news_corpus(lake, moment=moment, days=1)) == ["a000", "a001", "a002", "a003"]
    assert ids(news_corpus(lake, moment=moment, days=2)) == ["a000", "a001", "a002", "a003", "a004", "a005"]
    assert len(news_corpus(lake, moment=moment, days=10).corpus) == 7


def test_days_are_utc_days_whatever_the_zone_of_the_moment(moment):
    from zoneinfo import ZoneInfo

    assert window_days(moment.astimezone(ZoneInfo("Asia/Tokyo")).replace(hour=23), 1) == ["2026-11-30"]


def test_days_without_a_run_and_days_without_articles_are_told_apart(lake, moment):
    news = news_corpus(lake, moment=moment, days=5)
    assert news.missing_days == ("2026-11-27",)
    assert news.empty_days == ("2026-11-28",)
    assert news.per_day == {"2026-11-26": 1, "2026-11-27": 0, "2026-11-28": 0, "2026-11-29": 2, "2026-11-30": 4}
    assert news.note() == "7 articles of 5 days, 2026-11-26 to 2026-11-30; no run on 2026-11-27; no article on 2026-11-28"


def test_an_empty_lake_is_a_corpus_of_nothing_that_says_so(tmp_path, moment):
    from storage.lake import Lake

    news = news_corpus(Lake.open(tmp_path / "empty"), moment=moment, days=1)
    assert len(news.corpus) == 0
    assert news.note() == "0 articles of 1 day 2026-11-30; no run on 2026-11-30"


def test_nothing_newer_than_the_questions_gets_in(lake, moment, make):
    lake.append(Article, [make(7, published=moment + timedelta(minutes=1))], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=1)
    assert "a007" not in ids(news)
    assert news.newer == 1
    assert "1 newer than the window left out" in news.note()


def test_an_article_that_appears_in_two_days_stands_once(lake, moment, make):
    lake.append(Article, [make(4, days_ago=1)], "2026-11-30")
    assert ids(news_corpus(lake, moment=moment, days=2)).count("a004") == 1


def test_of_several_versions_the_newest_stands(lake, moment, make):
    lake.append(Article, [make(4, version_id="v004b", version=2, body="Corrected text.")], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=2)
    assert news.articles["a004"].version_id == "v004b"
    assert {d.doc_id: d.text for d in news.corpus.documents}["a004"] == "Corrected text."


def test_the_version_that_questions_are_about_holds_over_a_newer_one(lake, moment, make):
    asked_about = make(1)
    lake.append(Article, [make(1, version_id="v001b", version=2, body="Corrected after the questions were made.")], "2026-11-30")
    assert news_corpus(lake, moment=moment, days=1, own=[asked_about]).articles["a001"].version_id == "v001"


def test_a_releases_articles_belong_to_every_window_even_if_dated_a_little_ahead(lake, moment, make):
    ahead = make(8, published=moment + timedelta(minutes=20))
    lake.append(Article, [ahead], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=1, own=[ahead])
    assert "a008" in ids(news)
    assert news.newer == 0


def test_empty_articles_are_left_out_and_counted(lake, moment, make):
    lake.append(Article, [make(9, title="", body=" ")], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=1)
    assert "a009" not in ids(news)
    assert "1 left out (empty)" in news.note()


def test_windows_below_a_day_are_refused(lake, moment):
    with pytest.raises(BadInput, match="a window of 0 days"):
        news_corpus(lake, moment=moment, days=0)
