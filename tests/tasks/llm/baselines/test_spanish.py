"""Spanish: figures and dates, in statements with a blank."""

from __future__ import annotations

import pytest

from tasks.llm.baselines.sentences import sentences
from tasks.llm.baselines.spanish import drafts, quantities


@pytest.mark.parametrize(
    ("text", "kind", "quantity"),
    [
        ("costó 2,4 millones de pesos", "amount", "2,4 millones de pesos"),
        ("costó 650 mil euros", "amount", "650 mil euros"),
        ("bajó al 19 %", "percentage", "19 %"),
        ("perderá el 40 por ciento", "percentage", "40 por ciento"),
        ("reúne a 312 familias", "number", "312"),
        ("produce 28.000 metros cúbicos al día", "measure", "28.000 metros cúbicos"),
        ("abrirá el 3 de mayo de 2027", "date", "3 de mayo de 2027"),
        ("abrió en 2011", "year", "2011"),
    ],
)
def test_quantities(text: str, kind: str, quantity: str) -> None:
    assert [(q.kind, q.text) for q in quantities(text)] == [(kind, quantity)]


def bodies(text: str) -> list[tuple[str, str]]:
    return [(d.body, d.key) for d in drafts(sentences(text), "30 de noviembre de 2026")]


def test_a_sentence_with_a_name_near_its_start_is_asked_about() -> None:
    text = "El alcalde de Marla, Teo Rubio, ha prometido 12.000 pesos para arreglar la plaza."
    assert bodies(text) == [
        ("¿qué importe completa la frase «El alcalde de Marla, Teo Rubio, ha prometido ____ para arreglar la plaza»", "12.000 pesos")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "La planta producirá 28.000 metros cúbicos de agua al día en la Bahía Clara.",
        "Su presidente, Teo Rubio, reclama 300 euros para los vecinos de Marla.",
        "El alcalde Teo Rubio prometió ayer 12.000 pesos para arreglar la plaza.",
        "El alcalde Teo Rubio dijo «son 12.000 pesos» ante los vecinos de Marla.",
        "En total hay 95 familias que viven de las almejas de la costa.",
    ],
)
def test_what_leans_on_others_is_left_out(text: str) -> None:
    assert bodies(text) == []
