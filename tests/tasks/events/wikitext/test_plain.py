"""Markup off, names and numbers kept."""

import pytest

from tasks.events.wikitext.plain import plain
from tasks.events.wikitext.templates import known_or_first


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("'''Bold''' and ''italic''", "Bold and italic"),
        ("[[Port Vell|the port]] of [[Kvalby]]", "the port of Kvalby"),
        ("[[File:Bridge.jpg|thumb|A [[bridge]]]]A bridge opens", "A bridge opens"),
        ("{{convert|5|to|7|km}} away", "5 to 7 km away"),
        ("{{US$|5 million}} paid", "US$5 million paid"),
        ("{{lang|fr|Le Pont}} closes", "Le Pont closes"),
        ("{{ill|Ada Askeby|no|Ada Askeby}} wins", "Ada Askeby wins"),
        ("A{{snd}}B{{citation needed|date=May}}.", "A – B."),
        ("{{date|2024-01-09}}", "2024-01-09"),
        ("{{start date|2024|1|9}}", "9 January 2024"),
        ("{{nowrap|12 people}} drown", "12 people drown"),
        ("a<br/>b &amp; c&nbsp;d", "a b & c d"),
        ("M<sub>w</sub> 7.1", "Mw 7.1"),
        ("[https://a.example says] so", "says so"),
        ("{{flagicon|Freedonia}} Freedonia wins", "Freedonia wins"),
        ("broken [[link and {{template", "broken [[link and {{template"),
    ],
)
def test_text(source, text):
    assert plain(source).text == text


def test_links_outside_addresses_and_marks_are_told_apart():
    found = plain("[[Kvalby]] and [https://a.example a]\x020\x03 {{nowrap|b\x021\x03}} [[:fr:Pont]]")
    assert (found.links, found.outside, found.marks) == (["Kvalby"], [("https://a.example", "a")], [0, 1])
    assert found.text == "Kvalby and a b Pont"


def test_an_unknown_template_shows_its_first_value_and_is_named():
    found = plain("The {{zorble|old mill|x}} burns")
    assert (found.text, found.unknown) == ("The old mill burns", ["zorble"])
    assert known_or_first("Citation needed", [], {}) == ("", True)
