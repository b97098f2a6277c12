"""The text of an entry that carries its whole story."""

import pytest

from tasks.extraction.feed_body import feed_text, looks_cut


def test_blocks_become_paragraphs_and_figures_and_scripts_go() -> None:
    markup = (
        "<p>First <b>bold</b> part.</p><figure><img><figcaption>A view</figcaption></figure><script>x()</script>"
        "<ul><li>One</li><li>Two</li></ul>Loose text<br>goes on.<p></p>"
    )
    assert feed_text(markup) == "First bold part.\n\nOne\n\nTwo\n\nLoose text\n\ngoes on."


def test_plain_text_is_one_paragraph_or_more() -> None:
    assert feed_text("Just words.\n\nMore words &amp; entities.") == "Just words.\n\nMore words & entities."


def test_markup_nested_without_end_does_not_raise() -> None:
    assert "deep" in feed_text("<div>" * 200 + "deep" + "</div>" * 200)
    assert isinstance(feed_text("<div>" * 50_000 + "deep"), str)


@pytest.mark.parametrize(
    "text",
    [
        "The dam opened […]",
        "The dam opened...",
        "The dam opened. Continue reading →",
        "The dam opened. Read more",
        "Der Damm … weiterlesen",
    ],
)
def test_a_teaser_is_seen_by_its_end(text: str) -> None:
    assert looks_cut(text)


def test_a_whole_text_is_not_cut() -> None:
    assert not looks_cut("The dam opened. You can read more in the report of the board.")
