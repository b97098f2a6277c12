"""The page's own title."""

from types import SimpleNamespace

import lxml.html
import pytest

from tasks.extraction.structured import read_structured
from tasks.extraction.titles import page_title


def title_of(head: str, body: str = "", url: str = "https://www.lantern-news.example/a") -> str:
    document = lxml.html.fromstring(f"<html><head>{head}</head><body>{body}<p>text</p></body></html>")
    return page_title(SimpleNamespace(doc=document, title="", url=url), read_structured(document))


def test_a_title_with_a_dash_of_its_own_is_not_cut() -> None:
    assert title_of("<title>Delta - Echo merger cleared</title>") == "Delta - Echo merger cleared"


@pytest.mark.parametrize(
    "tag",
    [
        "Dam opens | Lantern News",
        "Dam opens - The Lantern",
        "The Lantern | Dam opens",
        "Dam opens – lantern-news.example",
        "Dam opens | The Lantern | Lantern News",
    ],
)
def test_the_sites_name_is_taken_off_at_either_end(tag: str) -> None:
    assert title_of(f'<title>{tag}</title><meta property="og:site_name" content="The Lantern">') == "Dam opens"


def test_the_pages_headline_comes_before_the_title_tag() -> None:
    assert title_of("<title>Dam opens - live - The Lantern</title>", "<h1>Dam opens after ten years</h1>") == "Dam opens after ten years"
    assert title_of('<title>X</title><meta property="og:title" content="Dam &amp;amp; bridge">') == "Dam & bridge"


def test_a_heading_that_is_only_the_sites_name_is_no_title() -> None:
    head = '<title>Dam opens | The Lantern</title><meta property="og:site_name" content="The Lantern">'
    assert title_of(head, "<h1>The Lantern</h1>") == "Dam opens"


def test_a_page_without_any_title_gives_none() -> None:
    assert title_of("") == ""
