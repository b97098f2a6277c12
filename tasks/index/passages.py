"""The passages that a retriever found, with their texts: what the retrieval setting of an evaluation puts into a prompt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage.lake import Lake
from storage.schemas.errors import NotFound
from storage.schemas.ids import slug
from storage.schemas.news import Article
from storage.schemas.retrieval import RetrievalHit


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPassage:
    """A passage in the order of its article's rank. day: of the article's publication. ``right``: of the question's own article or a copy."""

    rank: int
    article_id: str
    passage_id: str
    title: str
    day: str
    text: str
    right: bool


def stored_passages(
    lake: Lake, *, release_id: str, retriever: str, days: int, k: int, own: Iterable[Article] = ()
) -> dict[str, list[FoundPassage]]:
    """The first ``k`` passages of each question, by question id, from stored hits. ``retriever`` is its label in the tables.

    NotFound when that retriever was not measured over that window, or when an article's version is no longer in the lake.
    """
    partition = f"{release_id}/{slug(retriever)}-{days}d"
    hits = [hit for hit in lake.read(RetrievalHit, partition) if hit.rank <= k and hit.retriever == retriever]
    if not hits:
        what = f"there are no passages of {retriever} over {days} days for release {release_id}"
        raise NotFound(what, todo="Run `okbench indexes measure` for them first")
    texts = _versions(lake, {hit.version_id for hit in hits}, own)
    found: dict[str, list[FoundPassage]] = {}
    for hit in sorted(hits, key=lambda h: (h.question_id, h.rank)):
        article = texts[hit.version_id]
        passage = FoundPassage(
            rank=hit.rank,
            article_id=hit.article_id,
            passage_id=hit.passage_id,
            title=article.title,
            day=f"{article.published:%Y-%m-%d}",
            text=article.body[hit.start : hit.end],
            right=hit.right,
        )
        found.setdefault(hit.question_id, []).append(passage)
    return found


def _versions(lake: Lake, wanted: set[str], own: Iterable[Article]) -> dict[str, Article]:
    found = {article.version_id: article for article in own if article.version_id in wanted}
    for day in reversed(lake.partitions(Article)):
        if len(found) == len(wanted):
            break
        found.update({a.version_id: a for a in lake.read(Article, day) if a.version_id in wanted})
    missing = sorted(wanted - found.keys())
    if missing:
        raise NotFound(
            f"{len(missing)} article versions of the stored hits are not in the lake, such as {missing[0]}", todo="Measure again"
        )
    return found
