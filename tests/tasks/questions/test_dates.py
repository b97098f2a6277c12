"""Dates in questions: found in the forms that people write, and written in the language of the question."""

from datetime import date

import pytest

from tasks.questions.dates import day_and_month, fill_release_date, find_dates, names_a_year, write_date
from tasks.questions.folding import fold

DAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    "written",
    [
        "30 November 2026", "November 30, 2026", "Nov. 30 2026", "30th of November 2026", "2026-11-30", "30 de noviembre de 2026",
        "30 de noviembre del 2026", "30 de novembro de 2026", "30 novembre 2026", "30. November 2026", "30 november 2026", "2026年11月30日",
    ],
)  # fmt: skip
def test_a_full_date_is_found(written: str) -> None:
    assert [found.day for found in find_dates(fold(f"What was decided as of {written}, in Quenby?"))] == [DAY]


def test_the_place_of_a_date_is_told() -> None:
    text = "what was decided on 30 november 2026?"
    (found,) = find_dates(text)
    assert text[found.start : found.end] == "30 november 2026"


def test_several_dates_are_found_in_order() -> None:
    assert [found.day for found in find_dates("between 1 may 2026 and 3 june 2027?")] == [date(2026, 5, 1), date(2027, 6, 3)]


def test_a_day_that_no_calendar_has_is_found_as_none() -> None:
    assert [found.day for found in find_dates("on 31 november 2026?")] == [None]


@pytest.mark.parametrize("text", ["in november 2026", "30 november", "in 2026", "version 1.30-2026", "flight 12-11-30", ""])
def test_half_a_date_is_none(text: str) -> None:
    assert list(find_dates(text)) == []


@pytest.mark.parametrize(
    ("text", "named"), [("the 2026 cup", True), ("founded in 1897", True), ("2,026 people", False), ("20264", False), ("1.2026", False)]
)
def test_a_year_is_told_from_other_figures(text: str, named: bool) -> None:
    assert names_a_year(text) is named


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "30 November 2026"),
        ("es", "30 de noviembre de 2026"),
        ("de", "30. November 2026"),
        ("zh", "2026年11月30日"),
        ("sw", "2026-11-30"),
    ],
)
def test_dates_are_written_in_the_language_of_the_question_and_found_again(language: str, written: str) -> None:
    assert write_date(DAY, language) == written
    assert [found.day for found in find_dates(fold(written))] == [DAY]


def test_day_and_month_are_looked_for_in_the_articles_language_and_in_english() -> None:
    assert {"30 november", "november 30", "30 de noviembre", "30 nov"} <= set(day_and_month(DAY, "es"))
    assert "30 november" in day_and_month(DAY, "sw")
    assert "30 de noviembre" not in day_and_month(DAY, "en")


@pytest.mark.parametrize("word", ["DATE", "{DATE}", "[DATE]", "<DATE>", "{{DATE}}"])
def test_the_prompts_word_for_the_release_date_is_filled_in(word: str) -> None:
    assert fill_release_date(f"Who led as of {word}?", "30 November 2026") == "Who led as of 30 November 2026?"


@pytest.mark.parametrize("text", ["What is the UPDATE called?", "What date is it?", "DATED 3 May"])
def test_other_words_are_left_alone(text: str) -> None:
    assert fill_release_date(text, "30 November 2026") == text
