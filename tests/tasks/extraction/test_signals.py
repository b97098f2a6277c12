"""Marks of a page that gates look at."""

import lxml.html

from tasks.extraction.signals import PageSignals, read_signals
from tasks.extraction.structured import read_structured


def signals(body: str, head: str = "", text: str = "") -> PageSignals:
    document = lxml.html.fromstring(f"<html><head>{head}</head><body>{body}</body></html>")
    return read_signals(document, read_structured(document), text)


def teaser(number: int) -> str:
    link = f"<h3><a href='/{number}'>Council votes on bridge number {number}</a></h3>"
    return f"<li>{link}<p>A short summary of what happened there, number {number}.</p></li>"


def test_teasers_are_counted_with_the_share_of_the_text_that_is_theirs() -> None:
    text = "\n\n".join(f"A short summary of what happened there, number {n}." for n in range(6))
    found = signals("<ul>" + "".join(teaser(n) for n in range(12)) + "</ul>", text=text)
    assert (found.headlines, found.teasers, found.items) == (12, 12, 12)
    assert found.item_words == 6 * 9


def test_an_articles_paragraphs_are_no_teasers_even_beside_a_list_of_links() -> None:
    story = "".join(
        f"<p>The council has argued over the old bridge for the {n}th time, and it will be repaired before the winter.</p>"
        for n in range(8)
    )
    found = signals(f"<article>{story}<a href='/x'>Why the bridge is not safe</a></article>", text=story)
    assert found.items == 0


def test_scripts_and_styles_are_not_visible() -> None:
    assert signals("<p>One two</p><script>three four</script><style>five</style> six").lead == "One two six"


def test_price_notices_refreshes_players_and_free_access_are_read() -> None:
    found = signals(
        "<p>Subscribe to continue reading.</p><iframe src='https://www.youtube.com/embed/x'></iframe><video></video>",
        '<meta http-equiv="refresh" content="0; url=/there"><meta property="og:type" content="Article">'
        '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>',
    )
    assert (found.paywall_said, found.refresh, found.players, found.free) == ("Subscribe to continue", "/there", 2, False)
    assert (found.og_type, found.types, found.articles) == ("article", ("newsarticle",), 1)


def test_a_page_that_reloads_after_minutes_sends_nobody_away() -> None:
    assert signals("<p>x</p>", '<meta http-equiv="refresh" content="300; url=/self">').refresh == ""
    assert signals("<p>x</p>", '<meta http-equiv="refresh" content="300">').refresh == ""
