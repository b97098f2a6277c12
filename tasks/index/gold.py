"""Which articles are right for a question: its own and, unless strict, the copies of it (same cluster) in the corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from storage.schemas.questions import Question
from tasks.index.corpora import NewsCorpus

Right = dict[str, frozenset[str]]
"""Article ids by question id."""


def strict_gold(questions: Sequence[Question]) -> Right:
    """Only the article that a question was made from."""
    return {q.question_id: frozenset({q.article_id}) for q in questions}


def cluster_gold(questions: Sequence[Question], news: NewsCorpus) -> Right:
    """The article and all of its cluster in the corpus."""
    members: defaultdict[str, set[str]] = defaultdict(set)
    for article in news.articles.values():
        if article.cluster_id:
            members[article.cluster_id].add(article.article_id)
    right: Right = {}
    for q in questions:
        clusters = {q.cluster_id, news.articles[q.article_id].cluster_id if q.article_id in news.articles else ""} - {""}
        right[q.question_id] = frozenset({q.article_id}.union(*(members[c] for c in clusters)))
    return right


def absent(questions: Sequence[Question], news: NewsCorpus) -> set[str]:
    """Ids of questions whose article the corpus does not hold: no retriever can find it."""
    held = {document.doc_id for document in news.corpus.documents}
    return {q.question_id for q in questions if q.article_id not in held}


def language_pairs(questions: Sequence[Question], news: NewsCorpus) -> dict[str, tuple[str, str]]:
    """(language of the question, language of its article) by question id; the corpus's main language where the article is not there."""
    main = news.corpus.language
    return {q.question_id: (q.language, news.articles[q.article_id].language if q.article_id in news.articles else main) for q in questions}
