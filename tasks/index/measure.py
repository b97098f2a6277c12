"""Measuring a retriever over a window: hits and measures of a release's questions, stored, with TREC files beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from retrieval.indexes import Indexes
from retrieval.measures import Measured, Run, measure
from retrieval.method import Approximate, Retriever
from retrieval.progress import Progress, silent
from retrieval.trec import write_qrels, write_run
from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.errors import BadInput
from storage.schemas.ids import canonical_json, digest, slug
from storage.schemas.questions import Question
from storage.schemas.retrieval import RetrievalHit, RetrievalMeasure
from tasks.index.corpora import NewsCorpus
from tasks.index.gold import absent, cluster_gold, language_pairs, strict_gold
from tasks.index.options import IndexOptions
from tasks.index.search import search_questions

_RECALL_SAMPLE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRetriever:
    """What measuring one retriever over one window gave, with warnings for the report."""

    retriever: str
    days: int
    hits: Sequence[RetrievalHit]
    measures: Sequence[RetrievalMeasure]
    warnings: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Common:
    """What all rows of one retriever and window share."""

    release_id: str
    retriever: str
    days: int
    index: str
    settings: str
    cut_questions: int
    documents: int
    corpus_language: str
    missing_days: tuple[str, ...]
    measured: datetime
    recall: float


def measure_retriever(
    lake: Lake,
    indexes: Indexes,
    spec: str,
    news: NewsCorpus,
    *,
    release_id: str,
    questions: Sequence[Question],
    options: IndexOptions,
    progress: Progress = silent,
) -> MeasuredRetriever:
    """Search all questions in the window's index, measure, and store hits, measures and TREC files; a rerun replaces the hits.

    BadInput without questions; NotFound, StaleIndex or DamagedFile when the index cannot be used.
    """
    if not questions:
        raise BadInput(f"release {release_id} has no questions to search with", where="measure", todo="Measure a release with questions")
    retriever = indexes.open(spec, news.corpus)
    deepest = max(options.cutoffs)
    run = search_questions(retriever, questions, deepest, at_a_time=options.questions_at_a_time, progress=progress)
    methods = indexes.methods(spec)
    identities = [dict(method.identity(news.corpus)) for method in methods]
    settings = canonical_json({"retrievers": identities, **({"rrf_k": indexes.options.rrf_k} if len(identities) > 1 else {})})
    common = _Common(
        release_id=release_id, retriever=indexes.label(spec), days=news.days, index=digest(settings, news.corpus.digest), settings=settings,
        cut_questions=int(getattr(retriever, "cut_questions", 0)), documents=len(news.corpus), corpus_language=news.corpus.language,
        missing_days=news.missing_days, measured=utc_now(), recall=_recall(retriever, questions, deepest),
    )  # fmt: skip
    right, own = cluster_gold(questions, news), strict_gold(questions)
    hits = _hits(common, run, news, right, own)
    rows = [
        row
        for gold, answers in (("cluster", right), ("strict", own))
        for row in _measures(common, run, questions, news, gold, answers, options)
    ]
    lake.replace(RetrievalHit, hits, f"{release_id}/{slug(common.retriever)}-{news.days}d")
    lake.append(RetrievalMeasure, rows, release_id)
    write_trec(lake, common.retriever, news.days, release_id, run, right, own)
    return MeasuredRetriever(
        retriever=common.retriever, days=news.days, hits=hits, measures=rows, warnings=_warnings(common, run, questions, news, deepest)
    )


def _recall(retriever: Retriever, questions: Sequence[Question], k: int) -> float:
    """Of an approximate retriever, from questions spread over all of them."""
    if not isinstance(retriever, Approximate):
        return 1.0
    step = max(1, len(questions) // _RECALL_SAMPLE)
    return retriever.recall([q.question for q in questions[::step][:_RECALL_SAMPLE]], k)


def write_trec(
    lake: Lake, retriever: str, days: int, release_id: str, run: Run, right: Mapping[str, frozenset[str]], own: Mapping[str, frozenset[str]]
) -> None:
    """Run and qrels files under ``trec/<release id>`` of the lake."""
    folder = lake.root / "trec" / release_id
    write_run(folder / f"{slug(retriever)}-{days}d.run", run, retriever)
    write_qrels(folder / f"cluster-{days}d.qrels", right)
    write_qrels(folder / "strict.qrels", own)


def _hits(
    common: _Common, run: Run, news: NewsCorpus, right: Mapping[str, frozenset[str]], own: Mapping[str, frozenset[str]]
) -> list[RetrievalHit]:
    return [
        RetrievalHit(
            release_id=common.release_id, retriever=common.retriever, days=common.days, question_id=question, rank=rank,
            article_id=hit.doc_id,
            version_id=news.articles[hit.doc_id].version_id, passage_id=hit.passage_id, start=hit.start, end=hit.end, score=hit.score,
            right=hit.doc_id in right[question], own=hit.doc_id in own[question],
        )
        for question, ranking in run.items()
        for rank, hit in enumerate(ranking or (), 1)
    ]  # fmt: skip


def _measures(
    common: _Common,
    run: Run,
    questions: Sequence[Question],
    news: NewsCorpus,
    gold: str,
    answers: Mapping[str, frozenset[str]],
    options: IndexOptions,
) -> list[RetrievalMeasure]:
    """Rows over all questions and, when there are several pairs of languages, over each."""
    article = {q.question_id: q.article_id for q in questions}
    pairs = language_pairs(questions, news)
    lacking = absent(questions, news)
    slices: dict[tuple[str, str], set[str]] = {("", ""): set(article)}
    if len(set(pairs.values())) > 1:
        for pair in sorted(set(pairs.values())):
            slices[pair] = {question for question, its in pairs.items() if its == pair}
    rows: list[RetrievalMeasure] = []
    for (question_language, article_language), members in slices.items():
        part = {question: run[question] for question in article if question in members}
        measured = measure(part, {question: answers[question] for question in part}, article, cutoffs=options.cutoffs)
        rows.extend(_row(common, m, gold, question_language, article_language, len(lacking & members)) for m in measured)
    return rows


def _row(common: _Common, m: Measured, gold: str, question_language: str, article_language: str, lacking: int) -> RetrievalMeasure:
    return RetrievalMeasure(
        release_id=common.release_id, retriever=common.retriever, days=common.days, index=common.index, settings=common.settings,
        measure=m.name, gold=gold,
        question_language=question_language, article_language=article_language, value=m.value, low=m.low, high=m.high, n=m.n,
        failed=m.failed,
        absent=lacking, cut_questions=common.cut_questions, documents=common.documents, corpus_language=common.corpus_language,
        missing_days=common.missing_days, measured=common.measured, recall=common.recall,
    )  # fmt: skip


def _warnings(common: _Common, run: Run, questions: Sequence[Question], news: NewsCorpus, deepest: int) -> list[str]:
    """What a reader of the figures should know first."""
    found = []
    pairs = language_pairs(questions, news)
    across = sum(question != article for question, article in pairs.values() if question and article)
    if across and "bm25" in common.retriever:
        found.append(
            f"{across} of {len(questions)} questions are in another language than their article: BM25 compares words and misses most"
        )
    failed = sum(ranking is None for ranking in run.values())
    if failed:
        found.append(f"the search of {failed} of {len(questions)} questions failed; they count as misses")
    lacking = len(absent(questions, news))
    if lacking:
        found.append(f"the articles of {lacking} of {len(questions)} questions are not in the corpus; they count as misses")
    if common.recall < 1:
        found.append(f"FAISS candidates missed some: recall@{deepest} against exact search {common.recall:.3f} on a sample of the questions")
    if common.cut_questions:
        found.append(f"{common.cut_questions} questions are longer than the encoder takes; their ends were not seen")
    if news.missing_days:
        found.append(f"the window lacks {', '.join(news.missing_days)}")
    return found
