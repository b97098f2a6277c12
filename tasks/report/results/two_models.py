"""Two models against one another in every setting that both were asked in."""

from __future__ import annotations

from collections.abc import Sequence

from storage.schemas.errors import BadInput, NotFound
from tasks.report.results.comparisons import compare_marks
from tasks.report.results.gather import Results
from tasks.report.results.scored import Marks, Scored
from tasks.report.results.table import Column, Table, Value
from tasks.scoring.many import holm


def named_model(results: Results, text: str) -> str:
    """The model that a person means: its name, or a part that only one name has. NotFound lists the names."""
    models = list(dict.fromkeys(one.model for one in results.scores))
    fitting = [model for model in models if model == text] or [model for model in models if text and text.casefold() in model.casefold()]
    if len(fitting) != 1:
        what = f"{text!r} fits several models" if fitting else f"there is no model {text!r}"
        raise NotFound(what, where=results.name, todo=f"Choose one of: {', '.join(fitting or models) or 'none yet'}")
    return fitting[0]


def two_models_table(results: Results, first: str, second: str) -> Table:
    """One row for each setting and, open-ended, each judge that both have. NotFound for a model, BadInput for one model twice."""
    a, b = named_model(results, first), named_model(results, second)
    if a == b:
        raise BadInput(f"{first!r} and {second!r} are both {a}", where="compare", todo="Name two models")
    cells = {(one.model, one.setting): one for one in results.scores}
    found = []
    for setting in dict.fromkeys(one.setting for one in sorted(results.scores, key=lambda one: one.setting)):
        one, other = cells.get((a, setting)), cells.get((b, setting))
        if one is None or other is None:
            continue
        words = f"{setting} by rule" if setting.open_ended else str(setting)
        for name, its in [(words, (one.marks, other.marks)), *_judges(one, other)]:
            if its[0] is not None and its[1] is not None and (comparison := compare_marks(its[0], its[1])) is not None:
                found.append((name, its, comparison))
    corrected = holm([comparison.p_value for *_, comparison in found])
    rows: list[tuple[Value, ...]] = []
    for (name, its, it), p in zip(found, corrected, strict=True):
        bounds = None if it.low is None or it.high is None else (it.low, it.high)
        rows.append((name, *_shares(its), it.difference, bounds, it.p_value, p, it.only_first, it.only_second, it.counted, it.clusters))
    columns = (
        Column(name="setting"), Column(name="first %", kind="percent"), Column(name="second %", kind="percent"),
        Column(name="difference", kind="points"), Column(name="95 %", kind="interval"), Column(name="p", kind="p"),
        Column(name="p, corrected", kind="p"), Column(name="only first", kind="count"), Column(name="only second", kind="count"),
        Column(name="questions", kind="count"), Column(name="articles", kind="count"),
    )  # fmt: skip
    return Table(
        key="compare", title=f"{a} against {b}", columns=columns, rows=tuple(rows),
        about="On common questions; the difference is first less second, in points.",
        notes=("Sign-flip test over articles, exact, two-sided; corrected by Holm for the number of settings. The interval is Student's, over articles.",),
        empty="The two have no setting in common.",
    )  # fmt: skip


def _judges(one: Scored, other: Scored) -> list[tuple[str, tuple[Marks | None, Marks | None]]]:
    others = {judged.judge: judged.marks for judged in other.judged}
    return [(f"{one.setting} by {judged.judge}", (judged.marks, others[judged.judge])) for judged in one.judged if judged.judge in others]


def _shares(its: Sequence[Marks | None]) -> tuple[Value, Value]:
    first, second = (None if marks is None or not len(marks.right) else float(marks.right.mean()) for marks in its)
    return first, second
