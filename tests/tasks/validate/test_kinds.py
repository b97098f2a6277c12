"""What a choice looks like."""

import time

import pytest

from tasks.questions.folding import fold
from tasks.validate.kinds import kind_of, unit_of


@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        ("number", ["12", "1,200", "five", "twenty-two", "two hundred and six", "3.8", "about 40", "3 million", "1-0", "ochenta y seis"]),
        (
            "amount",
            [
                "12 people",
                "3.8 million crowns",
                "$48m",
                "5%",
                "two ships",
                "Two ships",
                "74 minutes",
                "€3 billion",
                "a third of voters",
                "20km",
                "cien barcas",
                "ochenta y seis barcas",
                "doce días",
                "quinze jours",
                "elf Boote",
            ],
        ),
        ("year", ["1964", "in 2026", "1990s", "2024-25"]),
        (
            "date",
            [
                "14 March 2027",
                "March 14",
                "March",
                "Monday",
                "2027-03-14",
                "early May 2027",
                "spring 2027",
                "14 de marzo",
                "3月14日",
                "Friday morning",
            ],
        ),
        ("time", ["08:06", "6 am", "6.52 p.m.", "noon", "21:30 GMT"]),
        ("time", ["doce del mediodía", "once de la mañana", "una de la tarde", "a las 5 de la tarde", "six in the morning"]),
        ("name", ["Lene Strand", "Quenby", "the Oskelund Ferry Authority", "Boeing 737", "A350-900", "Two Rivers", "G20", "76ers FC"]),
        ("phrase", ["a cracked bearing", "mackerel", "too little rain", "by the northern road"]),
    ],
)
def test_kinds(kind: str, choices: list[str]) -> None:
    assert {choice: kind_of(choice, fold(choice)) for choice in choices} == dict.fromkeys(choices, kind)


@pytest.mark.parametrize(
    ("choice", "unit"), [("3.8 million crowns", "crown"), ("one crown", "crown"), ("$48m", "$"), ("5%", "%"), ("12", "")]
)
def test_units(choice: str, unit: str) -> None:
    assert unit_of(fold(choice)) == unit


def test_long_nonsense_is_told_in_bounded_time() -> None:
    start = time.process_time()
    for nonsense in ("3 " * 80 + "x", "about " * 30, "- " * 80, "one-" * 40 + "!", "1." * 80):
        kind_of(nonsense, fold(nonsense))
    assert time.process_time() - start < 1
