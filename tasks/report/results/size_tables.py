"""What size is worth: the gap from the smallest to the largest model of each family, without and with context, and the smallest model that reads well.

The paper's point: on static knowledge (the reference) large models lead by far, on fresh news without context by less, and with the right
passage hardly at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from tasks.questions.setting import FORMS, MULTIPLE_CHOICE, NO_CONTEXT, ORACLE, RETRIEVAL, Setting
from tasks.report.results.columns import MODEL, SIZE, accuracy, interval, interval_of, setting_words
from tasks.report.results.comparisons import compare_marks
from tasks.report.results.gather import Results
from tasks.report.results.retrieval_answers import chosen_window
from tasks.report.results.scored import Scored
from tasks.report.results.static_reference import Reference
from tasks.report.results.table import Column, Table, Value
from tasks.scoring.sizes import Gap, Sized, by_family, size_gap, smallest_reaching

LEVEL = 0.9
_ALL = "all"


def size_gap_table(results: Results, reference: Reference) -> Table:
    """One row for each family with two sizes or more, one for all models."""
    settings = _settings(results)
    sized = {setting: _sized(results.of(setting)) for setting in settings}
    static = [Sized(model=row.model, size=row.size, accuracy=row.accuracy) for row in reference.rows if row.size is not None]
    families = sorted({name for models in sized.values() for name in by_family(models)})
    rows = []
    for name in [*families, _ALL]:
        row: list[Value] = [name]
        shown: list[Value] = []
        gaps = [(setting, size_gap(_of(models, name))) for setting, models in sized.items()]
        first = next((gap for _, gap in gaps if gap), None)
        if first is None:
            continue
        for setting, gap in gaps:
            shown += [gap.points if gap else None, _interval(results.of(setting), gap)]
        known = size_gap(_of(static, name)) if name != _ALL else None
        rows.append((*row, first.smallest.size, first.largest.size, *shown, known.points if known else None))
    meaning = "Accuracy of the largest less that of the smallest, in points."
    columns = [Column(name="family", meaning="Models whose names begin alike.")]
    columns += [Column(name=name, kind="number", meaning="Billions of parameters.") for name in ("from (B)", "to (B)")]
    for setting in settings:
        group = setting_words(setting)
        columns.append(Column(name="gap", kind="points", group=group, meaning=meaning))
        columns.append(Column(name="95 %", kind="interval", group=group, meaning="Paired, over articles."))
    columns.append(Column(name="gap", kind="points", group=reference.name, meaning="The same on the static reference."))
    return Table(
        key="size-gap", title="Size gap: the largest model against the smallest", columns=tuple(columns), rows=tuple(rows),
        about="In points of accuracy, multiple choice, among models of known size.",
        notes=(f"The gap on {reference.name} is that of the sizes in its source ({reference.source}), which may not be those tested here.",) if rows else (),
        empty="Two models of known size are needed.",
    )  # fmt: skip


def smallest_table(results: Results, level: float = LEVEL) -> Table:
    """For each setting with context the smallest model that reaches the level."""
    rows: list[tuple[Value, ...]] = []
    settings = [setting for form in FORMS for setting in _settings(results, form) if setting.with_context]
    for setting in settings:
        scores = results.of(setting)
        found = smallest_reaching(_sized(scores), level)
        figure = next((one.accuracy for one in scores if found and one.model == found.model), None)
        form = "open-ended" if setting.open_ended else "multiple choice"
        surely = None if figure is None or figure.interval is None else figure.interval[0] >= level
        facts = (found.model, found.size, found.accuracy) if found else ("none", None, None)
        rows.append((setting_words(setting), form, *facts, interval_of(figure), surely))
    columns = (
        Column(name="setting"), Column(name="form"), MODEL, SIZE, accuracy(""), interval(""),
        Column(name="surely", meaning=f"Whether the whole interval is at {level:.0%} or above."),
    )  # fmt: skip
    return Table(
        key="smallest", title=f"The smallest model that reaches {level * 100:.0f} %", columns=columns, rows=tuple(rows),
        about="With the oracle's article, or with what a retriever finds; among models of known size.", empty="No evaluation with context is stored.",
    )  # fmt: skip


def _settings(results: Results, form: str = MULTIPLE_CHOICE) -> list[Setting]:
    """No context, each retriever at the chosen window, oracle."""
    days, k = chosen_window(results)
    retrievers = sorted({one.setting.retriever for one in results.scores if one.setting.name == RETRIEVAL})
    wanted = [Setting(NO_CONTEXT, form), *(Setting(RETRIEVAL, form, name, days, k) for name in retrievers), Setting(ORACLE, form)]
    return [setting for setting in wanted if results.of(setting)]


def _sized(scores: Iterable[Scored]) -> list[Sized]:
    return [
        Sized(model=one.model, size=one.size, accuracy=one.accuracy.value)
        for one in scores
        if one.size is not None and one.accuracy is not None and not one.baseline
    ]


def _of(models: list[Sized], name: str) -> list[Sized]:
    return models if name == _ALL else list(by_family(models).get(name, []))


def _interval(scores: list[Scored], gap: Gap | None) -> Value:
    if gap is None:
        return None
    marks = {one.model: one.marks for one in scores}
    small, large = marks.get(gap.smallest.model), marks.get(gap.largest.model)
    found = compare_marks(large, small) if small is not None and large is not None else None
    return (found.low, found.high) if found and found.low is not None and found.high is not None else None
