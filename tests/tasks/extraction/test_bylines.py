"""Authors of a page."""

import lxml.html
import pytest

from tasks.extraction.bylines import read_authors
from tasks.extraction.structured import read_structured


def authors(body: str, head: str = "") -> tuple[str, ...]:
    document = lxml.html.fromstring(f"<html><head>{head}</head><body>{body}</body></html>")
    return read_authors(document, read_structured(document))


def test_named_authors_come_before_bylines() -> None:
    head = '<script type="application/ld+json">{"@type":"NewsArticle","author":[{"name":"Ada Holm"},{"name":"Bo Lind"}]}</script>'
    assert authors('<p class="byline">By Someone Else</p>', head) == ("Ada Holm", "Bo Lind")
    assert authors("", '<meta name="author" content="Ada Holm">') == ("Ada Holm",)


@pytest.mark.parametrize("line", ["By Ada Holm and Bo Lind", "Von Ada Holm, Bo Lind", "Ada Holm · Bo Lind", "Por Ada Holm y Bo Lind"])
def test_a_byline_is_split_into_names(line: str) -> None:
    assert authors(f'<p class="byline">{line}</p>') == ("Ada Holm", "Bo Lind")


def test_many_bylines_are_those_of_other_stories_or_of_commenters() -> None:
    names = ["Ada Holm", "Bo Lind", "Cai Moss", "Dag Nord", "Eva Ost"]
    assert authors("".join(f'<span class="author">{name}</span>' for name in names)) == ()


def test_dates_and_addresses_are_no_names() -> None:
    assert authors('<p class="byline">30 November 2026</p><a rel="author">desk@x.example</a>') == ()
