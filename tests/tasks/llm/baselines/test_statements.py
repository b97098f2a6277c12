"""From sentences to statements that stand alone."""

from __future__ import annotations

from datetime import date

import pytest

from tasks.llm.baselines.names import find_names
from tasks.llm.baselines.sentences import sentences
from tasks.llm.baselines.statements import Statement, read_article, statements

DAY = date(2026, 11, 30)


def found(text: str) -> list[Statement]:
    cut = sentences(text)
    return statements(cut, read_article(cut, find_names(cut), text, DAY))


def texts(text: str) -> list[str]:
    return [s.text for s in found(text)]


def test_a_plain_sentence_with_a_name_is_one() -> None:
    assert texts("Mayor Orla Finch bought 14 boats in May.") == ["Mayor Orla Finch bought 14 boats in May"]


def test_openers_asides_and_what_she_said_at_the_end_go() -> None:
    text = "But Mayor Orla Finch also bought 14 boats (all of them red) in May, she said."
    assert texts(text) == ["Mayor Orla Finch bought 14 boats in May"]


def test_what_stands_between_or_after_dashes_goes_but_ranges_stay() -> None:
    assert texts("Mayor Orla Finch — a baker — bought 14 boats in May—more than in June.") == ["Mayor Orla Finch bought 14 boats in May"]
    ranged = "Mayor Orla Finch bought boats for children aged 6–12 in May"
    assert texts(ranged + ".") == [ranged]


def test_what_happened_on_the_release_date_says_so() -> None:
    statement = found("Mayor Orla Finch bought 14 boats on 30 November 2026 in Marl.")[0]
    assert (statement.text, statement.on_day) == ("Mayor Orla Finch bought 14 boats in Marl", True)


def test_a_clause_that_would_not_stand_is_cut_off() -> None:
    text = "Mayor Orla Finch bought 14 boats in May, and she wants the others to be sold yesterday."
    assert texts(text) == ["Mayor Orla Finch bought 14 boats in May"]


@pytest.mark.parametrize(
    "text",
    [
        'Mayor Orla Finch bought "14 boats in May and more.',
        "He bought 14 boats and a net for the harbour.",
        "The company bought 14 boats and a net in May.",
        "Mayor Orla Finch said we should buy 14 boats.",
        "Everyone over 16 who lives in Marl may take part.",
        "Is it true that Mayor Orla Finch bought 14 boats?",
        "Mayor Orla Finch, who has bought 14 boats since May.",
        "Boats were sold to buyers from other ports in May.",
    ],
)
def test_what_leans_on_others_is_left_out(text: str) -> None:
    assert texts(text) == []
