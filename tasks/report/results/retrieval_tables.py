"""Tables 11 and 12 of the paper: how often the question's article is among the first k that each retriever finds, and its mean reciprocal rank."""

from __future__ import annotations

from tasks.report.results.gather import Results
from tasks.report.results.retrieval import HITS, RECIPROCAL_RANK, Retrieved
from tasks.report.results.retrieval_answers import RETRIEVER, WINDOW
from tasks.report.results.table import Column, Table, Value


def hits_table(results: Results) -> Table:
    """T11."""
    return _table(
        results, HITS, key="T11", title="Hits at k", column="hits %",
        meaning="Share of questions whose article, or a copy of it, is among the first k.",
        about="Share of questions whose article is among the first k found, in percent.",
    )  # fmt: skip


def reciprocal_rank_table(results: Results) -> Table:
    """T12."""
    return _table(
        results, RECIPROCAL_RANK, key="T12", title="Mean reciprocal rank at k", column="MRR %",
        meaning="Mean of one over the rank of the article or a copy of it, 0 beyond k, times 100.",
        about="Mean of one over the rank of the question's article, 0 where it is not among the first k, times 100.",
    )  # fmt: skip


def _table(results: Results, kind: str, *, key: str, title: str, column: str, meaning: str, about: str) -> Table:
    found = [one for one in results.retrieved if one.kind == kind]
    cutoffs = sorted({one.k for one in found})
    cells = {(one.retriever, one.days, one.k): one for one in found}
    rows = []
    for retriever, days in dict.fromkeys((one.retriever, one.days) for one in found):
        its = [cells.get((retriever, days, k)) for k in cutoffs]
        some = next(one for one in its if one is not None)
        row: list[Value] = [retriever, days, some.documents, some.questions]
        for one in its:
            row += [one.value, one.interval, one.strict] if one else [None, None, None]
        rows.append(tuple(row))
    columns = [RETRIEVER, WINDOW, Column(name="articles", kind="count", meaning="Searched."), Column(name="questions", kind="count")]
    for k in cutoffs:
        columns += [
            Column(name=column, kind="percent", group=f"k = {k}", meaning=meaning),
            Column(name="95 %", kind="interval", group=f"k = {k}", meaning="Interval over articles."),
            Column(name="strict %", kind="percent", group=f"k = {k}", meaning="Only the article itself counts, not a copy."),
        ]
    return Table(
        key=key, title=title, about=about, columns=tuple(columns), rows=tuple(rows), notes=_notes(found),
        empty="No retriever has been measured on this release.",
    )  # fmt: skip


def _notes(found: list[Retrieved]) -> tuple[str, ...]:
    notes = ["A copy of the question's article (of the same cluster) counts as found; strict: the article itself alone."]
    for one in {(one.retriever, one.days): one for one in found}.values():
        if one.failed:
            notes.append(f"{one.retriever}, {one.days} days: the search of {one.failed:,} questions failed; they count as not found.")
        if one.missing_days:
            notes.append(f"{one.days} days: the lake has no news of {', '.join(one.missing_days)}.")
        if one.absent:
            notes.append(f"{one.days} days: the articles of {one.absent:,} questions are not in the corpus.")
    return tuple(dict.fromkeys(notes))
