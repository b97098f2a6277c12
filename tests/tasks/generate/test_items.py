"""Items in any form that agents write; what cannot be used says why and never raises."""

from typing import Any

import pytest

from tasks.generate.items import read_item

QUESTION = "Which tug towed the Aurelia?"
FOUR = ["Grey Willa", "Petrel", "Grey Wilma", "Star"]


def read(raw: Any) -> tuple[str, str]:
    item = read_item(raw)
    return item.key, item.reason


def test_the_row_asked_for_puts_the_right_choice_first() -> None:
    item = read_item([QUESTION, *FOUR, "the Petrel came later"])
    assert (item.question, item.choices, item.key, item.rationale, item.reason) == (
        QUESTION,
        tuple(FOUR),
        "Grey Willa",
        "the Petrel came later",
        "",
    )


def test_a_row_may_lack_its_rationale() -> None:
    assert read([QUESTION, *FOUR]) == ("Grey Willa", "")


def test_a_row_whose_last_cell_names_another_choice_is_not_trusted() -> None:
    assert read([QUESTION, *FOUR, "C"]) == ("", "key_ambiguous")
    assert read([QUESTION, *FOUR, "Star"]) == ("", "key_ambiguous")
    assert read([QUESTION, *FOUR, "A"]) == ("Grey Willa", "")


def test_the_published_form_is_read() -> None:
    raw = {"question_idx": 1, "question": QUESTION, "choices": FOUR, "ground_truth": "Star", "rationale": "It says so."}
    item = read_item(raw)
    assert (item.key, item.rationale, item.reason) == ("Star", "It says so.", "")


@pytest.mark.parametrize(
    "raw",
    [
        {"question": QUESTION, "options": FOUR, "answer": "Star"},
        {"Question": QUESTION, "Choices": FOUR, "Correct_Answer": "star."},
        {"q": QUESTION, "choices": dict(zip("ABCD", FOUR, strict=True)), "ground_truth": "D"},
        {"question": QUESTION, "choices": dict(zip("dcba", reversed(FOUR), strict=True)), "key": "d"},
        {"question": QUESTION, **dict(zip("ABCD", FOUR, strict=True)), "answer": "D) Star"},
        {"question": QUESTION, "choices": [f"{letter}. {c}" for letter, c in zip("ABCD", FOUR, strict=True)], "answer": "D. Star"},
        [QUESTION, FOUR, "Star"],
        [QUESTION, FOUR, "D", "It says so."],
    ],
)
def test_other_forms_are_read(raw: Any) -> None:
    assert read(raw) == ("Star", "")
    assert read_item(raw).choices == tuple(FOUR)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"question": QUESTION, "choices": FOUR, "answer": -1}, "key_is_an_index"),
        ({"question": QUESTION, "choices": FOUR, "answer": True}, "key_is_an_index"),
        ({"question": QUESTION, "choices": FOUR, "answer": "2"}, "key_is_an_index"),
        ({"question": QUESTION, "choices": FOUR, "answer": 1}, "key_is_an_index"),
        ({"question": QUESTION, "choices": FOUR}, "key_missing"),
        ({"question": QUESTION, "choices": FOUR, "answer": "Gull"}, "key_not_a_choice"),
        ({"question": QUESTION, "choices": FOUR[:3], "answer": "Petrel"}, "not_four_choices"),
        ({"question": QUESTION, "choices": [*FOUR, "Fifth"], "answer": "Petrel"}, "not_four_choices"),
        ({"question": QUESTION, "choices": {"A": "w", "B": "x"}, "answer": "A"}, "not_four_choices"),
        ({"question": QUESTION, "choices": [], "answer": "A"}, "no_choices"),
        ({"question": QUESTION, "answer": "A"}, "no_choices"),
        ({"question": QUESTION, "choices": "Star", "answer": "A"}, "no_choices"),
        ({"question": QUESTION, "choices": [1, 2, 3, 4], "answer": "2"}, "choices_not_text"),
        ({"question": QUESTION, "choices": ["Star", "Star", "Petrel", "Gull"], "answer": "A"}, "key_twice"),
        ({"question": QUESTION, "choices": ["Star", " ", "Petrel", "Gull"], "answer": "A"}, "empty_choice"),
        ({"question": " ", "choices": FOUR, "answer": "A"}, "no_question"),
        ({"choices": FOUR, "answer": "A"}, "no_question"),
        ({}, "no_question"),
        ([QUESTION, *FOUR[:3]], "not_four_choices"),
        ([QUESTION, *FOUR, "why", "more"], "not_four_choices"),
        ([QUESTION, 1, 2, 3, 4], "not_an_item"),
        (["", *FOUR], "no_question"),
        ([], "not_an_item"),
        ("Which tug?", "not_an_item"),
        (7, "not_an_item"),
        (None, "not_an_item"),
    ],
)
def test_what_cannot_be_used_says_why(raw: Any, reason: str) -> None:
    assert read_item(raw).reason == reason


def test_the_key_of_a_usable_item_is_byte_for_byte_one_choice() -> None:
    for stated in ("A", "grey willa", "GREY  WILLA.", "A) Grey Willa"):
        item = read_item({"question": QUESTION, "choices": FOUR, "answer": stated})
        assert item.choices.count(item.key) == 1
