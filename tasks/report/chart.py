"""Places of the marks in the chart of accuracies: each model without and with the article, with intervals and the guess line.

The drawing itself stands in the page's template. Two forms, for wide windows and for phones, so that the lettering stays readable.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tasks.report.figures import bounds, percent, setting_name
from tasks.report.scores import Score, latest_pairs

SETTINGS = ("no_context", "oracle")
_TICKS = (0, 25, 50, 75, 100)


@dataclass(frozen=True, slots=True)
class Form:
    """Sizes in the units of the drawing. above: labels stand over their lines instead of beside them."""

    name: str
    width: int
    left: int
    right: int
    row: int
    above: bool


WIDE = Form("wide", 860, 230, 70, 52, above=False)
NARROW = Form("narrow", 380, 8, 56, 74, above=True)
_TOP, _BOTTOM = 34, 30


@dataclass(frozen=True, slots=True)
class Mark:
    """One accuracy: its dot at ``x``, its interval from ``low`` to ``high`` (both at the dot where it is unknown), and what it says."""

    setting: str
    x: float
    y: float
    low: float
    high: float
    figure: str
    says: str


@dataclass(frozen=True, slots=True)
class Line:
    """One model."""

    label: str
    baseline: bool
    y: float
    label_x: float
    label_y: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of ``width`` and ``height``. ticks: (x, percent). guess: x of the guess line, None where there is none."""

    form: str
    width: int
    height: int
    top: int
    left: int
    right: int
    foot: int
    ticks: tuple[tuple[float, int], ...]
    guess: float | None
    lines: tuple[Line, ...]


def chart_of(scores: Iterable[Score], guess: float | None, form: Form) -> Chart | None:
    """The chart of all multiple-choice scores, best with the article first and baselines last; None when there is nothing to draw."""
    pairs = [pair for pair in latest_pairs(scores) if any(_drawn(pair.get(setting)) for setting in SETTINGS)]
    if not pairs:
        return None
    span = form.width - form.left - form.right
    place = _Place(form.left, span)
    lines = tuple(_line(pair, form, place, number) for number, pair in enumerate(sorted(pairs, key=_rank)))
    foot = _TOP + form.row * len(lines)
    return Chart(
        form=form.name, width=form.width, height=foot + _BOTTOM, top=_TOP, left=form.left, right=form.left + span, foot=foot,
        ticks=tuple((place.x(tick / 100), tick) for tick in _TICKS), guess=None if guess is None else place.x(guess), lines=lines,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Place:
    left: int
    span: int

    def x(self, share: float) -> float:
        return round(self.left + share * self.span, 1)


def _line(pair: dict[str, Score], form: Form, place: _Place, number: int) -> Line:
    one = next(iter(pair.values())).evaluation
    start = _TOP + form.row * number
    middle = start + form.row / 2 + (11 if form.above else 0)
    marks = [_mark(pair[setting], place, middle - 8 if setting == SETTINGS[0] else middle + 8) for setting in SETTINGS if setting in pair]
    return Line(
        label=one.model, baseline=one.baseline, y=start, label_x=form.left if form.above else form.left - 16,
        label_y=start + 19 if form.above else middle, marks=tuple(marks),
    )  # fmt: skip


def _mark(score: Score, place: _Place, y: float) -> Mark:
    accuracy, interval = score.accuracy or 0.0, score.over_all
    low, high = (interval.low, interval.high) if interval else (accuracy, accuracy)
    one = score.evaluation
    says = f"{one.model}, {setting_name(one.setting)}: {percent(accuracy)}"
    says += f" (95 % interval {bounds(low, high)})" if interval else ""
    return Mark(one.setting, place.x(accuracy), y, place.x(low), place.x(high), f"{accuracy * 100:.1f}", says)


def _drawn(score: Score | None) -> bool:
    return score is not None and score.accuracy is not None


def _rank(pair: dict[str, Score]) -> tuple[bool, float, str]:
    best = pair.get(SETTINGS[1]) or next(iter(pair.values()))
    return best.evaluation.baseline, -(best.accuracy or 0.0), best.evaluation.model
