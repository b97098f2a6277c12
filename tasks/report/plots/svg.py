"""A plot as SVG in two forms, wide and for phones. Marks carry their figure in words for people who hover, tap, tab or listen.

Colours are classes, which the page's style fills for light and dark; a file of its own gets ``FILE_STYLE``. Each colour has a mark of its own shape,
so that a print in grey can be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from tasks.report.cells import plain
from tasks.report.plots.plot import Panel, Plot, Point, Series

SHADES = 8
_COLOURS = ("#1f5f99", "#b8620e", "#226a52", "#84568f", "#b5495b", "#7a6a1f", "#3f8f9b", "#5b6570")
_LETTER = 7.1  # width of a letter of 12 units, roughly
_LINE = 18


@dataclass(frozen=True, slots=True)
class Form:
    """Sizes in the drawing's units. panels: at most so many side by side."""

    name: str
    width: int
    height: int
    panels: int


WIDE, NARROW = Form("wide", 860, 300, 4), Form("narrow", 360, 230, 1)
_LEFT, _RIGHT, _TOP, _BOTTOM, _GAP = 48, 8, 30, 46, 16
_CORNERS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.25), (1.15, 0.85), (-1.15, 0.85)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    ((0, 1.25), (1.15, -0.85), (-1.15, -0.85)),
    ((-1.1, -0.55), (1.1, -0.55), (1.1, 0.55), (-1.1, 0.55)),
    ((-0.55, -1.1), (0.55, -1.1), (0.55, 1.1), (-0.55, 1.1)),
    ((0, -1.3), (1.2, -0.3), (0.75, 1), (-0.75, 1), (-1.2, -0.3)),
)
FILE_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:13px}.grid{stroke:#e2dfd7}.guess{stroke:#5b6570;stroke-dasharray:5 4}"
    ".line{fill:none;stroke-width:2}.dashed .line{stroke-dasharray:7 4}.dotted .line{stroke-dasharray:2 4}.interval{stroke-width:1.4;opacity:.55}"
    + "".join(f".s{n} .line,.s{n} .interval{{stroke:{c}}}.s{n} .shape{{fill:{c}}}" for n, c in enumerate(_COLOURS))
)


def draw(plot: Plot, form: Form = WIDE) -> Markup:
    """The drawing as an ``svg`` element; an empty text when there is nothing to draw."""
    if not plot.drawn:
        return Markup("")
    columns = min(form.panels, len(plot.panels))
    legend, top = _legend(plot, form.width)
    width = (form.width - _GAP * (columns - 1)) / columns
    body = []
    for number, panel in enumerate(plot.panels):
        x, y = (number % columns) * (width + _GAP), top + (number // columns) * (form.height + _GAP)
        body.append(_panel(panel, _Frame(x + _LEFT, y + _TOP, width - _LEFT - _RIGHT, form.height - _TOP - _BOTTOM)))
    height = top + -(-len(plot.panels) // columns) * (form.height + _GAP)
    return Markup('<svg class="plot {}" viewBox="0 0 {} {}" role="group" aria-label="{}">{}{}</svg>').format(
        form.name, form.width, round(height), f"{plot.title}. The figures stand in the tables.", legend, Markup("").join(body)
    )


def svg_file(plot: Plot) -> str:
    """The wide form as a document of its own; empty when there is nothing to draw."""
    drawn = draw(plot)
    style = Markup("<style>{}</style>").format(Markup(FILE_STYLE))  # noqa: S704  our own text
    return str(drawn).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">", f">{style}", 1) + "\n" if drawn else ""


@dataclass(frozen=True, slots=True)
class _Frame:
    left: float
    top: float
    width: float
    height: float

    def x(self, share: float) -> float:
        return round(self.left + share * self.width, 1)

    def y(self, value: float) -> float:
        return round(self.top + (1 - value) * self.height, 1)


def _panel(panel: Panel, frame: _Frame) -> Markup:
    right, foot = frame.left + frame.width, frame.top + frame.height
    parts = [Markup('<text class="title" x="{}" y="{}">{}</text>').format(frame.left, frame.top - 11, plain(panel.title))]
    for percent in (0, 25, 50, 75, 100):
        y = frame.y(percent / 100)
        parts.append(Markup('<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(frame.left, right, y, y))
        label = "100 %" if percent == 100 else str(percent)
        parts.append(Markup('<text class="tick" x="{}" y="{}" text-anchor="end">{}</text>').format(frame.left - 6, y + 4, label))
    for x, label in _spaced(panel.ticks, frame):
        parts.append(Markup('<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>').format(x, foot + 17, label))
    parts.append(Markup('<text class="tick below" x="{}" y="{}" text-anchor="middle">{}</text>').format(frame.left + frame.width / 2, foot + 36, panel.below))
    if panel.guess is not None:
        y = frame.y(panel.guess)
        parts.append(Markup('<line class="guess" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(frame.left, right, y, y))
    parts += [_series(series, frame) for series in panel.series]
    return Markup("<g>{}</g>").format(Markup("").join(parts))


def _spaced(ticks: Iterable[tuple[float, str]], frame: _Frame) -> list[tuple[float, str]]:
    """The labels that have room, cut where a single one is too long."""
    kept: list[tuple[float, str]] = []
    free = frame.left - _LEFT
    ticks = list(ticks)
    room = frame.width / max(1, len(ticks))
    most = max(4, int(max(room, 60) / _LETTER))
    for share, label in ticks:
        text = plain(label)
        text = text if len(text) <= most else text[: most - 1] + "…"
        half = len(text) * _LETTER / 2
        if frame.x(share) - half >= free:
            kept.append((frame.x(share), text))
            free = frame.x(share) + half + 5
    return kept


def _series(series: Series, frame: _Frame) -> Markup:
    ordered = sorted(series.points, key=lambda point: point.x)
    parts = []
    if series.joined and len(ordered) > 1:
        path = " ".join(f"{'M' if not n else 'L'}{frame.x(point.x)} {frame.y(point.value)}" for n, point in enumerate(ordered))
        parts.append(Markup('<path class="line" d="{}"/>').format(path))
    parts += [_mark(point, series.shade, frame) for point in ordered]
    return Markup('<g class="s{} {}">{}</g>').format(series.shade % SHADES, series.dashes, Markup("").join(parts))


def _mark(point: Point, shade: int, frame: _Frame) -> Markup:
    x, y = frame.x(point.x), frame.y(point.value)
    low, high = point.interval or (point.value, point.value)
    says = plain(point.says)
    return Markup(
        '<g class="mark" tabindex="0" role="img" aria-label="{}" data-says="{}"><line class="interval" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<circle class="reach" cx="{}" cy="{}" r="11" fill="none" pointer-events="all"/><path class="shape" d="{}"/></g>'
    ).format(says, says, x, x, frame.y(low), frame.y(high), x, y, shape(shade, x, y))


def shape(shade: int, x: float, y: float) -> str:
    """The path of the mark that belongs to a colour: circle, square, triangle, diamond, and so on."""
    r = 4.5
    corners = _CORNERS[shade % SHADES]
    if not corners:
        return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
    return "M" + "L".join(f"{round(x + r * dx, 1)} {round(y + r * dy, 1)}" for dx, dy in corners) + "z"


def _legend(plot: Plot, width: float) -> tuple[Markup, float]:
    """The names with their marks, the guess line last, in as many lines as they need; and the height that they take."""
    guess = next((panel.guess for panel in plot.panels if panel.guess is not None), None)
    named: list[tuple[str, Series | None]] = [(plain(one.name), one) for one in plot.legend]
    named += [(f"guessing, {guess * 100:.3g} %", None)] if guess is not None else []
    parts, x, y = [], 4.0, 12.0
    for name, one in named:
        wide = 30 + len(name) * _LETTER + 16
        if x > 4 and x + wide > width:
            x, y = 4.0, y + _LINE
        text = Markup('<text class="name" x="{}" y="{}">{}</text>').format(x + 28, y + 4, name)
        if one is None:
            parts.append(Markup('<line class="guess" x1="{}" x2="{}" y1="{}" y2="{}"/>{}').format(x, x + 22, y, y, text))
        else:
            sign = Markup('<g class="s{} {}"><path class="line" d="M{} {}h22"/><path class="shape" d="{}"/>{}</g>')
            parts.append(sign.format(one.shade % SHADES, one.dashes, x, y, shape(one.shade, x + 11, y), text))
        x += wide
    return Markup("").join(parts), y + _LINE
