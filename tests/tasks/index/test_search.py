"""Searching in batches: one bad question is one miss, a broken retriever is an error."""

import pytest

from retrieval.ranking import Hit
from tasks.index.corpora import news_corpus
from tasks.index.search import search_news, search_questions


class Fixed:
    """Finds one article; fails on questions with a marked word."""

    def __init__(self):
        self.asked = []

    def search(self, questions, k):
        self.asked.append(len(questions))
        if any("breaks" in q for q in questions):
            raise RuntimeError("cannot be searched")
        return [(Hit("a000", 1.0, "a000#00000", 4, 9),) for _ in questions]


def test_questions_go_in_batches_and_progress_is_told(ask):
    told, retriever = [], Fixed()
    run = search_questions(retriever, [ask(i) for i in range(5)], 3, at_a_time=2, progress=lambda *args: told.append(args))
    assert retriever.asked == [2, 2, 1]
    assert told == [("searching", 2, 5), ("searching", 4, 5), ("searching", 5, 5)]
    assert len(run) == 5


def test_one_question_that_fails_is_none_and_its_batch_is_searched_singly(ask):
    run = search_questions(Fixed(), [ask(0), ask(1, question="this breaks"), ask(2)], 3)
    assert run["q001"] is None
    assert run["q000"][0].doc_id == run["q002"][0].doc_id == "a000"


def test_when_all_fail_the_error_is_the_retrievers(ask):
    with pytest.raises(RuntimeError, match="cannot be searched"):
        search_questions(Fixed(), [ask(0, question="breaks"), ask(1, question="breaks")], 3)


def test_a_person_gets_articles_with_the_passage_that_matched(lake, moment):
    news = news_corpus(lake, moment=moment, days=1)
    (found,) = search_news(Fixed(), news, "ferry")
    assert (found.rank, found.article.article_id, found.passage) == (1, "a000", "ferry")
