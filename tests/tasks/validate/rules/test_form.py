"""The question as a sentence, and its language."""

from collections.abc import Callable

import pytest
from sample_articles import make_article

from tasks.validate.options import ValidateOptions
from tasks.validate.rules.form import language, question_form

Check = Callable[..., str]
FOUR = ["Flood", "Fire", "Frost", "Storm"]


@pytest.mark.parametrize(
    "question",
    [
        "Who won the race on 30 November 2026?",
        "¿Quién ganó la carrera de Lisvik?",
        "谁在2026年11月30日签署了协议？",
        "誰が条約に署名しましたか。",
        "من فاز بالسباق في المدينة؟",
        'Who sang "Salt and Rope?"',
    ],
)
def test_a_question_passes(check: Check, question: str) -> None:
    assert check(question_form, question, FOUR) == ""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who?", "short"),
        ("", "short"),
        ("Whodunnit, Bartholomew?", "four words"),
        ("Name the winner of the race on 30 November 2026.", "question mark"),
        ("Who won? And who came second in the race?", "more than one"),
        ("Who won the <b>race</b> on 30 November 2026?", "mark-up"),
        ("Who runs https://news.example/x these days?", "mark-up"),
        ("Who won " + "the race and " * 60 + "the cup?", "longer"),
    ],
)
def test_what_is_no_single_bearable_question_fails(check: Check, question: str, said: str) -> None:
    assert said in check(question_form, question, FOUR)


def test_mark_up_in_a_choice_fails(check: Check) -> None:
    assert check(question_form, "Who won the race on Monday?", ["Ana", "Ben", "Cleo &amp; Dan", "Eva"])


def test_the_language_is_that_of_the_article_or_the_one_set(check: Check) -> None:
    spanish = make_article("La barca.", language="es")
    assert check(language, "¿Quién ganó la carrera?", FOUR, language="es", article=spanish) == ""
    assert check(language, "Who won the race?", FOUR, language="en", article=spanish)
    assert check(language, "Who won the race?", FOUR, language="en", article=spanish, options=ValidateOptions(language="en")) == ""
