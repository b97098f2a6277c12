"""When a free answer is the expected one."""

import pytest

from tasks.questions.equality import holds_answer, normal_answer, same_answer


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("mira DAHL", "Mira Dahl"), ("Mira Dahl.", "Mira Dahl"), ("“Mira Dahl”", "Mira Dahl"), ("Ｍｉｒａ　Ｄａｈｌ", "Mira Dahl"),
        ("the Harbour Bank", "Harbour Bank"), ("Harbour Bank", "The Harbour Bank"), ("University of Arts", "University of the Arts"),
        ("1,000", "1000"), ("1 000 euros", "1,000 euros"), ("12 per cent", "12%"), ("12 %", "12%"), ("O’Neil", "O'Neil"), ("ONeil", "O'Neil"),
        ("U.S.", "US"), ("twenty–one", "twenty-one"), ("twenty one", "twenty-one"), ("Dahl & Sons", "Dahl and Sons"), ("$1,000.", "$1000"),
        ("29 November, 2026", "29 November 2026"), ("(Mira Dahl)", "Mira Dahl"), ("Mira  \t Dahl", "Mira Dahl"), ("a ferry", "ferry"),
        ("Café Aurelia", "Cafe\u0301 Aurelia"), ("6:15", "6:15"), ("港", "港"),
    ],
)  # fmt: skip
def test_what_typography_does_to_an_answer_does_not_count(given, expected):
    assert same_answer(given, expected) and same_answer(expected, given)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("1.5", "15"), ("15", "1.5"), ("-3", "3"), ("$5", "5"), ("5%", "5"), ("Dahl Mira", "Mira Dahl"), ("Vitamin A", "Vitamin"), ("6:15", "615"),
        ("40", "40 passengers"), ("a dozen", "12"), ("", "Mira Dahl"), ("Mira Dahl", ""), ("", ""), ("café", "cafe"), ("3/4", "34"),
    ],
)  # fmt: skip
def test_what_changes_an_answer_counts(given, expected):
    assert not same_answer(given, expected)


def test_an_article_is_no_name():
    assert normal_answer("Hepatitis A") == "hepatitis a"
    assert normal_answer("A") == "a"


def test_signs_alone_are_compared_as_they_stand():
    assert same_answer("?!", "?!") and not same_answer("?!", "!")


def test_an_answer_within_a_sentence_is_found_in_whole_words():
    assert holds_answer("The ferry had 40 passengers aboard.", "40 Passengers")
    assert not holds_answer("The ferry had 140 passengers aboard.", "40 passengers")
    assert not holds_answer("It rained.", "")
