"""Table 5 of the paper, accuracy by retriever, window and number of passages; and table 13, every model on the best few passages of one window."""

from __future__ import annotations

from collections import Counter

from tasks.questions.setting import MULTIPLE_CHOICE, NO_CONTEXT, ORACLE, RETRIEVAL, Setting
from tasks.report.results.columns import BASELINES, INTERVALS, MODEL, SIZE, accuracy, interval, interval_of, value_of
from tasks.report.results.gather import Results
from tasks.report.results.scored import Scored
from tasks.report.results.table import Column, Table, Value

WINDOW = Column(name="days", kind="count", meaning="Days of news searched, ending with the release's window.")
RETRIEVER = Column(name="retriever", meaning="How passages were found.")
FORM = Column(name="form", meaning="Multiple choice or open-ended; the latter by the rule of normalised equality.")


def retrieval_answers_table(results: Results) -> Table:
    """T5: one row for each model, retriever and window, a group of columns for each number of passages."""
    found = [one for one in results.scores if one.setting.name == RETRIEVAL]
    passages = sorted({one.setting.passages for one in found})
    cells = {(one.model, one.setting): one for one in found}
    lines = dict.fromkeys((one.model, one.setting.form, one.setting.retriever, one.setting.days) for one in found)
    several = len({one.setting.form for one in found}) > 1
    rows = []
    asked = Counter(one.model for one in found)  # the paper's one backbone, asked in every setting, comes first
    for model, form, retriever, days in sorted(lines, key=lambda line: (-asked[line[0]], _place(found, line[0]), line[1:])):
        row: list[Value] = [model, *([form.replace("_", " ")] if several else []), retriever, days]
        for k in passages:
            one = cells.get((model, Setting(RETRIEVAL, form, retriever, days, k)))
            row += [value_of(one.accuracy) if one else None, interval_of(one.accuracy) if one else None]
        rows.append(tuple(row))
    columns = (
        MODEL, *([FORM] if several else []), RETRIEVER, WINDOW,
        *(column for k in passages for column in (accuracy(f"top {k}"), interval(f"top {k}"))),
    )  # fmt: skip
    return Table(
        key="T5", title="Accuracy by retriever, window and number of passages", columns=columns, rows=tuple(rows),
        about="The best passages that the retriever finds stand in the prompt.", notes=_notes(results), empty="No evaluation with retrieval is stored.",
    )  # fmt: skip


def end_to_end_table(results: Results) -> Table:
    """T13: top 3 of 1 day as in the paper, or the window and number of passages that most evaluations have."""
    days, k = chosen_window(results)
    found = [one for one in results.scores if one.setting.form == MULTIPLE_CHOICE]
    retrievers = sorted({one.setting.retriever for one in found if _is(one, days, k)})
    models = list(dict.fromkeys(one.model for one in found if _is(one, days, k)))
    settings = [Setting(NO_CONTEXT), *(Setting(RETRIEVAL, MULTIPLE_CHOICE, name, days, k) for name in retrievers), Setting(ORACLE)]
    cells = {(one.model, one.setting): one for one in found}
    rows = []
    for model in models:
        some = next(one for one in found if one.model == model)
        row: list[Value] = [model, some.size]
        for setting in settings:
            one = cells.get((model, setting))
            row += [value_of(one.accuracy) if one else None, interval_of(one.accuracy) if one else None]
        rows.append(tuple(row))
    names = ["no context", *retrievers, "oracle"]
    columns = (MODEL, SIZE, *(column for name in names for column in (accuracy(name), interval(name))))
    window = f"{days} {'day' if days == 1 else 'days'}"
    return Table(
        key="T13", title=f"End to end: top {k} passages of {window}", columns=columns, rows=tuple(rows),
        about=f"Multiple choice with the {k} best passages of {window} of news, between no context and oracle.", notes=_notes(results),
        empty="No evaluation with retrieval is stored.",
    )  # fmt: skip


def chosen_window(results: Results) -> tuple[int, int]:
    """(days, passages): (1, 3) where any evaluation has them, else what most evaluations have."""
    counts = Counter((one.setting.days, one.setting.passages) for one in results.scores if one.setting.name == RETRIEVAL)
    if not counts or (1, 3) in counts:
        return 1, 3
    return min(counts, key=lambda pair: (-counts[pair], pair))


def _is(one: Scored, days: int, k: int) -> bool:
    return one.setting.name == RETRIEVAL and (one.setting.days, one.setting.passages) == (days, k)


def _place(scores: list[Scored], model: str) -> int:
    """The place of a model in the order of tables."""
    return next(number for number, one in enumerate(scores) if one.model == model)


def _notes(results: Results) -> tuple[str, ...]:
    return (INTERVALS, *([BASELINES] if any(one.baseline for one in results.scores) else []))
