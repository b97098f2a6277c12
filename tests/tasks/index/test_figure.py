"""Figure 2: every retriever and k stand in it, and the same figures give the same file."""

from xml.etree import ElementTree

import pytest

from tasks.index.figure import draw_figure_2
from tasks.index.tables import Series

POINTS = ((1, 0.8, 0.7, 0.9), (10, 0.6, 0.5, 0.7))
SERIES = [Series(retriever=name, k=k, points=POINTS) for name in ("bm25", "dense:a<b") for k in (1, 10)]


@pytest.mark.slow
def test_a_line_for_each_retriever_in_a_panel_for_each_k():
    drawn = draw_figure_2(SERIES)
    root = ElementTree.fromstring(drawn)
    names = [element.get("id", "") for element in root.iter()]
    assert sum(name.startswith("axes_") for name in names) == 2
    assert drawn == draw_figure_2(SERIES)
    assert drawn != draw_figure_2(SERIES[:2])


def test_nothing_measured_is_no_figure():
    assert draw_figure_2([]) == ""
