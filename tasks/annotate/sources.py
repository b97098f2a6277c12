"""What can be labelled: released questions, rejected candidates, whole articles with their questions, judged answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from storage.releases import Release
from storage.schemas.questions import Candidate, Question
from tasks.annotate.draw import Item, shuffled_by
from tasks.annotate.judged import JudgedAnswer


def question_items(release: Release) -> list[Item]:
    """The released questions, to be balanced over outlets."""
    return [_item(question) for question in release.questions]


def rejected_items(release: Release) -> list[Item]:
    """Candidates that can be read as questions and that validation rejected."""
    released = {question.question_id for question in release.questions}
    return [
        Item(
            item_id=candidate.question_id, article_id=candidate.article_id, version_id=candidate.version_id, cluster_id=article.cluster_id,
            outlet=article.outlet, stratum=article.outlet, released=False,
        )
        for candidate in release.candidates
        if _showable(candidate) and candidate.question_id not in released and (article := release.article_of.get(candidate.version_id))
    ]  # fmt: skip


def article_items(release: Release, count: int, seed: str) -> dict[str, list[Item]]:
    """``count`` released questions of each article that has as many and whose text is here, by version id."""
    by_article: dict[str, list[Item]] = defaultdict(list)
    for question in release.questions:
        if question.version_id not in release.without_body:
            by_article[question.version_id].append(_item(question))
    return {version: shuffled_by(items, seed, "article")[:count] for version, items in by_article.items() if len(items) >= count}


def answer_items(release: Release, judged: Iterable[JudgedAnswer]) -> list[Item]:
    """Judged answers to released questions, to be balanced over evaluations and outcomes."""
    questions = {question.question_id: question for question in release.questions}
    return [
        replace(_item(questions[one.answer.question_id]), item_id=one.item_id, stratum=one.stratum)
        for one in judged
        if one.answer.question_id in questions
    ]


def _item(question: Question) -> Item:
    return Item(
        item_id=question.question_id, article_id=question.article_id, version_id=question.version_id, cluster_id=question.cluster_id,
        outlet=question.outlet, stratum=question.outlet,
    )  # fmt: skip


def _showable(candidate: Candidate) -> bool:
    return candidate.status == "read" and len(set(candidate.choices)) == 4 and candidate.key in candidate.choices
