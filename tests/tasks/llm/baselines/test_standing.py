"""Words that point outside their sentence."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.sentences import words
from tasks.llm.baselines.standing import names_at, opens_vaguely, points_outside


@pytest.mark.parametrize(
    "text",
    [
        "Ada Vonn opened it and left", "Ada Vonn came yesterday", "Ada Vonn won last week", "Ada Vonn said we should go",
        "Ada Vonn said this was all", "The others went to Marl", "Ada Vonn may claim that sum", "He went to Marl",
        "Ada Vonn paid for the first two in May", "Ada Vonn wrote the article", "Ada Vonn has given hers to Marl",
        "Ada Vonn came on Monday", "Ada Vonn bought six of them in Marl", "Everyone but her went to Marl",
    ],
)  # fmt: skip
def test_pointing_sentences(text: str) -> None:
    line = words(text)
    people = names_at(text, line, ["Ada Vonn"])
    assert points_outside(line, people)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Vonn left after she lost her key", "The ferry Aurelia sank after it lost its rudder",
        "Ada Vonn said that rents had risen", "There were 14 boats in Marl", "The former baker Ada Vonn left",
        "Ada Vonn is one of nine judges", "Those who know Ada Vonn laughed", "The US delegate Ada Vonn left",
    ],
)  # fmt: skip
def test_sentences_that_stand(text: str) -> None:
    line = words(text)
    assert not points_outside(line, names_at(text, line, ["Ada Vonn"]))


def test_vague_openings() -> None:
    assert opens_vaguely(words("The plan costs more"))
    assert opens_vaguely(words("Should it rain, they stay"))
    assert not opens_vaguely(words("Fares rose"))
