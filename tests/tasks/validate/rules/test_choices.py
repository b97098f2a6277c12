"""Four choices, all different, none told apart by type or length."""

from collections.abc import Callable

import pytest

from tasks.validate.options import ValidateOptions
from tasks.validate.rules.choices import distinct_choices, four_choices, one_type, similar_length

Check = Callable[..., str]
Q = "What was it that they decided on 30 November 2026?"


def test_four_choices_pass(check: Check) -> None:
    assert check(four_choices, Q, ["a", "b", "c", "d"]) == ""


@pytest.mark.parametrize("choices", [["a", "b", "c"], ["a", "b", "c", "d", "e"], ["a", "b", "c", " "], ["a", "b", "c", "d" * 500]])
def test_other_numbers_empty_and_overlong_choices_fail(check: Check, choices: list[str]) -> None:
    assert check(four_choices, Q, choices)


@pytest.mark.parametrize(
    "choices",
    [
        ["Lisbon", "Porto", "Braga", "Faro"],
        ["-3 °C", "3 °C", "13 °C", "30 °C"],
        ["1,000", "1,001", "10,000", "100"],
        ["Anna Berg", "Anna Bergman", "A", "B"],
    ],
)
def test_different_choices_pass(check: Check, choices: list[str]) -> None:
    assert check(distinct_choices, Q, choices) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lisbon", "lisbon"),
        ("１２", "12"),
        ("1,000", "1000"),
        ("5 per cent", "5%"),
        ("mid-air", "mid air"),
        ("2024–25", "2024-25"),
        ("the Bank", "Bank."),
        ("a  b", "a b"),
    ],
)
def test_choices_that_are_one_to_a_reader_fail(check: Check, one: str, other: str) -> None:
    assert check(distinct_choices, Q, [one, "x", other, "y"])


@pytest.mark.parametrize(
    "choices",
    [
        ["12 people", "15 people", "twenty people", "25 people"],
        ["3.8 million crowns", "4 million crowns", "380,000 crowns", "2.1 million crowns"],
        ["1964", "1946", "1996", "1897"],
        ["14 March 2027", "15 March 2027", "April 2027", "Monday"],
        ["08:06", "6.52 am", "noon", "09:41"],
        ["Lene Strand", "Grey Willa", "Aldo Kestrin", "the Ferry Authority"],
        ["a cracked bearing", "a broken pump", "rust", "a loose bolt"],
        ["five", "four", "eleven", "twenty-two"],
        ["A350-900", "A330neo", "A380", "A350-1000"],
        ["Boeing 737", "Falcon 9", "Airbus", "Two Rivers"],
        ["$8.8 billion", "$16 billion", "$8.3 billion", "$18 billion"],
        ["mackerel", "Herring", "cod", "haddock"],
        ["about 415 crowns", "451 crowns", "145 crowns", "580 crowns"],
    ],
)
def test_choices_of_one_type_pass(check: Check, choices: list[str]) -> None:
    assert check(one_type, Q, choices) == ""


@pytest.mark.parametrize(
    "choices",
    [
        ["12 people", "Quenby", "Tarnhavn", "Bryndal"],
        ["Quenby", "12 people", "Tarnhavn", "Bryndal"],
        ["14 March 2027", "14", "15", "16"],
        ["08:06", "Monday", "Quenby", "212"],
        ["Lene Strand", "a director", "some passenger", "the crew of a ship"],
        ["40 per cent", "12 people", "3 days", "5 kilometres"],
        ["1964", "12 March 1964", "May 1964", "June 1964"],
    ],
)
def test_a_choice_of_another_type_or_a_key_alone_in_its_kind_fails(check: Check, choices: list[str]) -> None:
    assert check(one_type, Q, choices)


def test_lengths_within_the_stated_bound_pass(check: Check) -> None:
    assert check(similar_length, Q, ["Lima", "Puerto Princesa", "Quito", "Santa Cruz"]) == ""
    assert check(similar_length, Q, ["a" * 10, "b" * 42, "c" * 10, "d" * 20]) == ""


def test_lengths_beyond_the_bound_fail(check: Check) -> None:
    assert "43" in check(similar_length, Q, ["a" * 10, "b" * 43, "c" * 10, "d" * 20])


def test_the_right_choice_must_not_be_by_far_the_longest(check: Check) -> None:
    assert check(similar_length, Q, ["k" * 43, "b" * 20, "c" * 20, "d" * 20])
    assert check(similar_length, Q, ["k" * 42, "b" * 20, "c" * 20, "d" * 20]) == ""


def test_the_bound_is_a_setting(check: Check) -> None:
    strict = ValidateOptions(length_ratio=1.0, length_slack=0)
    assert check(similar_length, Q, ["ab", "abc", "ab", "ab"], options=strict)
