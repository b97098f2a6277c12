"""What makes two readings the same article, and what makes them two versions of it.

An article is its canonical address. Its version is its text: title and body. A new title or a changed body is a new version with
the next number; the old one stays as it was, and questions made from it keep pointing at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from storage.schemas.ids import digest, make_id
from storage.schemas.news import Article
from tasks.extraction.cleaning import fold
from tasks.extraction.language import words
from tasks.fetching.urls import canonical_url

_SAME_WORDS = 0.4


def article_id_of(url: str) -> str:
    """The id of the article at a canonical address."""
    return make_id("a", url)


def body_digest_of(body: str) -> str:
    """The digest of a body, for comparing and for text-free exports."""
    return digest(body)


def version_id_of(article_id: str, title: str, body: str) -> str:
    """The id of a text of an article. Case, spaces and punctuation of the title do not count: feeds of one outlet differ in them."""
    return make_id("v", article_id, fold(title), body_digest_of(body))


def address_of(final: str, stated: str) -> str:
    """The canonical address of a page that answered at ``final`` and states ``stated`` as its own.

    The page is believed only for its own host, and not when it names a front page for a story, as careless templates do.
    """
    here = canonical_url(final)
    named = canonical_url(stated, here) if stated else ""
    if not named or _host(named) != _host(here):
        return here
    path = urlsplit(named).path.strip("/")
    deep = urlsplit(here).path.strip("/")
    if not path or (deep.startswith(path + "/") and "-" not in path and not any(map(str.isdigit, path))):
        return here
    return named


def is_same_story(article: Article, title: str, body: str) -> bool:
    """Whether a text may be a version of an article, when only a page's canonical link says so: equal titles or mostly the same words."""
    if fold(article.title) == fold(title):
        return True
    mine, theirs = set(words(body)), set(words(article.body))
    return len(mine & theirs) >= _SAME_WORDS * max(1, len(mine | theirs))


def next_number(earlier: Sequence[Article]) -> int:
    """The number of an article's next version."""
    return max((article.version for article in earlier), default=0) + 1


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower().removeprefix("www.").removeprefix("m.").removeprefix("amp.")
