"""What a plot shows: panels with series of points; shares from 0 to 1 go upwards. Where the marks stand is ``place.py``'s, how they look ``svg.py``'s."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One mark. x: in the panel's own scale, 0 to 1; value: 0 to 1; interval: None where it is not known. says: the whole figure in words."""

    x: float
    value: float
    interval: tuple[float, float] | None
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line, or single marks where ``joined`` is false. shade: number of its colour and mark; dashes: "", "dashed" or "dotted"."""

    name: str
    shade: int
    points: tuple[Point, ...]
    joined: bool = True
    dashes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One square of the plot. ticks: (x, label). below: what x means. guess: share drawn as the guess line."""

    title: str
    ticks: tuple[tuple[float, str], ...]
    below: str
    series: tuple[Series, ...]
    guess: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """key: as the paper numbers it (F2), or a word. about: what to see in it. empty: what to say when there is nothing to draw."""

    key: str
    title: str
    about: str
    panels: tuple[Panel, ...]
    empty: str

    @property
    def legend(self) -> list[Series]:
        """One series for each name, in order of appearance."""
        found: dict[str, Series] = {}
        for panel in self.panels:
            for series in panel.series:
                found.setdefault(series.name, series)
        return list(found.values())

    @property
    def drawn(self) -> bool:
        """Whether there is any mark."""
        return any(series.points for panel in self.panels for series in panel.series)
