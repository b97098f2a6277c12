"""From the stated answer to one choice, by exact rules only."""

from typing import Any

import pytest

from tasks.generate.keys import clean_choices, find_key

CHOICES = ("12 people", "15 people", "20 people", "25 people")


@pytest.mark.parametrize(
    "stated",
    [
        "12 people",
        "A",
        "a",
        "(A)",
        "A.",
        "A)",
        "Option A",
        "A) 12 people",
        "a. 12 People",
        "Choice A: 12 people",
        "12 people.",
        " 12  People",
        "１２ people",
        "12 PEOPLE",
        "12\u00a0people",
    ],
)
def test_text_letter_or_both_name_the_choice(stated: str) -> None:
    assert find_key(stated, CHOICES) == ("12 people", "")


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ("a dozen people", "key_not_a_choice"),
        ("12", "key_is_an_index"),
        ("12 persons", "key_not_a_choice"),
        ("E", "key_not_a_choice"),
        ("A) a dozen people", "key_not_a_choice"),
        ("B) 12 people", "key_ambiguous"),
        (2, "key_is_an_index"),
        (-1, "key_is_an_index"),
        (True, "key_is_an_index"),
        (0.0, "key_is_an_index"),
        ("2", "key_is_an_index"),
        ("-1", "key_is_an_index"),
        (None, "key_missing"),
        ("", "key_missing"),
        (["A"], "key_not_a_choice"),
        ({"A": 1}, "key_not_a_choice"),
    ],
)
def test_nothing_is_guessed(stated: Any, reason: str) -> None:
    assert find_key(stated, CHOICES) == (None, reason)


def test_a_choice_that_is_a_figure_is_named_by_its_text() -> None:
    assert find_key("2", ("1", "2", "3", "4")) == ("2", "")


def test_a_choice_that_is_a_letter_is_named_by_its_text_first() -> None:
    assert find_key("B", ("C", "B", "D", "A")) == ("B", "")


def test_two_choices_of_the_same_folded_text_leave_the_key_open() -> None:
    assert find_key("LISBON", ("Lisbon", "lisbon", "Porto", "Braga")) == (None, "key_ambiguous")
    assert find_key("lisbon", ("Lisbon", "lisbon", "Porto", "Braga")) == ("lisbon", "")


def test_labels_come_off_when_all_choices_carry_theirs() -> None:
    assert clean_choices(["A) Lisbon", "B) Porto", "C) Braga", "D) Faro"]) == ("Lisbon", "Porto", "Braga", "Faro")
    assert clean_choices(["(a) 1", "(b) 2", "(c) 3", "(d) 4"]) == ("1", "2", "3", "4")


def test_initials_stay_on() -> None:
    names = ("A. Holt", "B. Marr", "A. Renn", "D. Penh")
    assert clean_choices(names) == names
    letters = ("A", "B", "C", "D")
    assert clean_choices(letters) == letters


def test_choices_are_trimmed_and_composed() -> None:
    assert clean_choices([" Jose\u0301 ", "Ana\n Ruiz", "Eva", "Leo"]) == ("José", "Ana Ruiz", "Eva", "Leo")
