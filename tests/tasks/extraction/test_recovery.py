"""Paragraphs that the extractor lost."""

import lxml.html

from tasks.extraction.recovery import from_container, with_lost_paragraphs

FIRST = "The museum has found some forgotten letters behind the station, and nobody knows who wrote them."
SECOND = "Two engineers have been waiting for the last steam crane since the spring of last year."
THIRD = "A botanist described a garden on the roof that had been there all along, she said."


def container(markup: str):  # type: ignore[no-untyped-def]
    document = lxml.html.fromstring(f"<html><body><article>{markup}</article></body></html>")
    return document, document.find(".//div")


def test_a_lost_last_paragraph_comes_back_in_its_place() -> None:
    _, top = container(f"<div class='story'><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD} <a>here</a>.</p></div>")
    assert with_lost_paragraphs(f"{FIRST}\n\n{SECOND}", top).split("\n\n") == [FIRST, SECOND, f"{THIRD} here."]


def test_the_first_half_of_a_story_cut_in_two_comes_back() -> None:
    document, _ = container(f"<div class='story part'><p>{FIRST}</p></div><hr><div class='story part'><p>{SECOND}</p><p>{THIRD}</p></div>")
    top = document.findall(".//div")[1]
    assert with_lost_paragraphs(f"{SECOND}\n\n{THIRD}", top).split("\n\n") == [FIRST, SECOND, THIRD]


def test_asides_links_and_hidden_paragraphs_do_not_come_back() -> None:
    others = (
        f"<aside><p>{SECOND}</p></aside><div class='paywall'><p>{SECOND}</p></div><div class='related-stories'><p>{SECOND}</p></div>"
        f"<p><a>{SECOND}</a></p><p style='display: none'>{SECOND}</p><p>Too short.</p>"
    )
    _, top = container(f"<div class='story'><p>{FIRST}</p>{others}</div>")
    assert with_lost_paragraphs(FIRST, top) == FIRST


def test_a_text_that_is_not_of_the_container_is_left_alone() -> None:
    _, top = container(f"<div class='story'><p>{FIRST}</p></div>")
    assert with_lost_paragraphs(SECOND, top) == SECOND
    assert with_lost_paragraphs(SECOND, None) == SECOND


def test_the_article_element_stands_in_where_nothing_was_found() -> None:
    document, _ = container(f"<header><p>{THIRD}</p></header><p>{FIRST}</p><div class='comments'><p>{THIRD}</p></div><p>{SECOND}</p>")
    assert from_container(document) == f"{FIRST}\n\n{SECOND}"
