"""When two texts count as the same, in three strengths."""

import pytest

from tasks.questions.folding import fold, fold_choice, holds_words, tidy


def test_tidy_trims_joins_white_space_and_composes_letters() -> None:
    assert tidy("  Jose\u0301  \n Ferna\u0301ndez\u200b ") == "José Fernández"


def test_tidy_changes_neither_case_nor_width_nor_punctuation() -> None:
    assert tidy("１２ People.") == "１２ People."


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("１２ people", "12 People"),
        ("Seafarers’ Savings", "seafarers' savings"),
        ("“solid”", '"Solid"'),
        ("2024–25", "2024-25"),
        ("3.8\u00a0million", "3.8 million"),
        ("co\u00adoperative", "cooperative"),
        ("l´eau", "l'eau"),
    ],
)
def test_typography_folds_away(written: str, same: str) -> None:
    assert fold(written) == fold(same)


@pytest.mark.parametrize(("one", "other"), [("1,000", "1000"), ("12 cm", "12cm"), ("re-sign", "resign"), ("Bank", "the Bank")])
def test_what_a_writer_would_have_to_change_stays_different_when_verbatim_is_asked(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,000", "1000"),
        ("1 000 crowns", "1,000 crowns"),
        ("12,345,678", "12345678"),
        ("the Ferry Authority", "Ferry authority."),
        ("5.8 per cent", "5.8%"),
        ("5.8 percent", "5.8 %"),
        ("mid-air", "mid air"),
        ("“Undertow”", "Undertow"),
    ],
)
def test_what_a_reader_takes_for_one_choice_folds_to_one(one: str, other: str) -> None:
    assert fold_choice(one) == fold_choice(other)


@pytest.mark.parametrize(
    ("one", "other"), [("-3 °C", "3 °C"), ("3.8 million", "38 million"), ("1.000", "1"), ("12 May", "12 March"), ("10,5", "105")]
)
def test_different_choices_stay_different(one: str, other: str) -> None:
    assert fold_choice(one) != fold_choice(other)


@pytest.mark.parametrize(
    ("text", "words", "held"),
    [
        ("none of the 212 people", "12", False),
        ("3.8 million crowns", "8 million", False),
        ("1,212 people", "212", False),
        ("at 3.8 million", "3.8 million", True),
        ("18 per cent, it said", "18 per cent", True),
        ("the 12-year-old", "12", True),
        ("grey willa reached", "grey will", False),
        ("一共有五百人参加", "五百人", True),
        ("first 12 of 212, then 12.", "12", True),
        ("anything", "", False),
    ],
)
def test_words_are_found_whole(text: str, words: str, held: bool) -> None:
    assert holds_words(text, words) is held
