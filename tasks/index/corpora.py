"""The news of some days as a corpus: what a retriever may search for the questions of a release.

A window of n days is the UTC day of the questions' window and the n - 1 days before. One document an article: the version that questions
were made from, else its newest one. Nothing that was published after the questions' window gets in. Days that the lake lacks are said,
not passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from retrieval.corpus import Corpus, Document, make_corpus
from storage.lake import Lake
from storage.releases import Release
from storage.schemas.clock import as_utc
from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsCorpus:
    """A window's corpus with its articles.

    articles: the version that stands in the corpus, by article id. per_day: articles found on each day of the window, oldest first.
    missing_days: those that no run covered; empty_days: those whose runs kept no article. newer: articles left out as newer than the
    questions.
    """

    corpus: Corpus
    days: int
    articles: Mapping[str, Article]
    per_day: Mapping[str, int]
    missing_days: tuple[str, ...]
    empty_days: tuple[str, ...]
    newer: int

    def note(self) -> str:
        """One line for a person: how many articles of which days, and what is missing."""
        first, last = next(iter(self.per_day)), list(self.per_day)[-1]
        parts = [f"{len(self.corpus)} articles of {self.days} {'day' if self.days == 1 else f'days, {first} to'} {last}"]
        parts += [f"no run on {', '.join(self.missing_days)}"] if self.missing_days else []
        parts += [f"no article on {', '.join(self.empty_days)}"] if self.empty_days else []
        parts += [f"{count} left out ({reason})" for reason, count in sorted(self.corpus.left_out.items())]
        parts += [f"{self.newer} newer than the window left out"] if self.newer else []
        return "; ".join(parts)


def moment_of(release: Release) -> datetime:
    """When a release's window of news ends. BadInput for a release that is not of news."""
    if release.signature.moment is None:
        raise BadInput(f"release {release.release_id} is not of a window of news", where="release", todo="Choose one of okbench releases list")
    return release.signature.moment


def own_articles(release: Release) -> list[Article]:
    """A release's articles whose texts it holds."""
    return [article for article in release.articles if article.version_id not in release.without_body]


def window_days(moment: datetime, days: int) -> list[str]:
    """The UTC days of a window, oldest first: that of ``moment`` is the last. BadInput below one day."""
    if days < 1:
        raise BadInput(f"a window of {days} days holds nothing", where="windows", todo="Give 1 or more")
    last = as_utc(moment).date()
    return [(last - timedelta(days=back)).isoformat() for back in reversed(range(days))]


def news_corpus(lake: Lake, *, moment: datetime, days: int, own: Sequence[Article] = ()) -> NewsCorpus:
    """The corpus of ``days`` days ending at ``moment``. ``own``: a release's articles, which belong to every window in the version
    questions are about."""
    per_day: dict[str, int] = {}
    found: list[Article] = []
    for day in window_days(moment, days):
        rows = lake.read(Article, day)
        per_day[day] = len(rows)
        found.extend(rows)
    mine = {article.article_id: article for article in own}
    chosen, newer = _one_version_each(found, mine, as_utc(moment))
    covered = _covered_days(lake)
    without = [day for day, count in per_day.items() if not count]
    return NewsCorpus(
        corpus=make_corpus(document_of(article) for article in chosen.values()),
        days=days,
        articles=chosen,
        per_day=per_day,
        missing_days=tuple(day for day in without if day not in covered),
        empty_days=tuple(day for day in without if day in covered),
        newer=newer,
    )


def document_of(article: Article) -> Document:
    """An article as a document."""
    return Document(doc_id=article.article_id, title=article.title, text=article.body, language=article.language)


def _one_version_each(found: Iterable[Article], own: Mapping[str, Article], moment: datetime) -> tuple[dict[str, Article], int]:
    chosen = dict(own)
    newer: set[str] = set()
    for article in found:
        identity = article.article_id
        if identity in own:
            continue
        if as_utc(article.published) > moment:
            newer.add(identity)
            continue
        there = chosen.get(identity)
        if there is None or (article.version, article.fetched, article.version_id) > (there.version, there.fetched, there.version_id):
            chosen[identity] = article
    return chosen, len(newer - chosen.keys())


def _covered_days(lake: Lake) -> set[str]:
    """Days on which some run took place."""
    return {run.day for partition in lake.partitions(Run) for run in lake.read(Run, partition)}
