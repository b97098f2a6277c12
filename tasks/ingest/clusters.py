"""One cluster for each text that several outlets print, and one head in it that questions are made from.

Copies are found by their wording alone, so an independent report of the same event is none. Versions of one article are always of
one cluster. Clusters reach back over the days given as ``earlier``; their rows are not changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from storage.schemas.ids import make_id
from storage.schemas.news import Article
from tasks.ingest.page_options import ClusterOptions
from tasks.ingest.shingles import copies, shingles_of

Rank = tuple[bool, float, str]


def assign_clusters(articles: Sequence[Article], earlier: Sequence[Article], options: ClusterOptions | None = None) -> list[Article]:
    """``articles`` in their order with ``cluster_id`` and ``cluster_head`` set.

    A cluster keeps the id that its earliest known member has; a new one is named after its earliest article. Head is the latest version of
    the article that was published first (live blogs stand behind articles; ties by id), which may be one of ``earlier``: then no row
    here is the head. About 1 s for 500 articles of 600 words with as many earlier ones.
    """
    options = options or ClusterOptions()
    seen = {article.version_id for article in articles}
    rows = [article for article in earlier if article.version_id not in seen] + list(articles)
    result: dict[str, Article] = {}
    for members in _groups(rows, options):
        cluster_id, head = _name_of(members), _head_of(members)
        for member in members:
            result[member.version_id] = replace(member, cluster_id=cluster_id, cluster_head=member.version_id == head.version_id)
    return [result[article.version_id] for article in articles]


def _groups(rows: Sequence[Article], options: ClusterOptions) -> Iterable[list[Article]]:
    """Connected components over copies, equal bodies and versions of an article."""
    parents = list(range(len(rows)))

    def root(number: int) -> int:
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    first_with: dict[tuple[str, str], int] = {}
    for number, row in enumerate(rows):
        for key in (("article", row.article_id), ("body", row.body_digest)):
            parents[root(number)] = root(first_with.setdefault(key, number))
    for one, other in copies([shingles_of(row.body, options.shingle_words) for row in rows], options):
        parents[root(other)] = root(one)
    groups: dict[int, list[Article]] = defaultdict(list)
    for number, row in enumerate(rows):
        groups[root(number)].append(row)
    return groups.values()


def _ranks(members: Sequence[Article]) -> dict[str, Rank]:
    """The rank of each article in its cluster: by kind, first publication of any version, id."""
    ranks: dict[str, Rank] = {}
    for member in members:
        rank = (member.kind != "article", member.published.timestamp(), member.article_id)
        ranks[member.article_id] = min(rank, ranks.get(member.article_id, rank))
    return ranks


def _head_of(members: Sequence[Article]) -> Article:
    ranks = _ranks(members)
    first = min(ranks, key=ranks.__getitem__)
    return max(
        (member for member in members if member.article_id == first), key=lambda member: (member.version, member.day, member.version_id)
    )


def _name_of(members: Sequence[Article]) -> str:
    named = [member for member in members if member.cluster_id]
    if named:
        return min(named, key=lambda member: (member.published, member.article_id)).cluster_id
    return make_id("c", min(members, key=lambda member: (member.published, member.article_id)).article_id)
