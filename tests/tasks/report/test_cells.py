"""Values as a page shows and sorts them."""

import pytest

from tasks.report.cells import plain, shown, table_view


@pytest.mark.parametrize(("column", "value", "text"), [
    ("calls", 1234567, "1,234,567"), ("HTTP", 1404, "1404"), ("accuracy %", 53.0, "53.0"), ("spread", 2.25, "2.2"), ("USD", 0.0, "0.00"),
    ("USD per question", 0.00000412, "0.0000041"), ("USD", "unknown", "unknown"), ("reason", "", "–"), ("x", None, "–"), ("x", True, "yes"),
    ("x", 1234.5678, "1,235"),
])  # fmt: skip
def test_texts(column, value, text):
    assert shown(column, value) == text


def test_control_characters_never_reach_a_page():
    assert plain("a\x00b\x1b[31mc\x85d\te") == "a b [31mc d\te"


def test_figures_stand_to_the_right_and_sort_by_value():
    view = table_view("scores", [{"model": "b", "questions": 10, "95 % interval": "9.0 to 12.0", "USD": "unknown"},
                                 {"model": "a", "questions": 9, "95 % interval": None, "USD": 0.5}])  # fmt: skip
    assert [(column.name, column.numeric) for column in view.columns] == [
        ("model", False), ("questions", True), ("95 % interval", True), ("USD", True),
    ]  # fmt: skip
    assert [[cell.order for cell in row] for row in view.rows] == [["b", "10", "9.0", ""], ["a", "9", "", "0.5"]]


def test_columns_carry_their_meaning_and_some_can_be_left_out():
    view = table_view("positions", [{"model": "x", "A %": 25.0}], leave_out=("model",))
    assert [(column.name, bool(column.meaning)) for column in view.columns] == [("A %", True)]


def test_no_rows_no_columns():
    assert table_view("costs", []).columns == ()
