"""Wrong numbers in the form of the right one."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from tasks.llm.baselines.numerals import look_alikes


def alike(text: str, seed: int = 0, **more: object) -> list[str] | None:
    return look_alikes(text, avoid=(), pick=Random(seed), **more)  # type: ignore[arg-type]


FIGURES = ["3.8 million crowns", "14,200", "212", "$250,000", "47 minutes", "85", "1,700", "6.2 per cent", "300", "0.4 grams"]


@pytest.mark.parametrize("text", FIGURES)
def test_three_others_of_the_same_form(text: str) -> None:
    for seed in range(20):
        found = alike(text, seed)
        assert found is not None
        assert len({text, *found}) == 4
        shape = re.sub(r"\d", "9", text)
        assert all(re.sub(r"\d", "9", other) == shape for other in found)


def test_none_is_rounder_than_the_right_one_or_more_exact() -> None:
    for seed in range(20):
        for text, zeros in (("41,000", 3), ("1,480", 1), ("212", 0)):
            for other in alike(text, seed) or [""]:
                digits = other.replace(",", "")
                assert len(digits) - len(digits.rstrip("0")) == zeros


def test_the_right_one_takes_every_place_equally_often() -> None:
    ranks = Counter(sum(int(v) < 212 for v in alike("212", seed) or ()) for seed in range(400))
    assert set(ranks) == {0, 1, 2, 3}
    assert all(70 <= count <= 130 for count in ranks.values())


def test_number_words_keep_their_case_and_spelling() -> None:
    assert set(alike("eleven") or ()) <= {"eight", "nine", "ten", "twelve", "thirteen", "fourteen"}
    assert all(word[0].isupper() for word in alike("Forty") or ("",))
    assert set(alike("thirty") or ()) <= {"ten", "twenty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}


def test_forbidden_values_and_a_ceiling_are_kept() -> None:
    for seed in range(30):
        assert "13" not in (look_alikes("14", avoid={"13"}, pick=Random(seed)) or ())
        shares = alike("96 per cent", seed, ceiling=100) or ()
        assert all(int(share.split()[0]) <= 100 for share in shares)


def test_spanish_separators() -> None:
    assert all(re.fullmatch(r"\d\d\.000 metros", t) for t in alike("28.000 metros", decimal_comma=True) or ("",))
    assert all(re.fullmatch(r"\d,\d millones", t) for t in alike("3,5 millones", decimal_comma=True) or ("",))


@pytest.mark.parametrize("text", ["1", "2", "two", "1,000", "10", "no number", "1.2.3"])
def test_none_where_the_form_allows_no_three_good_ones(text: str) -> None:
    assert alike(text) is None
