"""What a main clause can do without."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.trimming import trimmed


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Vonn sold 58 cars, four lorries and a cart", "Vonn sold 58 cars"),
        ("Vonn employs 58 people and wants 40 more", "Vonn employs 58 people"),
        ("Vonn owned 58 cars but drove none", "Vonn owned 58 cars"),
        ("Vonn owned 58 cars and Moor owned none", "Vonn owned 58 cars"),
        ("Vonn told 58 men that the ship, raised in May, had sunk", "Vonn told 58 men that the ship, raised in May, had sunk"),
        ("Vonn told 58 men that it sank, to their relief", "Vonn told 58 men that it sank"),
        ("Vonn owned 58 cars and boats", "Vonn owned 58 cars and boats"),
        ("Vonn will sell 58 cars, if asked", "Vonn will sell 58 cars, if asked"),
        ("Vonn asked 58 men, the crew of the ship, to leave", "Vonn asked 58 men, the crew of the ship, to leave"),
    ],
)
def test_what_is_kept(text: str, kept: str) -> None:
    assert trimmed(text, text.index("58") + 3, 5) == kept


def test_a_comma_that_closes_an_aside_before_the_verb_is_kept() -> None:
    text = "Vonn, who owns 58 cars, lives in Marl"
    assert trimmed(text, text.index("58") + 3, text.index("lives")) == text
