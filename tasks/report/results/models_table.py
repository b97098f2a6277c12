"""Table 8 of the paper, every model without context and with the article, in multiple choice; and table 10, the same open-ended, with judges."""

from __future__ import annotations

from collections.abc import Callable

from tasks.questions.setting import MULTIPLE_CHOICE, NO_CONTEXT, OPEN_ENDED, ORACLE, Setting
from tasks.report.results.columns import BASELINES, INTERVALS, MODEL, OPENNESS, SIZE, accuracy, answered, interval, interval_of, value_of
from tasks.report.results.comparisons import letters_of
from tasks.report.results.gather import Results
from tasks.report.results.scored import Figure, Judged, Scored
from tasks.report.results.table import Column, Table, Value

GROUPS = {NO_CONTEXT: "no context", ORACLE: "oracle"}
LETTERS = "Models that share a letter in a column of letters cannot be told apart (paired over articles, Holm-corrected, 5 %)."
Part = tuple[Column, Callable[[Scored | None], Value]]


def models_table(results: Results) -> Table:
    """T8. Published figures have no interval, so columns without any value are left out."""
    parts: list[Part] = []
    for name, group in GROUPS.items():
        letters = letters_of(results.of(Setting(name)))
        parts += [*_figure(group, lambda one: one.accuracy, places=2 if not results.signature else 1), _part(answered(group), lambda one: one.answered)]
        parts += [_letters(group, letters)]
    later: list[Part] = []
    for name, group in GROUPS.items():
        if any(one.likeliest for one in results.of(Setting(name))):
            later += _figure(f"{group}, likeliest option", lambda one: one.likeliest, meaning="By the option of the highest log-probability.")
    return _table(
        results, MULTIPLE_CHOICE, parts, later, key="T8", title="Multiple choice: every model without context and with the article",
        about="Accuracy over all questions. No context: question and choices alone. Oracle: with the article that the question was made from.",
    )  # fmt: skip


def open_table(results: Results) -> Table:
    """T10: by the rule of normalised equality, and beside it by each judge, whose identity stands in the heading."""
    parts: list[Part] = []
    judges = list(dict.fromkeys(one.judge for score in results.scores if score.setting.open_ended for one in score.judged))
    for name, group in GROUPS.items():
        scores = results.of(Setting(name, OPEN_ENDED))
        parts += [*_figure(f"{group}, by rule", lambda one: one.accuracy), _letters(f"{group}, by rule", letters_of(scores))]
        for judge in judges:
            parts += _judge(f"{group}, by {judge}", judge)
    table = _table(
        results, OPEN_ENDED, parts, [], key="T10", title="Open-ended: every model without context and with the article",
        about="The first non-empty line counts. By rule: equal to the key after normalising case, punctuation, articles and numbers.",
    )  # fmt: skip
    return Table(
        key=table.key, title=table.title, columns=table.columns, rows=table.rows, about=table.about, notes=(*table.notes, *_judge_notes(results, judges)),
        warnings=_own(results), empty="No open-ended evaluation is stored.",
    )  # fmt: skip


def _table(results: Results, form: str, parts: list[Part], later: list[Part], *, key: str, title: str, about: str) -> Table:
    pairs = {name: {one.model: one for one in results.of(Setting(name, form))} for name in GROUPS}
    models = list(dict.fromkeys(one.model for one in results.scores if one.setting.form == form and one.setting.name in GROUPS))
    some = {model: next(found[model] for found in pairs.values() if model in found) for model in models}
    rows: list[list[Value]] = []
    for model in models:
        found = {group: pairs[name].get(model) for name, group in GROUPS.items()}
        first, last = ([read(found[_group(column)]) for column, read in those] for those in (parts, later))
        lift = _lift(found[GROUPS[NO_CONTEXT]], found[GROUPS[ORACLE]])
        rows.append([model, some[model].size, some[model].openness or None, some[model].questions, *first, lift, *last])
    lifted = Column(name="lift", kind="points", meaning="Oracle less no context, in points.")
    if len({row[3] for row in rows}) < 2:  # worth a column only where models were asked different numbers of questions
        rows = [[*row[:3], None, *row[4:]] for row in rows]
    asked = Column(name="questions", kind="count", meaning="Asked of the model; fewer where a sample was drawn.")
    columns = [MODEL, SIZE, OPENNESS, asked, *(column for column, _ in parts), lifted, *(column for column, _ in later)]
    kept = [place for place in range(len(columns)) if place == 0 or any(row[place] not in (None, "") for row in rows)]
    wanted = ((BASELINES, _baselines(results)), (INTERVALS, _has(columns, kept, "95 %")), (LETTERS, _has(columns, kept, "same")))
    notes = [text for text, holds in wanted if holds]
    if results.guess is not None and form == MULTIPLE_CHOICE:
        notes.append(f"Blind guessing would score {results.guess * 100:.1f} %.")
    return Table(
        key=key, title=title, about=about, columns=tuple(columns[place] for place in kept), rows=tuple(tuple(row[place] for place in kept) for row in rows),
        notes=tuple(notes), empty="No evaluation of this kind is stored.",
    )  # fmt: skip


def _group(column: Column) -> str:
    return next(group for group in GROUPS.values() if column.group.startswith(group))


def _figure(group: str, read: Callable[[Scored], Figure | None], *, places: int = 1, meaning: str = "") -> list[Part]:
    def bounds(one: Scored | None) -> Value:
        return None if one is None else interval_of(read(one))

    return [_part(accuracy(group, places=places, meaning=meaning), read), (interval(group), bounds)]


def _part(column: Column, read: Callable[[Scored], Figure | None]) -> Part:
    return column, lambda one: None if one is None else value_of(read(one))


def _letters(group: str, letters: dict[str, str]) -> Part:
    column = Column(name="same", group=group, meaning="Models that share a letter cannot be told apart.")
    return column, lambda one: None if one is None else letters.get(one.model)


def _judge(group: str, judge: str) -> list[Part]:
    def found(one: Scored | None) -> Judged | None:
        return next((it for it in one.judged if it.judge == judge), None) if one else None

    def agreed(one: Scored | None) -> Value:
        it = found(one)
        return it.agreed if it else None

    def figure(one: Scored) -> Figure | None:
        it = found(one)
        return it.accuracy if it else None

    meaning = "Share of the judge's verdicts that are the rule's as well."
    return [*_figure(group, figure), (Column(name="agreed %", kind="percent", group=group, meaning=meaning), agreed)]


def _judge_notes(results: Results, judges: list[str]) -> list[str]:
    notes = []
    for judge in judges:
        its = [one for score in results.scores for one in score.judged if one.judge == judge]
        kind = " (a baseline: a program, not a language model)" if any(one.baseline for one in its) else ""
        prompts = ", ".join(sorted({one.prompt for one in its if one.prompt}))
        failed = sum(one.failed for one in its)
        notes.append(
            f"Judge {judge}{kind}, prompt {prompts or 'not on record'}: {sum(one.judged for one in its):,} answers; "
            f"it failed on {failed:,}, which count neither as right nor as wrong."
        )
    return notes


def _own(results: Results) -> tuple[str, ...]:
    own = sorted({(one.judge, score.model) for score in results.scores for one in score.judged if one.own})
    return tuple(f"Judge {judge} wrote the questions or is the judged model itself in the row of {model}: it may favour its own." for judge, model in own)


def _lift(closed: Scored | None, oracle: Scored | None) -> Value:
    if closed is None or oracle is None or closed.accuracy is None or oracle.accuracy is None:
        return None
    return oracle.accuracy.value - closed.accuracy.value


def _baselines(results: Results) -> bool:
    return any(one.baseline for one in results.scores)


def _has(columns: list[Column], kept: list[int], name: str) -> bool:
    return any(columns[place].name == name for place in kept)
