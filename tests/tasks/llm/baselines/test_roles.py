"""Who holds a post, how old somebody is, with which body somebody is."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.names import find_names
from tasks.llm.baselines.roles import role_drafts
from tasks.llm.baselines.sentences import sentences


def asked(text: str) -> list[tuple[str, str]]:
    cut = sentences(text)
    names = find_names(cut)
    return [(d.body, d.key) for i, s in enumerate(cut) for d in role_drafts(i, s, names.mentions[i], names)]


@pytest.mark.parametrize(
    ("text", "question", "key"),
    [
        ('"No," said Orla Finch, director of the Coast Bank.', "who is the director of the Coast Bank", "Orla Finch"),
        ("They met Orla Finch, the Coast Bank's head of safety, at noon.", "who is the Coast Bank's head of safety", "Orla Finch"),
        ("There the Coast Bank technical director Orla Finch spoke.", "who is the Coast Bank technical director", "Orla Finch"),
        ("They met Orla Finch, who chairs the transport committee of Marl.", "who chairs the transport committee of Marl", "Orla Finch"),
        ("Retired teacher Orla Finch, 68, was aboard.", "how old is retired teacher Orla Finch", "68"),
        ("They met Dr. Orla Finch of the Coast Institute.", "with which organisation is Dr. Orla Finch associated", "Coast Institute"),
    ],
)
def test_what_is_asked(text: str, question: str, key: str) -> None:
    assert (question, key) in asked(text + " Orla Finch said so.")


@pytest.mark.parametrize(
    "text",
    [
        "They met Orla Finch, former director of the Coast Bank, at noon.",
        "They met Orla Finch, a teacher at the Coast School, at noon.",
        "They met Orla Finch, its director, at noon.",
        "The baker Orla Finch, 68, died on the pier.",
        "They met Orla Finch, who had lost her keys in the town of Marl.",
    ],
)
def test_what_is_not(text: str) -> None:
    assert asked(text) == []
