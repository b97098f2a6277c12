"""Which articles are right."""

from storage.schemas.news import Article
from tasks.index.corpora import news_corpus
from tasks.index.gold import absent, cluster_gold, language_pairs, strict_gold


def test_copies_in_the_corpus_count_and_strictly_only_the_article_itself(lake, moment, make, ask):
    lake.append(Article, [make(20, cluster_id="c000"), make(21, days_ago=6, cluster_id="c000")], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=1)
    assert cluster_gold([ask(0), ask(1)], news) == {"q000": {"a000", "a020", "a021"}, "q001": {"a001"}}
    assert strict_gold([ask(0)]) == {"q000": {"a000"}}


def test_a_cluster_that_grew_after_the_release_counts_as_it_is_now(lake, moment, make, ask):
    lake.append(Article, [make(22, cluster_id="c-later")], "2026-11-30")
    own = make(0, cluster_id="c-later")
    news = news_corpus(lake, moment=moment, days=1, own=[own])
    assert cluster_gold([ask(0)], news)["q000"] == {"a000", "a022"}


def test_articles_without_a_cluster_are_no_copies_of_one_another(lake, moment, make, ask):
    lake.append(Article, [make(23, cluster_id=""), make(24, cluster_id="")], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=1)
    assert cluster_gold([ask(23, cluster_id="")], news)["q023"] == {"a023"}


def test_questions_whose_article_is_not_there_are_known(lake, moment, ask):
    news = news_corpus(lake, moment=moment, days=1)
    assert absent([ask(0), ask(5)], news) == {"q005"}


def test_languages_are_those_of_question_and_article(lake, moment, make, ask):
    lake.append(Article, [make(25, language="pt")], "2026-11-30")
    news = news_corpus(lake, moment=moment, days=1)
    assert language_pairs([ask(0), ask(25), ask(99)], news) == {"q000": ("en", "en"), "q025": ("en", "pt"), "q099": ("en", "en")}
