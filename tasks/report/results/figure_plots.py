"""Figures 2, 3 and 4 of the paper from stored data: retrieval by window, accuracy against model size, retrievers between no context and oracle."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.questions.setting import MULTIPLE_CHOICE, NO_CONTEXT, ORACLE, RETRIEVAL, Setting
from tasks.report.plots.plot import Panel, Plot, Point, Series
from tasks.report.plots.scale import SizeScale, side_by_side
from tasks.report.results.columns import setting_words
from tasks.report.results.gather import Results
from tasks.report.results.retrieval import HITS
from tasks.report.results.retrieval_answers import chosen_window
from tasks.report.results.scored import Scored
from tasks.report.results.static_reference import Reference
from tasks.scoring.sizes import family

SIZE_AXIS = "billions of parameters"
_UNKNOWN = "size unknown"


def retrieval_plot(results: Results) -> Plot:
    """F2: one panel for each k, one line for each retriever."""
    found = [one for one in results.retrieved if one.kind == HITS]
    retrievers = list(dict.fromkeys(one.retriever for one in found))
    windows = sorted({one.days for one in found})
    place = dict(zip(windows, side_by_side(len(windows)), strict=True)) if windows else {}
    panels = []
    for k in sorted({one.k for one in found}):
        series = []
        for number, retriever in enumerate(retrievers):
            shift = 0.02 * (number - (len(retrievers) - 1) / 2)  # intervals beside, not over one another
            points = [
                Point(
                    x=place[one.days] + shift, value=one.value, interval=one.interval,
                    says=_says(f"{retriever}, {_days(one.days)}, first {k}", one.value, one.interval),
                )
                for one in found
                if (one.retriever, one.k) == (retriever, k)
            ]  # fmt: skip
            series.append(Series(name=retriever, shade=number, points=tuple(points)))
        ticks = tuple((place[days], str(days)) for days in windows)
        panels.append(Panel(title=f"among the first {k}" if k > 1 else "at first place", ticks=ticks, below="days searched", series=tuple(series)))
    return Plot(
        key="F2", title="Retrieval accuracy by days of news searched", panels=tuple(panels), empty="No retriever has been measured on this release.",
        about="Share of questions whose article is found; more days are more articles to err on.",
    )  # fmt: skip


def size_plot(results: Results, reference: Reference) -> Plot:
    """F3: no context, oracle and the static reference against model size, one line for each family; models of unknown size stand at the right."""
    found = [one for one in results.scores if one.setting in (Setting(NO_CONTEXT), Setting(ORACLE)) and one.accuracy is not None]
    shades = _shades(found)
    unknown = list(dict.fromkeys(one.model for one in found if one.size is None))
    known = [one.size for one in found if one.size is not None]
    scale = SizeScale(known, end=0.74 if unknown and known else 1.0)
    beside = dict(zip(unknown, _strip(len(unknown), alone=not known), strict=True))
    panels = []
    for name, title in ((NO_CONTEXT, "no context"), (ORACLE, "oracle")):
        scores = [one for one in found if one.setting.name == name]
        panels.append(_size_panel(title, scores, shades, scale, beside, results.guess if results.guess else None))
    tested = list(dict.fromkeys(one.model for one in found))
    sized = [(model, row) for model in tested if (row := reference.of(model)) is not None and row.size is not None]
    if sized:
        series = []
        for name in dict.fromkeys(family(model) for model, _ in sized):
            points = [
                Point(x=scale.x(row.size), value=row.accuracy, interval=None, says=f"{model}, {row.size:g} B, {reference.name}: {row.accuracy * 100:.1f} %")
                for model, row in sized
                if family(model) == name and row.size is not None
            ]
            series.append(Series(name=name, shade=shades[name], points=tuple(points)))
        panels.append(Panel(title=reference.name, ticks=tuple(scale.ticks()), below=SIZE_AXIS, series=tuple(series)))
    return Plot(
        key="F3", title="Accuracy against model size", panels=tuple(panels) if found else (), empty="No model has been scored on this release yet.",
        about=f"A line joins the models of one family. {reference.name} is a benchmark that stays the same, as a reference for knowledge from training.",
    )  # fmt: skip


def between_plot(results: Results) -> Plot:
    """F4: for each family no context, each retriever and oracle against size; models of unknown size side by side in a panel of their own."""
    days, k = chosen_window(results)
    found = [one for one in results.scores if one.setting.form == MULTIPLE_CHOICE and one.accuracy is not None and _in_window(one, days, k)]
    models = {one.model for one in found if one.setting.name == RETRIEVAL}
    found = [one for one in found if one.model in models]
    retrievers = sorted({one.setting.retriever for one in found if one.setting.name == RETRIEVAL})
    settings = [Setting(NO_CONTEXT), *(Setting(RETRIEVAL, MULTIPLE_CHOICE, name, days, k) for name in retrievers), Setting(ORACLE)]
    sized = [one for one in found if one.size is not None]
    scale = SizeScale([one.size for one in sized if one.size is not None])
    panels = []
    for name in dict.fromkeys(family(one.model) for one in sized):
        scores = [one for one in sized if family(one.model) == name]
        places = {one.model: scale.x(one.size or 1) for one in scores}
        series = [_line(setting, number, len(settings), scores, places) for number, setting in enumerate(settings)]
        panels.append(Panel(title=name, ticks=tuple(scale.ticks()), below=SIZE_AXIS, series=tuple(series), guess=results.guess))
    others = list(dict.fromkeys(one.model for one in found if one.size is None))
    if others:
        place = dict(zip(others, side_by_side(len(others)), strict=True))
        series = [_line(setting, number, len(settings), found, place, joined=False) for number, setting in enumerate(settings)]
        ticks = tuple((place[model], model.removeprefix("baseline/")) for model in others)
        panels.append(Panel(title=_UNKNOWN, ticks=ticks, below="", series=tuple(series), guess=results.guess))
    return Plot(
        key="F4", title="Retrievers between no context and oracle", panels=tuple(panels), empty="No evaluation with retrieval is stored.",
        about=f"Multiple choice; the {k} best passages of {_days(days)} of news. The oracle's article is the most that retrieval can reach.",
    )  # fmt: skip


def _size_panel(
    title: str, scores: Sequence[Scored], shades: dict[str, int], scale: SizeScale, beside: dict[str, float], guess: float | None
) -> Panel:
    series = []
    for name in dict.fromkeys(family(one.model) for one in scores):
        own = [one for one in scores if family(one.model) == name]
        for part, joined in (([one for one in own if one.size is not None], True), ([one for one in own if one.size is None], False)):
            points = [_point(one, scale.x(one.size) if one.size is not None else beside[one.model], title) for one in part]
            if points:
                series.append(Series(name=name, shade=shades[name], points=tuple(points), joined=joined))
    if not any(one.size is not None for one in scores):
        names = tuple((x, model.removeprefix("baseline/")) for model, x in beside.items())
        return Panel(title=title, ticks=names, below=_UNKNOWN, series=tuple(series), guess=guess)
    ticks = [*scale.ticks(), *([(0.88, "unknown")] if beside else [])]
    return Panel(title=title, ticks=tuple(ticks), below=SIZE_AXIS, series=tuple(series), guess=guess)


def _line(setting: Setting, number: int, count: int, scores: Sequence[Scored], place: dict[str, float], *, joined: bool = True) -> Series:
    shift = 0.0 if joined else 0.03 * (number - (count - 1) / 2)
    words = setting_words(setting)
    points = [_point(one, place[one.model] + shift, words) for one in scores if one.setting == setting and one.model in place]
    name = setting.retriever or words
    return Series(name=name, shade=number, points=tuple(points), joined=joined, dashes="" if setting.name == RETRIEVAL else "dashed")


def _point(one: Scored, x: float, where: str) -> Point:
    assert one.accuracy is not None
    size = f", {one.size:g} B" if one.size is not None else ""
    value, interval = one.accuracy.value, one.accuracy.interval
    return Point(x=x, value=value, interval=interval, says=_says(f"{one.model}{size}, {where}", value, interval))


def _says(what: str, value: float, interval: tuple[float, float] | None) -> str:
    span = f" (95 %: {interval[0] * 100:.1f} to {interval[1] * 100:.1f})" if interval else ""
    return f"{what}: {value * 100:.1f} %{span}"


def _shades(scores: Sequence[Scored]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(family(one.model) for one in scores))}


def _strip(count: int, *, alone: bool) -> list[float]:
    """Places of models of unknown size: at the right of the known ones, or over the whole panel."""
    return side_by_side(count) if alone else [0.79 + 0.18 * x for x in side_by_side(count)]


def _in_window(one: Scored, days: int, k: int) -> bool:
    return one.setting.name != RETRIEVAL or (one.setting.days, one.setting.passages) == (days, k)


def _days(days: int) -> str:
    return "1 day" if days == 1 else f"{days} days"
