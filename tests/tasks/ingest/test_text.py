import time

import pytest

from tasks.ingest.text import plain_text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Plain words", "Plain words"),
        ("Fish &amp; chips", "Fish & chips"),
        ("Markup &amp;amp; <b>entities</b> &#8217; twice", "Markup & entities ’ twice"),
        ("&lt;b&gt;Bold&lt;/b&gt; move", "Bold move"),
        ("<p>One.</p><p>Two.</p>", "One. Two."),
        ("H<sub>2</sub>O", "H2O"),
        ("a<br/>b", "a b"),
        ("<script>alert(1)</script>News<style>p{}</style><!-- note -->", "News"),
        ("  many \n\t spaces\u00a0here ", "many spaces here"),
        ('<img src="x.png" alt="a > b">Text', "Text"),
        ("What <script> tags are for", "What <script> tags are for"),
        ("İstanbul<style>p{}</style> İzmir", "İstanbul İzmir"),
        ("a<SCRIPT src=x>1</script >b", "a b"),
    ],
)
def test_markup_becomes_text(markup: str, text: str) -> None:
    assert plain_text(markup) == text


@pytest.mark.parametrize("sentence", ["AT&T profits < losses > hopes", "if a<b and c>d", "R&D", "see a&copy=1", "Tom & Jerry; a play"])
def test_signs_that_are_no_markup_stay(sentence: str) -> None:
    assert plain_text(sentence) == sentence


@pytest.mark.parametrize("hostile", ['<a x="', "<script", "<!--", "<b ", "&amp;", "<p x='<p x=\""])
def test_hostile_markup_costs_no_more_than_its_length(hostile: str) -> None:
    start = time.process_time()
    plain_text(hostile * (200_000 // len(hostile)))
    assert time.process_time() - start < 1.0
