"""The finite verb of the main clause."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.finite import first_verb
from tasks.llm.baselines.sentences import words


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The ferry carried sheep", "carried"),
        ("The ferry, which lost its rudder, carried sheep", "carried"),
        ("The man who sold tickets will retire", "will"),
        ("When the tide turned, Ada Vonn left", "left"),
        ("The tables, printed in Marl, cost more", "cost"),
        ("Postal ballots go out in May", "go"),
        ("Ada Vonn plans a tour", "plans"),
        ("The cost rose", "rose"),
    ],
)
def test_it_is_found(text: str, verb: str) -> None:
    line = words(text)
    assert line[first_verb(line)].text == verb


@pytest.mark.parametrize("text", ["Ada Vonn, who sold tickets", "A new play about bees", "When the tide turned", ""])
def test_fragments_have_none(text: str) -> None:
    assert first_verb(words(text)) == -1
