"""Open-ended twins: questions that stand without choices, answers that are short spans of the article."""

import pytest

from tasks.questions.folding import fold
from tasks.release.twin import count_tokens, open_ended_twin

ARTICLE = fold(
    "Ferry leaves\nCaptain Mira Dahl, 46, said the “Aurelia” had 1,250 passengers in 2012. "
    "Dahl’s crew of 12 left Penh on Monday."
)


def reason(question, key):
    return open_ended_twin(question, key, ARTICLE).reason


def test_a_question_with_a_span_for_an_answer_is_its_own_twin():
    twin = open_ended_twin("Who commanded the ferry on 29 November 2026?", "Mira Dahl", ARTICLE)
    assert (twin.question, twin.answer, twin.reason) == ("Who commanded the ferry on 29 November 2026?", "Mira Dahl", "")


@pytest.mark.parametrize(
    "question",
    [
        "Which of the following commanded the ferry?", "Which of these people commanded the ferry?",
        "Who among the following is the captain?",
        "Which statement about the ferry is true?", "Which option names the captain?", "What is the captain's name, as listed below?",
        "Choose the correct option for the captain.", "¿Cuál de las siguientes personas manda el ferry?",
        "¿Quién de estas personas manda?",
        "Qual das seguintes pessoas comanda a balsa?", "Laquelle des personnes suivantes commande le ferry ?",
        "Welche der folgenden Personen führt die Fähre?", "Quale delle seguenti persone comanda?", "Wie van de volgende personen?",
        "以下哪一位是船长？", "次のうち船長はどれですか？",
    ],
)  # fmt: skip
def test_a_question_that_leans_on_its_choices_has_none(question):
    assert reason(question, "Mira Dahl") == "leans_on_choices"


@pytest.mark.parametrize("question", ["Which port did the ferry not leave?", "Who is never aboard?",
    "Which crew isn't Norwegian?", "What did all lose EXCEPT one?"])
def test_a_question_for_what_is_not_so_has_none(question):
    assert reason(question, "Mira Dahl") == "negative"


@pytest.mark.parametrize(
    "question",
    ["Which note did the captain leave?", "Who chose Monday's route?", "Which of the two captains spoke?", "What knotted rope was used?"],
)  # fmt: skip
def test_words_that_only_look_alike_are_no_reason(question):
    assert reason(question, "Mira Dahl") == ""


@pytest.mark.parametrize("key", ["Yes", "no", "True", "None of them", "All of the crew", "Both captains"])
def test_an_answer_that_names_nothing_has_none(key):
    assert reason("Who commanded the ferry?", key) == "no_entity"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("46", ""), ("12", ""), ("2012", ""), ("1,250 passengers", ""), ("201", "not_verbatim"), ("250", "not_verbatim"),
        ("1250", "not_verbatim"),
        ("Mir", "not_verbatim"), ("Mira  Dahl", ""), ("“Aurelia”", ""), ('"Aurelia"', ""), ("Dahl's crew", ""), ("the captain",
        "not_verbatim"),
    ],
)  # fmt: skip
def test_the_answer_is_a_span_that_ends_at_word_borders(key, expected):
    assert reason("What does the article of 29 November 2026 name?", key) == expected


def test_an_answer_that_the_question_gives_away_has_none():
    assert reason("Where did Mira Dahl, the captain, go?", "Mira Dahl") == "given_away"


@pytest.mark.parametrize(("words", "expected"), [(10, ""), (11, "too_long")])
def test_ten_tokens_are_the_limit(words, expected):
    key = " ".join(f"w{i}" for i in range(words))
    assert open_ended_twin("What was read out?", key, fold(f"They read {key} aloud.")).reason == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Mira Dahl", 2), ("12.5 million US dollars", 4), ("  spaced   out ", 2), ("state-of-the-art", 1), ("", 0), ("北京", 2),
        ("东京 2020", 3),
        ("AI企業", 3), ("กรุงเทพ", 7), ("서울 시장", 2),
    ],
)  # fmt: skip
def test_what_a_token_is(text, count):
    assert count_tokens(text) == count
