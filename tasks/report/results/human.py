"""What people found in studies of a release, as published with it: tables 6 and 7 of the paper, audits of judges, and how far people agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage.schemas.annotations import HumanFigure
from tasks.report.results.gather import Results
from tasks.report.results.table import Column, Table, Value

_RATES: Mapping[str, tuple[str, str, tuple[tuple[str, str, str], ...]]] = {
    "quality": ("T6", "Quality of questions, as people see it", (
        ("clarity", "clear", "Decided as passes or as not fresh."),
        ("clarity_and_freshness", "clear and fresh", "Decided as passes."),
    )),
    "correctness": ("T7", "Correctness of keys, as people see it", (
        ("guess", "guessed", "Picked the key before reading the article."),
        ("read", "after reading", "Picked the key after reading the article."),
        ("support", "supported", "Said that the article states exactly the key."),
    )),
    "audit": ("audit", "The judge of open-ended answers against people", (
        ("judge_agrees", "judge agrees", "The judge's verdict is the person's; answers of which people could not tell are left out."),
    )),
}  # fmt: skip
_AGREEMENT = (("", "decisions"), ("_clarity", "clear or not"), ("_guess", "guess"), ("_read", "after reading"), ("_support", "supported"))


def human_tables(results: Results) -> tuple[Table, ...]:
    """A table for each kind of study that was published, then agreement over all; none without studies."""
    kinds = [kind for kind in _RATES if any(one.kind == kind for one in results.human)]
    return (*(_rates(kind, [one for one in results.human if one.kind == kind]) for kind in kinds), _agreement(results.human)) if kinds else ()


def _rates(kind: str, figures: list[HumanFigure]) -> Table:
    key, title, measures = _RATES[kind]
    columns = [Column(name="study"), Column(name="annotator"), Column(name="decisions", kind="count", meaning="Decisions made about each of these.")]
    for _, name, meaning in measures:
        columns.append(Column(name=name, kind="percent", meaning=meaning))
        columns.append(Column(name=f"{name}, 95 %", kind="interval", meaning="Questions of one article count as related."))
    rows: list[tuple[Value, ...]] = []
    for study, annotator in _places(figures):
        mine = {one.measure: one for one in figures if (one.study_id, one.annotator) == (study, annotator)}
        shown: list[Value] = []
        for measure, _, _ in measures:
            shown += [mine[measure].value, _interval(mine[measure])] if measure in mine else [None, None]
        counted = max((mine[measure].counted for measure, _, _ in measures if measure in mine), default=0)
        rows.append((study, annotator or "all", counted, *shown))
    return Table(
        key=key, title=title, columns=tuple(columns), rows=tuple(rows), about="Of all questions given to people, whatever else this page leaves out.",
        notes=("A release's figures are those that were published last for each study.",),
    )  # fmt: skip


def _agreement(figures: Iterable[HumanFigure]) -> Table:
    by_name = {(one.study_id, one.measure): one for one in figures if one.annotator == ""}
    rows: list[tuple[Value, ...]] = []
    for study in sorted({study for study, _ in by_name}):
        for suffix, words in _AGREEMENT:
            ratio, alpha = by_name.get((study, f"agreement{suffix}")), by_name.get((study, f"alpha{suffix}"))
            if ratio is not None and ratio.counted:
                value, bounds = (alpha.value, (alpha.low, alpha.high)) if alpha else (None, (None, None))
                rows.append((study, words, ratio.counted, ratio.value, _interval(ratio), *map(_rounded, (value, *bounds))))
    columns = (
        Column(name="study"), Column(name="on"), Column(name="items", kind="count", meaning="Labelled by two people or more."),
        Column(name="agreement", kind="percent", meaning="Pairs of people who decided alike."), Column(name="95 %", kind="interval"),
        Column(name="alpha", kind="number", meaning="Krippendorff's, nominal: 1 is full agreement, 0 what chance gives; a dash where it is not defined."),
        *(Column(name=f"alpha, {end}", kind="number", meaning="End of its 95 % interval.") for end in ("from", "to")),
    )  # fmt: skip
    return Table(
        key="agreement", title="How far people agree", columns=columns, rows=tuple(rows), about="Over items that several people labelled.",
        empty="No item was labelled by two people.",
    )  # fmt: skip


def _places(figures: Iterable[HumanFigure]) -> list[tuple[str, str]]:
    """(study, annotator), all together last in each study."""
    return sorted({(one.study_id, one.annotator) for one in figures}, key=lambda place: (place[0], place[1] == "", place[1]))


def _interval(one: HumanFigure) -> Value:
    return None if one.low is None or one.high is None else (one.low, one.high)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
