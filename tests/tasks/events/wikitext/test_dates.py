"""Dates as year pages write them; what a page does not say is never filled in."""

import pytest

from tasks.events.wikitext.dates import leading_date, month_of


@pytest.mark.parametrize(
    ("line", "start", "end", "precision", "rest"),
    [
        ("3 January – A", "2024-01-03", "2024-01-03", "day", "A"),
        ("January 3: A", "2024-01-03", "2024-01-03", "day", "A"),
        ("January 3–5 – A", "2024-01-03", "2024-01-05", "day", "A"),
        ("14 - 16 March – A", "2024-03-14", "2024-03-16", "day", "A"),
        ("5 and 6 March – A", "2024-03-05", "2024-03-06", "day", "A"),
        ("16 March – 9 April", "2024-03-16", "2024-04-09", "day", ""),
        ("March 16 – April 9: A", "2024-03-16", "2024-04-09", "day", "A"),
        ("30 December – 2 January 2025 – A", "2024-12-30", "2025-01-02", "day", "A"),
        ("December 30, 2024 – January 2, 2025: A", "2024-12-30", "2025-01-02", "day", "A"),
        ("30 December – 2 January – A", "2024-12-30", "2025-01-02", "day", "A"),
        ("2024-02-29: A", "2024-02-29", "2024-02-29", "day", "A"),
        ("1st of May – A", "2024-05-01", "2024-05-01", "day", "A"),
        ("March – A", "2024-03-01", "2024-03-31", "month", "A"),
        ("Early March – A", "2024-03-01", "2024-03-31", "month", "A"),
        ("March–May – A", "2024-03-01", "2024-05-31", "month", "A"),
        ("2024 – A", "2024-01-01", "2024-12-31", "year", "A"),
        ("TBA – A", None, None, "none", "A"),
        ("Date unknown – A", None, None, "none", "A"),
    ],
)
def test_a_date_at_the_start_of_a_line(line, start, end, precision, rest):
    found, left = leading_date(line, 2024)
    assert found is not None
    assert (found.start, found.end, found.precision, left) == (start, end, precision, rest)


@pytest.mark.parametrize(
    "line",
    [
        "May announces her plan",
        "March of the miners", "31 February – A", "3 people drown", "2019 – A", "12 Monkeys – A", "A – 3 January", "1,000 march", "99 March – A",
    ],
)
def test_what_is_no_date_stays_in_the_text(line):
    assert leading_date(line, 2024) == (None, line)


def test_a_day_alone_needs_the_headings_month():
    assert leading_date("7 – A", 2024) == (None, "7 – A")
    found, rest = leading_date("7 – A", 2024, month=3)
    assert found is not None and (found.start, rest) == ("2024-03-07", "A")
    spanned, _ = leading_date("7–9: A", 2024, month=3)
    assert spanned is not None and spanned.end == "2024-03-09"


def test_words_before_a_date_count_only_in_sentences():
    assert leading_date("On 3 May, a dam bursts.", 2024) == (None, "On 3 May, a dam bursts.")
    found, rest = leading_date("On 3 May, a dam bursts.", 2024, led=True)
    assert found is not None and (found.start, rest) == ("2024-05-03", "a dam bursts.")


@pytest.mark.parametrize(("heading", "month"), [("January", 1), ("January 2024", 1), ("Março de 2020", 3), ("10月", 10), ("May Day", None), ("Events", None)])
def test_headings_that_are_months(heading, month):
    assert month_of(heading) == month


def test_a_range_that_runs_backwards_says_so():
    found, _ = leading_date("23 March – 18 March – A", 2024)
    assert found is not None and (found.start, found.end, found.notes) == ("2024-03-23", "2024-03-23", ("end_before_start",))
