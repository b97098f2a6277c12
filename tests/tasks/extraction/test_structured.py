"""JSON-LD and meta tags, well formed or not."""

import lxml.html
import pytest

from tasks.extraction.structured import names_in, read_structured, text_of


def read(head: str):  # type: ignore[no-untyped-def]
    return read_structured(lxml.html.fromstring(f"<html><head>{head}</head><body></body></html>"))


def ld(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


@pytest.mark.parametrize(
    "text",
    [
        '{"@type": "NewsArticle", "headline": "H"}',
        '[{"@type": "WebSite"}, {"@type": ["Thing", "http://schema.org/NewsArticle"], "headline": "H"}]',
        '{"@graph": [{"@type": "NewsArticle", "headline": "H"}]}',
        '{"@type": "WebPage", "mainEntity": {"@type": "NewsArticle", "headline": "H"}}',
        '<![CDATA[ {"@type": "NewsArticle", "headline": "H"} ]]>',
        '{"@type": "NewsArticle", "headline": "H",\n "text": "a raw\nline break"};',
    ],
)
def test_the_article_is_found_in_all_usual_shapes(text: str) -> None:
    found = read(ld(text))
    assert found.of_article("headline") == "H"
    assert "newsarticle" in found.types


def test_broken_json_is_passed_over_and_the_rest_still_read() -> None:
    found = read(ld("{broken") + ld('{"@type": "NewsArticle", "headline": "H"}'))
    assert found.of_article("headline") == "H"


def test_json_nested_without_end_is_passed_over() -> None:
    assert read(ld('{"a":' * 5000 + "1" + "}" * 5000)).objects == ()


def test_meta_tags_go_by_any_of_their_names_and_the_first_one_holds() -> None:
    found = read('<meta property="OG:Title" content="A"><meta name="og:title" content="B"><meta itemprop="dateModified" content="2026">')
    assert found.meta("og:title") == "A"
    assert found.meta("missing", "datemodified") == "2026"
    assert found.meta("missing") == ""


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada Holm", ["Ada Holm"]),
        ({"@type": "Person", "name": "Ada Holm"}, ["Ada Holm"]),
        ([{"name": "Ada Holm"}, "Bo Lind", {"name": ["Cai"]}], ["Ada Holm", "Bo Lind", "Cai"]),
        ({"url": "https://x.example"}, []),
        ("https://x.example/ada", []),
        (None, []),
    ],
)
def test_authors_are_read_in_all_usual_shapes(value: object, names: list[str]) -> None:
    assert names_in(value) == names


def test_texts_lose_entities_and_tags() -> None:
    assert text_of("A &amp; B<br> C") == "A & B  C"
    assert text_of(["no text"]) == ""
