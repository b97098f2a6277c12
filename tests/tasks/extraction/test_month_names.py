import pytest

from tasks.extraction.month_names import _NAMES, fold, month_number


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("January", 1),
        ("SEPT.", 9),
        ("março", 3),
        ("fevereiro", 2),
        ("août", 8),
        ("März", 3),
        ("января", 1),
        ("Ağustos", 8),
        ("Kasım", 11),
        ("grudnia", 12),
        ("Μαΐου", 5),
    ],
)
def test_names_in_many_languages(word: str, number: int) -> None:
    assert month_number(word) == number


def test_every_language_has_twelve_months_and_no_name_means_two() -> None:
    meanings: dict[str, set[int]] = {}
    for language, line in _NAMES.items():
        months = line.split()
        assert len(months) == 12, language
        for number, names in enumerate(months, 1):
            for name in names.split("/"):
                meanings.setdefault(fold(name), set()).add(number)
    meanings.pop("-", None)
    assert {name for name, numbers in meanings.items() if len(numbers) > 1} == set()


def test_a_name_that_is_november_here_and_october_there_needs_the_language() -> None:
    assert month_number("listopada") is None
    assert month_number("listopada", "pl") == 11
    assert month_number("listopada", "hr-HR") == 10


@pytest.mark.parametrize("word", ["Monday", "at", "x", ""])
def test_other_words_are_no_months(word: str) -> None:
    assert month_number(word) is None
