"""Records of retrieval: what each retriever found for each question of a release, and how often it was right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalHit:
    """One article that a retriever found for one question. Partition: ``<release id>/<retriever>-<days>d``.

    The passage that earned the rank is ``body[start:end]`` of the article's version. right: the question's own article or one of its
    cluster; own: its own article. A question without rows found nothing, or its search failed (see RetrievalMeasure.failed).
    """

    TABLE: ClassVar[str] = "retrieval_hits"
    KEY: ClassVar[tuple[str, ...]] = ("release_id", "retriever", "days", "question_id", "rank")
    VERSION: ClassVar[int] = 1

    release_id: str
    retriever: str
    days: int
    question_id: str
    rank: int
    article_id: str
    version_id: str
    passage_id: str
    start: int
    end: int
    score: float
    right: bool
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalMeasure:
    """One measure of one retriever over one window of a release. Partition: the release id.

    measure: as ir-measures names it, Success@3 or RR@3. gold: "cluster" (a copy of the article counts) or "strict" (only the article
    itself). question_language and article_language: empty for all questions, else the languages of those measured. n: questions; failed:
    of them without a ranking, counted as misses; absent: of them whose article the corpus lacks, counted as misses. low and high: 95 %
    interval over articles. documents: articles in the corpus; missing_days: days of the window that the lake does not have. index: digest
    of what was searched and how (method, settings, encoder, articles); settings: the same as canonical JSON. recall: share of the first
    documents of exact search that an approximate one found on a sample of the questions; 1 for exact ones.
    """

    TABLE: ClassVar[str] = "retrieval_measures"
    KEY: ClassVar[tuple[str, ...]] = (
        "release_id",
        "retriever",
        "days",
        "index",
        "measure",
        "gold",
        "question_language",
        "article_language",
    )
    VERSION: ClassVar[int] = 1

    release_id: str
    retriever: str
    days: int
    index: str
    settings: str
    measure: str
    gold: str
    question_language: str
    article_language: str
    value: float
    low: float
    high: float
    n: int
    failed: int
    absent: int
    cut_questions: int
    documents: int
    corpus_language: str
    missing_days: tuple[str, ...]
    measured: datetime
    recall: float = 1.0
