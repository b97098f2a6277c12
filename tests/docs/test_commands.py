"""Every command that a page shows is run, in the page's order, and prints what the page says."""

import importlib.util

import pytest
from doc_pages import Command, pages, steps, unmatched

# The small language model is an extra that some machines have no wheel for.
NEEDS = {"local-models": "xllamacpp"}
RUNNABLE = [
    page for page in pages() if any(isinstance(step, Command) for step in steps(page)) and importlib.util.find_spec(NEEDS.get(page.stem, "pytest"))
]


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: page.stem)
def test_the_commands_of_a_page_do_what_it_says(outcomes, page):
    outcomes[page].result()


@pytest.mark.parametrize(
    ("expected", "missing"),
    [
        (("kept 3",), None),
        (("kept   3", "dropped …"), None),
        (("…", "dropped near_copy 2"), None),
        (("dropped …", "kept 3"), "kept 3"),
        (("kept",), "kept"),
        (("kept …4",), "kept …4"),
    ],
)
def test_shown_output_is_looked_for_line_by_line_in_order(expected, missing):
    assert unmatched(expected, "stage\nkept     3\n\ndropped  near_copy  2\n") == missing
