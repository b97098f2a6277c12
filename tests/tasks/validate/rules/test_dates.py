"""A question must mean the same thing on any later day. The release date of these tests is 30 November 2026, a Monday."""

from collections.abc import Callable

import pytest
from sample_articles import make_article

from tasks.validate.options import ValidateOptions
from tasks.validate.rules.dates import date_present

Check = Callable[..., str]
FOUR = ["Flood", "Fire", "Frost", "Storm"]


@pytest.mark.parametrize(
    "question",
    [
        "Who led the Oskelund Ferry Authority as of 30 November 2026?",
        "Who is director of the Oskelund Ferry Authority as of November 30, 2026?",
        "Which tug towed the ferry Aurelia to Sandreach on 30 November 2026?",
        "How much did the repairs of the ferry Aurelia cost?",
        "Who will open the hearing on the Aurelia on 14 March 2027?",
        "Which team is in the final of the 2026 Oskelund Cup?",
        "What is the name of the tug that towed the ferry Aurelia?",
        "Which paper broke the story first, USA Today or Psychology Today, on 30 November 2026?",
        'Who said "we were lucky today" after the rescue of the Aurelia?',
        "How strong was the current that pushed the Aurelia off course on 29 November 2026?",
        "Which bank reported a current account surplus on 30 November 2026?",
        "On Monday, 30 November 2026, which tug reached the ferry Aurelia?",
    ],
)
def test_dated_and_timeless_questions_pass(check: Check, question: str) -> None:
    assert check(date_present, question, FOUR) == ""


@pytest.mark.parametrize(
    "question",
    [
        "Which tug towed the ferry Aurelia today?",
        "Today, which tug towed the ferry Aurelia?",
        "Who recently became director of the Oskelund Ferry Authority?",
        "How many people were hurt this week off Hollin Point?",
        "Who currently leads the Oskelund Ferry Authority?",
        "Who now leads the Oskelund Ferry Authority as of 30 November 2026?",
        "What did Lene Strand offer last month?",
        "Which ferry was towed on Monday?",
        "How many years ago was the Aurelia built?",
        "Who won the latest race?",
        "How many have been hurt so far in 2026?",
    ],
)
def test_time_that_moves_fails(check: Check, question: str) -> None:
    assert "moves" in check(date_present, question, FOUR)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("¿Quién ganó ayer la regata?", "es"),
        ("Quem venceu ontem a corrida?", "pt"),
        ("Qui a gagné hier ?", "fr"),
        ("Wer hat gestern gewonnen?", "de"),
    ],
)
def test_time_that_moves_fails_in_other_languages(check: Check, question: str, language: str) -> None:
    assert check(date_present, question, FOUR, language=language)


def test_as_of_must_name_the_release_date(check: Check) -> None:
    assert "release date" in check(date_present, "Who led the Ferry Authority as of 29 November 2026?", FOUR)
    assert "no full date" in check(date_present, "Who led the Ferry Authority as of November 2026?", FOUR)
    assert "release date" in check(date_present, "¿Quién dirigía el puerto a fecha de 29 de noviembre de 2026?", FOUR, language="es")


def test_another_date_must_be_one_that_the_article_gives(check: Check) -> None:
    question = "What opens on {} in the case of the Aurelia?"
    assert check(date_present, question.format("14 March 2027"), FOUR) == ""
    assert "does not give" in check(date_present, question.format("15 March 2027"), FOUR)


def test_a_weekday_in_the_article_vouches_for_the_days_around(check: Check) -> None:
    question = "Which tug reached the ferry Aurelia on 27 November 2026?"
    assert check(date_present, question, FOUR) == ""
    assert check(date_present, question, FOUR, body="The tug came at 08:06.")
    assert check(date_present, question, FOUR, options=ValidateOptions(nearby_days=1))


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("es", "Con tres toques de sirena zarpó ayer el primer cargamento de mango."),
        ("es", "El barco zarpó el sábado con 4.800 cajas."),
        ("pt", "O navio partiu na quinta-feira com 4.800 caixas."),
        ("fr", "Le cargo est parti hier avec 4 800 caisses."),
        ("de", "Das Schiff lief am Donnerstag mit 4800 Kisten aus."),
    ],
)
def test_so_does_one_in_the_language_of_the_article(check: Check, language: str, body: str) -> None:
    question = "¿Qué carga llevaba el barco que zarpó el 29 de noviembre de 2026?"
    assert check(date_present, question, FOUR, article=make_article(body, language=language), language="es") == ""
    assert "does not give" in check(date_present, question, FOUR, article=make_article("Son 4.800 cajas.", language=language), language="es")


def test_the_morning_is_not_tomorrow(check: Check) -> None:
    four = ("once de la mañana", "una de la tarde", "cinco de la tarde", "nueve de la mañana")
    assert check(date_present, "¿Cuándo cerró el mercado el 30 de noviembre de 2026?", four, language="es") == ""
    assert check(date_present, "¿Cuándo cerró el mercado el 30 de noviembre de 2026?", ("mañana", *four[1:]), language="es")


def test_a_day_that_no_calendar_has_fails(check: Check) -> None:
    assert check(date_present, "Which tug came on 31 November 2026?", FOUR)


@pytest.mark.parametrize(
    "question",
    ["Who is director of the Oskelund Ferry Authority?", "How many ships does Halcyon Fisheries own?", "Which ferry has the largest crew?"],
)
def test_the_present_tense_needs_a_date(check: Check, question: str) -> None:
    assert check(date_present, question, FOUR) == "no date for what may change"


@pytest.mark.parametrize("choice", ["yesterday", "next week", "three years ago", "this summer"])
def test_a_choice_with_time_that_moves_fails(check: Check, choice: str) -> None:
    assert check(date_present, "When was the ferry built, by the log of 30 November 2026?", [choice, *FOUR[1:]])


@pytest.mark.parametrize("choice", ["Monday", "in 1998", "the day after the storm"])
def test_other_choices_pass(check: Check, choice: str) -> None:
    assert check(date_present, "When was the ferry built, by the log of 30 November 2026?", [choice, *FOUR[1:]]) == ""
