"""What is called "the ..." without an introduction."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.definites import dangling
from tasks.llm.baselines.sentences import words


@pytest.mark.parametrize(
    "text",
    [
        "the ferry Aurelia sank", "the cost of bread rose", "the first snow fell", "the largest bell rang", "the government fell",
        "a gate, and the gate fell", "the house in Marl fell",
    ],
)  # fmt: skip
def test_named_qualified_unique_and_known_things_are_clear(text: str) -> None:
    assert dangling(words(text)) == 0


def test_a_bare_thing_leans_and_one_that_takes_up_another_leans_more() -> None:
    assert dangling(words("Ada Vonn closed the gate")) == 1
    assert dangling(words("Ada Vonn sold the company")) > 1
    assert dangling(words("The spreadsheet assumes Ada Vonn a saver")) > 1
    assert dangling(words("which spares the company a fee")) > 1
    assert dangling(words("Ada Vonn closed the gate"), {"gate": 2}, 5) > 1
    assert dangling(words("Ada Vonn closed the gate"), {"gate": 5}, 5) == 1
