"""The language of a question: against the one asked for, only where the text speaks against it."""

import pytest

from tasks.questions.language import language_name, written_language

QUESTIONS = {
    "en": "How many crowns did Lene Strand offer each passenger of the ferry Aurelia on 29 November 2026?",
    "es": "¿Cuántas barcas se amarraron en la dársena vieja de Puerto Lirio según la alcaldesa?",
    "pt": "Quantas pessoas foram retiradas do navio pelo rebocador em Tarnhavn?",
    "fr": "Combien de personnes étaient à bord du ferry quand il est arrivé au port ?",
    "de": "Wie viele Menschen waren an Bord der Fähre, als sie in den Hafen von Tarnhavn einlief, und wer war der Kapitän?",
    "it": "Quanti passeggeri erano sul traghetto quando il timone della nave è stato perso?",
    "nl": "Hoeveel mensen waren aan boord van het schip toen een sleepboot voor de kust kwam?",
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_a_question_in_the_language_asked_for_passes(language: str) -> None:
    assert written_language(QUESTIONS[language], language) == language


@pytest.mark.parametrize("language", [code for code in QUESTIONS if code != "es"])
def test_a_question_in_another_listed_language_is_told(language: str) -> None:
    assert written_language(QUESTIONS[language], "es") == language


def test_names_and_short_questions_are_no_sign_against_the_language() -> None:
    assert written_language("Who is Tobias Renn?", "en") == "en"
    assert written_language("Which newspaper of Los Angeles beat El País and Las Últimas Noticias?", "en") == "en"
    assert written_language("Wann?", "es") == "es"


def test_scripts_decide_where_they_can() -> None:
    assert written_language("谁在2026年11月30日签署了协议？", "en") == "zh"
    assert written_language("Who signed the treaty?", "ja") == "en"
    assert written_language("誰が条約に署名しましたか？", "ja") == "ja"
    assert written_language("Кто подписал договор 30 ноября 2026 года?", "ru") == "ru"


def test_a_foreign_name_in_its_own_script_is_no_foreign_question() -> None:
    assert written_language("Who founded the Tarnhavn restaurant 北海 (North Sea) in the harbour?", "en") == "en"


def test_a_language_of_which_nothing_is_known_is_believed() -> None:
    assert written_language("How many people were aboard the ship?", "sw") == "sw"


def test_names_for_prompts() -> None:
    assert language_name("es") == "Spanish"
    assert "article" in language_name("xx")
