"""Rows on a terminal: a table where words fit whole, else a block for each row."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from rich.console import Console

from flows.cli.layout import blocks_of, filled, plain, table_of


def printed(rows, width, **options):
    table = table_of(rows, list(rows[0]), width=width, **options)
    if table is None:
        return None
    file = StringIO()
    Console(file=file, width=width).print(table)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_a_table_shows_every_word_whole():
    rows = [{"model": "baseline/overlap", "what it says": "a long sentence about nothing in particular", "n": 12}]
    for width in range(32, 70):
        lines = printed(rows, width)
        assert max(map(len, lines)) <= width
        words = " ".join(lines).split()
        assert all(word in words for word in ["baseline/overlap", "a", "long", "sentence", "about", "nothing", "in", "particular", "12"])


def test_where_the_words_do_not_fit_there_is_no_table():
    rows = [{"run": "news-2026-11-30-daily", "release": "news-2026-11-30-daily-0123abcd"}]
    assert printed(rows, 40) is None
    assert printed(rows, 60) is not None


def test_a_header_takes_two_lines_before_a_row_does():
    lines = printed([{"accuracy in percent": 35.2, "model": "a b c d e f g h i j k l"}], 33)
    assert lines[-1].split() == ["35.2", *"abcdefghijkl"]


def test_very_long_words_are_torn_only_where_that_is_allowed():
    rows = [{"run": "r", "report": "/" + "x" * 90}]
    assert printed(rows, 80) is not None
    assert printed(rows, 80, fold=False) is None


def test_numbers_of_a_column_have_the_same_decimals_and_stand_to_the_right():
    assert printed([{"share": 100.0}, {"share": 8.25}, {"share": None}], 20)[2:] == ["100.00", "  8.25", "     -"]
    assert printed([{"usd": 0.0001}, {"usd": 0.25}], 20)[2:] == ["0.0001", "0.2500"]
    assert printed([{"calls": 1200}, {"calls": 7}], 20)[2:] == [" 1200", "    7"]


def test_text_from_outside_is_never_markup():
    assert "[bold]x[/bold]" in printed([{"title": "[bold]x[/bold]"}], 40)[-1]


def test_a_block_leaves_out_what_is_empty():
    assert blocks_of([{"run": "a", "detail": "", "release": None, "n": 0}], ["run", "detail", "release", "n"]) == ["run      a\nn        0"]


def test_columns_that_hold_nothing_are_left_out():
    assert filled([{"a": 1, "b": ""}, {"a": 2, "b": None}], ["a", "b", "c"]) == ["a"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"), (True, "yes"), (24.0, "24"), (35.2, "35.2"), (1234.5, "1,234.5"), (0.0001, "0.0001"), ({"kept": 3, "dropped": 0}, "kept 3, dropped 0"),
        (["a", "b"], "a, b"), ([], "-"), (datetime(2026, 11, 30, 6, 0, 1, 234, UTC), "2026-11-30T06:00:01Z"),
    ],
)  # fmt: skip
def test_values_as_a_person_reads_them(value, text):
    assert plain(value) == text
