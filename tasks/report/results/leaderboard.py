"""The leaderboard over releases: each model's line through time, and every figure beside the signature that it belongs to.

Nothing is averaged over releases: other days are other questions, and a mean over signatures would be a figure of none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.catalog import Catalog
from storage.manifest import Manifest
from tasks.report.plots.plot import Panel, Plot, Point, Series
from tasks.report.plots.scale import side_by_side
from tasks.report.results.columns import BASELINES, INTERVALS, MODEL, SIZE, accuracy, interval
from tasks.report.results.table import Column, Table, Value
from tasks.scoring.intervals import accuracy_from_sums

_SETTINGS = {"no_context": "no context", "oracle": "oracle"}
_LINES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One model in one setting on one release. interval: None where answers are not stored. sample: not all questions were asked.

    signature: the one that the evaluation cites.
    """

    release_id: str
    model: str
    baseline: bool
    size: float | None
    setting: str
    value: float
    interval: tuple[float, float] | None
    questions: int
    sample: bool
    signature: str


Intervals = Mapping[str, tuple[float, float] | None]
"""By ``key_of`` an evaluation: its interval, None where its answers are not stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """releases: from the oldest to the newest, those with entries or not. foreign: entries whose signature is not that of their release.

    intervals: of all entries, to be handed in again next time.
    """

    releases: tuple[Manifest, ...]
    entries: tuple[Entry, ...]
    foreign: tuple[Entry, ...]
    intervals: Intervals


def read_leaderboard(catalog: Catalog, manifests: Sequence[Manifest], known: Intervals | None = None) -> Leaderboard:
    """Every model on every release in multiple choice, its last evaluation of each setting under the release's own signature.

    ``known``: intervals from an earlier board. Answers are read only of releases with an evaluation that is not among them: a year holds millions.
    """
    ordered = tuple(sorted(manifests, key=lambda manifest: (manifest.period, manifest.made, manifest.release_id)))
    signatures = {manifest.release_id: manifest.signature.short() for manifest in ordered}
    rows = [row for row in catalog.named("latest_evaluations").to_pylist() if row["release_id"] in signatures]
    before = known or {}
    intervals = {key: before[key] for row in rows if (key := key_of(row)) in before}
    for release_id in dict.fromkeys(row["release_id"] for row in rows if key_of(row) not in intervals):
        sums = {one["evaluation_id"]: one for one in catalog.named("article_sums", release_id=release_id).to_pylist()}
        intervals |= {key_of(row): _interval(sums.get(row["evaluation_id"])) for row in rows if row["release_id"] == release_id}
    found = [_entry(row, intervals[key_of(row)]) for row in rows]
    own = tuple(one for one in found if one.signature == signatures[one.release_id])
    foreign = tuple(one for one in found if one.signature != signatures[one.release_id])
    return Leaderboard(releases=ordered, entries=own, foreign=foreign, intervals=intervals)


def key_of(row: Mapping[str, Any]) -> str:
    """What changes whenever the answers of an evaluation do."""
    return f"{row['evaluation_id']} {row['finished'].isoformat()} {row['right']}/{row['questions']}"


def leaderboard_table(board: Leaderboard) -> Table:
    """One row for each release and model, the newest release first, best with the article first."""
    cells = {(one.release_id, one.model, one.setting): one for one in board.entries}
    columns = [MODEL, SIZE, Column(name="day", meaning="Of the release's news."), Column(name="questions", kind="count")]
    columns.append(Column(name="sample", meaning="yes: only a sample of the release's questions was asked."))
    for name in _SETTINGS.values():
        columns += [accuracy(name), interval(name)]
    columns += [Column(name="signature", meaning="Cite it with the figure; figures of other signatures are of other questions."), Column(name="release")]
    rows = []
    for manifest in reversed(board.releases):
        models = dict.fromkeys(one.model for one in board.entries if one.release_id == manifest.release_id)
        for model in sorted(models, key=lambda model: _rank(cells, manifest.release_id, model)):
            some = next(one for setting in _SETTINGS if (one := cells.get((manifest.release_id, model, setting))) is not None)
            row: list[Value] = [model, some.size, manifest.period, some.questions, some.sample or None]
            for setting in _SETTINGS:
                one = cells.get((manifest.release_id, model, setting))
                row += [one.value if one else None, one.interval if one else None]
            rows.append((*row, some.signature, manifest.release_id))
    warnings = []
    if board.foreign:
        names = sorted({one.release_id for one in board.foreign})
        warnings.append(f"Evaluations that cite another signature than their release are left out: {', '.join(names[:4])}.")
    if not any(row[4] for row in rows):
        rows, columns = [(*row[:4], *row[5:]) for row in rows], [column for column in columns if column.name != "sample"]
    return Table(
        key="leaderboard", title="Every model on every release", columns=tuple(columns), rows=tuple(rows), warnings=tuple(warnings),
        about="Multiple choice, accuracy over all questions. Each row is one model under one signature; nothing is averaged over releases.",
        notes=(INTERVALS, BASELINES), empty="No model has been scored on any release yet.",
    )  # fmt: skip


def leaderboard_plot(board: Leaderboard) -> Plot:
    """A panel for each setting, a line for each model through the releases that it was scored on."""
    scored = [manifest for manifest in board.releases if any(one.release_id == manifest.release_id for one in board.entries)]
    place = dict(zip((manifest.release_id for manifest in scored), side_by_side(len(scored)), strict=True)) if scored else {}
    day = {manifest.release_id: manifest.period for manifest in scored}
    models = sorted({(one.baseline, one.model) for one in board.entries})
    panels = []
    for setting, title in _SETTINGS.items():
        series = []
        for number, (_, model) in enumerate(models):
            shift = (number - (len(models) - 1) / 2) * min(0.03, 0.6 / (len(scored) * len(models)))  # marks of one day beside one another
            points = [
                Point(x=place[one.release_id] + shift, value=one.value, interval=one.interval, says=_says(one, day[one.release_id], title))
                for one in board.entries
                if (one.model, one.setting) == (model, setting)
            ]
            series.append(Series(name=model, shade=number % _LINES, points=tuple(points), dashes=("", "dashed", "dotted")[number // _LINES % 3]))
        ticks = tuple((place[manifest.release_id], manifest.period.removeprefix("20")) for manifest in scored)
        panels.append(Panel(title=title, ticks=ticks, below="day of the news", series=tuple(series), guess=0.25))
    return Plot(
        key="leaderboard", title="Models through time", panels=tuple(panels), empty="No model has been scored on any release yet.",
        about="Each mark is one release under its own signature, shown when you point at it; a line only leads the eye from one to the next.",
    )  # fmt: skip


def _interval(sums: Mapping[str, Any] | None) -> tuple[float, float] | None:
    if sums is None:
        return None
    share = sums["right"] / sums["answers"]
    squares = max(0.0, sums["rr"] - 2 * share * sums["rn"] + share * share * sums["nn"])
    found = accuracy_from_sums(sums["right"], sums["answers"], sums["articles"], squares)
    return found.low, found.high


def _entry(row: Mapping[str, Any], interval: tuple[float, float] | None) -> Entry:
    return Entry(
        release_id=row["release_id"], model=row["model"], baseline=row["baseline"], size=row["size_billion"], setting=row["setting"],
        value=row["right"] / row["questions"], interval=interval, questions=row["questions"], sample=bool(row["sample"]), signature=row["signature"],
    )  # fmt: skip


def _rank(cells: Mapping[tuple[str, str, str], Entry], release_id: str, model: str) -> tuple[object, ...]:
    both = [cells.get((release_id, model, setting)) for setting in ("oracle", "no_context")]
    some = next(one for one in both if one is not None)
    return some.baseline, *(-(one.value if one else -1.0) for one in both), model


def _says(one: Entry, day: str, setting: str) -> str:
    span = f" (95 %: {one.interval[0] * 100:.1f} to {one.interval[1] * 100:.1f})" if one.interval else ""
    part = f" on a sample of {one.questions} questions" if one.sample else ""
    return f"{one.model}, {day}, {setting}: {one.value * 100:.1f} %{span}{part} under {one.signature}"
