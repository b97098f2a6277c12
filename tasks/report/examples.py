"""A few questions to look at, kept and dropped: chosen by digest of run and question, so that nobody picks the nice ones and a rebuilt
report shows the same.

Titles and sentences of articles are shown only where the outlet permits it; a report is a file that gets passed on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from storage.releases import Release
from storage.schemas.ids import digest
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Question, Verdict
from tasks.report.meanings import meaning_of

KEPT, DROPPED = 6, 9
_AROUND = 110
_RAW = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a question comes from. title: empty where it may not be shown; url: empty unless it is a web address.

    before, key, after: the place in the article that holds the key; all empty where there is none to show.
    """

    outlet: str
    category: str
    title: str
    url: str
    published: datetime | None
    before: str = ""
    key: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptExample:
    """A released question and its article."""

    question: Question
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedExample:
    """A candidate that was dropped: the code of the first failed check, what it means, who judged, and that judge's words.

    share: how many candidates were dropped for this reason.
    """

    candidate: Candidate
    reason: str
    meaning: str
    judge: str
    words: str
    dropped: int
    source: Source


def kept_examples(release: Release, run_id: str, count: int = KEPT) -> tuple[KeptExample, ...]:
    """Released questions, of different articles and outlets as far as there are enough."""
    ordered = sorted(release.questions, key=lambda question: digest("kept example", run_id, question.question_id))
    chosen: list[Question] = []
    for column in ("outlet", "version_id", "question_id"):
        for question in ordered:
            if len(chosen) < count and getattr(question, column) not in {getattr(one, column) for one in chosen}:
                chosen.append(question)
    articles = release.article_of
    return tuple(KeptExample(question=q, source=_source(articles.get(q.version_id), q.key, outlet=q.outlet)) for q in chosen)


def dropped_examples(release: Release, run_id: str, count: int = DROPPED) -> tuple[DroppedExample, ...]:
    """Candidates that were not released: one of each reason, the most frequent reason first."""
    released = {question.question_id for question in release.questions}
    failed = _first_failures(release.verdicts)
    reasons = {c.question_id: _reason(c, failed.get(c.question_id)) for c in release.candidates if c.question_id not in released}
    frequent = Counter(reasons.values())
    ordered = sorted(
        (c for c in release.candidates if c.question_id in reasons),
        # Of one reason, those that have a question to show come first.
        key=lambda c: (not c.question, digest("dropped example", run_id, c.question_id)),
    )
    first: dict[str, Candidate] = {}
    for candidate in ordered:
        first.setdefault(reasons[candidate.question_id], candidate)
    chosen = sorted(first, key=lambda reason: (-frequent[reason], reason))[:count]
    return tuple(_dropped(first[reason], reason, frequent[reason], failed, release) for reason in chosen)


def web_address(url: str) -> str:
    """The address if a browser may be sent there, else nothing: feeds hold all sorts of links."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme in ("http", "https") and parts.netloc else ""


def _dropped(candidate: Candidate, reason: str, number: int, failed: dict[str, Verdict], release: Release) -> DroppedExample:
    verdict = failed.get(candidate.question_id) if candidate.status == "read" else None
    words = verdict.reason if verdict else ("" if candidate.question else candidate.raw[:_RAW])
    return DroppedExample(
        candidate=candidate, reason=reason, meaning=meaning_of(reason), judge=verdict.judge if verdict else "", words=words, dropped=number,
        source=_source(release.article_of.get(candidate.version_id), "", outlet=""),
    )  # fmt: skip


def _first_failures(verdicts: Iterable[Verdict]) -> dict[str, Verdict]:
    failed: dict[str, Verdict] = {}
    for verdict in verdicts:
        if not verdict.passed:
            failed.setdefault(verdict.question_id, verdict)
    return failed


def _reason(candidate: Candidate, failed: Verdict | None) -> str:
    if candidate.status != "read":
        return candidate.reason or candidate.status
    return failed.check if failed else "not_checked"


def _source(article: Article | None, key: str, *, outlet: str) -> Source:
    if article is None:
        return Source(outlet=outlet, category="", title="", url="", published=None)
    shown = article.redistribution == "full"
    before, found, after = _passage(article.body, key) if shown and key else ("", "", "")
    return Source(
        outlet=article.outlet, category=article.category, title=article.title if shown else "", url=web_address(article.url),
        published=article.published, before=before, key=found, after=after,
    )  # fmt: skip


def _passage(body: str, key: str) -> tuple[str, str, str]:
    """The text around the first place of ``key`` in ``body``, cut at words."""
    match = re.search(rf"(?<!\w){re.escape(key)}(?!\w)", body) or re.search(re.escape(key), body, re.IGNORECASE)
    if match is None:
        return "", "", ""
    paragraph = body.rfind("\n\n", 0, match.start()) + 1
    end = body.find("\n\n", match.end())
    before, after = body[paragraph : match.start()].lstrip(), body[match.end() : end if end >= 0 else len(body)]
    if len(before) > _AROUND:
        before = "… " + before[-_AROUND:].partition(" ")[2]
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0] + " …"
    return before, match[0], after


