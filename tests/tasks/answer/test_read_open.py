"""Reading an open-ended answer."""

import pytest

from tasks.answer.read_open import ends_its_line, first_line, read_open


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Mira Dahl", "Mira Dahl"), ("\n\n  Mira Dahl \nShe is the captain.", "Mira Dahl"), ("Answer: Mira Dahl", "Mira Dahl"),
        ("The answer is: Mira Dahl", "Mira Dahl"), ("**Answer:** Mira Dahl", "Mira Dahl"), ("Answer:\nMira Dahl", "Mira Dahl"),
        ("- Mira Dahl", "Mira Dahl"), ("<think>Dahl?</think>\nMira Dahl", "Mira Dahl"), ("<think>Mira Dahl", ""), ("", ""), (" \n\t", ""),
        ("\\boxed{Mira Dahl}", "Mira Dahl"), ("-3", "-3"), ("Mira Dahl\n\nQuestion: Who else?\nAnswer: Nobody", "Mira Dahl"),
    ],
)  # fmt: skip
def test_the_first_line_with_words_counts(text, line):
    assert first_line(text) == line


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("mira dahl.", "right"), ("Mira Dohl", "wrong"), ("I don't know", "refused"),
        ("unknown", "refused"), ("The text does not say who leads it.", "refused"), ("", "unparsed"), ("Mira Dahl, I am not sure", "refused"),
    ],
)
def test_its_status(text, status):
    assert read_open(text, "Mira Dahl").status == status


def test_an_expected_answer_that_reads_like_a_refusal_is_right():
    assert read_open("Unknown", "Unknown").status == "right"


def test_a_line_that_goes_on_has_no_end():
    assert ends_its_line("Mira Dahl\nthe captain") and not ends_its_line("Mira Dahl, the capt")
