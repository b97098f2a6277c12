"""Times that move with the day of reading are made to stand still."""

from __future__ import annotations

from datetime import date

import pytest

from tasks.llm.baselines.dating import dated

DAY = date(2026, 11, 30)  # a Monday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On 30 November 2026 the pier opened", ("The pier opened", True)),
        ("The pier opened on November 30, 2026, with a band", ("The pier opened, with a band", True)),
        ("The pier opened on Monday with a band", ("The pier opened with a band", True)),
        ("The pier opened on Friday", ("The pier opened on 27 November 2026", False)),
        ("Ada Vonn said Tuesday that it was safe", ("Ada Vonn said on 24 November 2026 that it was safe", False)),
        ("Sales fell last year", ("Sales fell in 2025", False)),
        ("Sales had been better than in last year's spring", ("Sales had been better than in last year's spring", False)),
        ("The fee was kept until last year", ("The fee was kept until 2025", False)),
    ],
)
def test_what_becomes_of_them(text: str, expected: tuple[str, bool]) -> None:
    assert dated(text, DAY) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The pier will open on Friday",
        "It rained on Tuesday and on Friday",
        "In a paper published on 30 November 2026, a team shows more",
    ],
)
def test_what_cannot_be_told_is_left_as_it_is(text: str) -> None:
    assert dated(text, DAY) == (text, False)
