"""Quantities with their units, nouns and hedges; and what only looks like one."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.quantities import quantities


def read(text: str) -> list[tuple[str, str, str, str]]:
    return [(q.kind, q.text, q.noun, q.hedge) for q in quantities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It cost 3.8 million crowns", ("amount", "3.8 million crowns", "", "")),
        ("It cost about $250,000 in all", ("amount", "$250,000", "", "about")),
        ("It fell by 4 per cent", ("percentage", "4 per cent", "", "")),
        ("It fell by 4.5% at once", ("percentage", "4.5%", "", "")),
        ("They sold 41,000 live baby eels", ("number", "41,000", "live baby eels", "")),
        ("They met eleven people", ("number", "eleven", "people", "")),
        ("It is nearly 1,200 square metres large", ("measure", "1,200 square metres", "", "nearly")),
        ("It lay in 41 metres of water", ("measure", "41 metres", "", "")),
        ("It took fourteen months", ("duration", "fourteen months", "", "")),
        ("It opens on 24 January 2027", ("date", "24 January 2027", "", "")),
        ("It opens on May 2", ("date", "May 2", "", "")),
        ("It has stood since 1987", ("year", "1987", "", "")),
        ("They printed 2.3 million copies", ("number", "2.3 million", "copies", "")),
    ],
)
def test_what_is_read(text: str, expected: tuple[str, str, str, str]) -> None:
    assert read(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "It left at 14:20", "They won 2-1", "One in 9,000 people", "between 14 and 20 boats", "24 to 30 boats", "The Tern 3 radios",
        "Route 66 signs", "on the 19th day", "a 60-year lease", "in 4 minutes 20 seconds", "The Boeing 737 planes", "twenty of them",
        "3 was the number",
    ],
)  # fmt: skip
def test_what_is_left_alone(text: str) -> None:
    assert read(text) == []


def test_adjectives_that_are_also_coins_make_no_amount() -> None:
    assert read("It held 11,000 real lost things")[0][:2] == ("number", "11,000")


def test_places_are_those_of_the_whole_answer() -> None:
    text = "The bill came to 3.8 million crowns in all"
    quantity = quantities(text)[0]
    assert text[quantity.start : quantity.end] == quantity.text == "3.8 million crowns"
