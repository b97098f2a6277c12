"""Plots as SVG: marks stand where their figures are, say them in words, and no name breaks out."""

import re
import xml.etree.ElementTree as ET

import pytest

from tasks.report.plots.plot import Panel, Plot, Point, Series
from tasks.report.plots.scale import SizeScale, side_by_side
from tasks.report.plots.svg import NARROW, SHADES, WIDE, draw, shape, svg_file

EVIL = '"><script>alert(1)</script>'


def plot(*points, name="tern", panels=1, **changes):
    series = Series(name=name, shade=0, points=points)
    panel = Panel(title="oracle", ticks=((0.5, "1"),), below="size", series=(series,), guess=0.25)
    return Plot(**({"key": "F3", "title": "Sizes", "about": "", "panels": (panel,) * panels, "empty": "Nothing."} | changes))


def point(x, value, interval=None, says="tern: 50 %"):
    return Point(x=x, value=value, interval=interval, says=says)


def parsed(text):
    return ET.fromstring(text)


def test_a_mark_stands_at_its_value_and_says_it():
    low, high = (parsed(draw(plot(point(0.5, value)))) for value in (0.0, 1.0))
    circles = [float(next(one for one in root.iter("circle")).get("cy")) for root in (low, high)]
    ticks = {one.text: float(one.get("y")) - 4 for one in low.iter("text") if one.text in ("0", "100 %")}
    assert circles == pytest.approx([ticks["0"], ticks["100 %"]])
    mark = next(one for one in low.iter("g") if one.get("class") == "mark")
    assert (mark.get("data-says"), mark.get("aria-label"), mark.get("tabindex")) == ("tern: 50 %", "tern: 50 %", "0")


def test_the_interval_reaches_from_low_to_high():
    root = parsed(draw(plot(point(0.5, 0.5, (0.25, 1.0)))))
    line = next(one for one in root.iter("line") if one.get("class") == "interval")
    grid = sorted({float(one.get("y1")) for one in root.iter("line") if one.get("class") == "grid"})
    assert sorted((float(line.get("y1")), float(line.get("y2")))) == pytest.approx([grid[0], grid[3]])


def test_a_line_joins_points_in_the_order_of_x():
    root = parsed(draw(plot(point(0.9, 0.5), point(0.1, 0.2))))
    paths = [one.get("d") for one in root.iter("path") if one.get("class") == "line" and "L" in one.get("d")]
    first, second = re.findall(r"[ML]([\d.]+)", paths[0])
    assert float(first) < float(second)


def test_phones_get_panels_below_one_another():
    wide, narrow = (parsed(draw(plot(point(0.5, 0.5), panels=3), form)) for form in (WIDE, NARROW))
    assert len({one.get("y") for one in wide.iter("text") if one.get("class") == "title"}) == 1
    assert len({one.get("y") for one in narrow.iter("text") if one.get("class") == "title"}) == 3


def test_names_from_outside_are_text():
    evil = plot(point(0.5, 0.5, says=EVIL), name=EVIL, title=EVIL)
    for text in (draw(evil), svg_file(evil)):
        assert "<script" not in text
        parsed(text)


def test_a_file_of_its_own_carries_its_style():
    root = parsed(svg_file(plot(point(0.5, 0.5))))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert next(iter(root)).tag.endswith("style")


def test_nothing_to_draw_is_nothing():
    assert draw(plot()) == "" and svg_file(plot()) == ""


def test_every_colour_has_a_mark_of_its_own_shape():
    assert len({shape(number, 10, 10) for number in range(SHADES)}) == SHADES


def test_sizes_stand_on_a_logarithmic_scale():
    scale = SizeScale([1, 10, 100])
    assert scale.x(10) - scale.x(1) == pytest.approx(scale.x(100) - scale.x(10))
    assert 0 < scale.x(1) < scale.x(100) < 1
    assert all(0 <= x <= 1 for x, _ in scale.ticks())
    assert SizeScale([7]).x(7) == pytest.approx(0.5)
    assert 0 < SizeScale([]).x(3) < 1


def test_names_stand_side_by_side():
    assert side_by_side(2) == [0.25, 0.75]
