"""Tables as CSV."""

import csv
import io

import pytest

from tasks.report.csv_files import csv_text


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_names_then_rows_with_empty_cells_for_nothing():
    assert read(csv_text([{"a": 1, "b": None}, {"a": 0.25, "b": True}])) == [["a", "b"], ["1", ""], ["0.25", "true"]]


def test_commas_quotes_and_line_ends_survive():
    odd = 'a "b", c\nd'
    assert read(csv_text([{"x": odd}])) == [["x"], [odd]]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\ufeff=1", "=HYPERLINK(\"http://x\")"])
def test_a_text_that_a_spreadsheet_would_run_is_made_harmless(text):
    assert read(csv_text([{"x": text}]))[1] == ["'" + text]


def test_numbers_below_zero_stay_numbers():
    assert read(csv_text([{"x": -0.5}]))[1] == ["-0.5"]


def test_no_rows_make_an_empty_file():
    assert csv_text([]) == ""
