"""Searching: all questions of a release in batches, or one question of a person."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.method import Retriever
from retrieval.progress import Progress, silent
from retrieval.ranking import Ranking
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.index.corpora import NewsCorpus

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One article for a person's question: the passage that matched best is ``article.body[start:end]``."""

    rank: int
    score: float
    article: Article
    passage: str
    start: int
    end: int


def search_news(retriever: Retriever, news: NewsCorpus, text: str, k: int = 10) -> list[Found]:
    """What a person's question finds, best first."""
    ranking = retriever.search([text], k)[0]
    found = []
    for rank, hit in enumerate(ranking, 1):
        article = news.articles[hit.doc_id]
        passage = article.body[hit.start : hit.end]
        found.append(Found(rank=rank, score=hit.score, article=article, passage=passage, start=hit.start, end=hit.end))
    return found


def search_questions(
    retriever: Retriever, questions: Sequence[Question], k: int, *, at_a_time: int = 256, progress: Progress = silent
) -> dict[str, Ranking | None]:
    """Ranking of each question, by id; None where the search of just that question failed. Raises when every one failed: then it is not
    the questions."""
    run: dict[str, Ranking | None] = {}
    last: Exception | None = None
    for first in range(0, len(questions), at_a_time):
        batch = questions[first : first + at_a_time]
        try:
            found: list[Ranking | None] = list(retriever.search([q.question for q in batch], k))
        except Exception as error:
            _log.warning("A batch of %d questions failed (%s); they are searched one by one", len(batch), error)
            found, last = _one_by_one(retriever, batch, k), error
        run.update(zip((q.question_id for q in batch), found, strict=True))
        progress("searching", len(run), len(questions))
    if last is not None and all(ranking is None for ranking in run.values()):
        raise last
    return run


def _one_by_one(retriever: Retriever, batch: Sequence[Question], k: int) -> list[Ranking | None]:
    found: list[Ranking | None] = []
    for q in batch:
        try:
            found.append(retriever.search([q.question], k)[0])
        except Exception as error:
            _log.warning("Question %s could not be searched: %s", q.question_id, error)
            found.append(None)
    return found
