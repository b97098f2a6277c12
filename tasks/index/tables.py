"""Tables 11 and 12 and figure 2 of the paper, from stored measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage.lake import Lake
from storage.schemas.retrieval import RetrievalMeasure

HITS = "Success"
RECIPROCAL = "RR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as data. Cells are text, numbers, or None where nothing was measured."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]
    notes: tuple[str, ...]

    def records(self) -> list[dict[str, str | int | float | None]]:
        """The rows by column name; fractions with four decimals."""
        return [
            {name: round(cell, 4) if isinstance(cell, float) else cell for name, cell in zip(self.columns, row, strict=True)}
            for row in self.rows
        ]

    def short_records(self) -> list[dict[str, str | int | float | None]]:
        """The rows in as many columns as a terminal holds: no strict figures, and one interval, the widest."""
        rows = []
        for record in self.records():
            wide = [value for name, value in record.items() if name.startswith("±") and isinstance(value, float)]
            kept = {name: value for name, value in record.items() if not name.startswith(("±", "strict"))}
            rows.append({**kept, "± at most": max(wide)} if wide else kept)
        return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line of figure 2: the measure of a retriever over windows. ``points``: (days, value, low, high), by days."""

    retriever: str
    k: int
    points: tuple[tuple[int, float, float, float], ...]


def current(
    measures: Sequence[RetrievalMeasure], *, gold: str = "cluster", languages: tuple[str, str] = ("", "")
) -> list[RetrievalMeasure]:
    """The last measured rows of each retriever, window and measure, in the order of retrievers and windows."""
    chosen: dict[tuple[str, int, str], RetrievalMeasure] = {}
    for row in sorted(measures, key=lambda m: m.measured):
        if row.gold == gold and (row.question_language, row.article_language) == languages:
            chosen[row.retriever, row.days, row.measure] = row
    return [chosen[key] for key in sorted(chosen)]


def stored_tables(lake: Lake, release_id: str) -> dict[str, Table]:
    """Tables 11 and 12, and by language where there are several, of all that was measured on a release; those without rows left out."""
    rows = lake.read(RetrievalMeasure, release_id)
    found = {"hits": hits_table(rows), "mrr": reciprocal_rank_table(rows), "languages": language_table(rows)}
    return {name: table for name, table in found.items() if table.rows}


def hits_table(measures: Sequence[RetrievalMeasure]) -> Table:
    """Table 11: share of questions with a right article among the first k."""
    return _table(measures, HITS, "Right article among the first k", "hits")


def reciprocal_rank_table(measures: Sequence[RetrievalMeasure]) -> Table:
    """Table 12: mean reciprocal rank of the first right article among the first k."""
    return _table(measures, RECIPROCAL, "Mean reciprocal rank at k", "MRR")


def figure_2(measures: Sequence[RetrievalMeasure]) -> list[Series]:
    """Figure 2: retrieval accuracy by window, a line for each retriever and k."""
    lines: dict[tuple[str, int], list[tuple[int, float, float, float]]] = {}
    for row in current(measures):
        kind, k = _parts(row)
        if kind == HITS:
            lines.setdefault((row.retriever, k), []).append((row.days, row.value, row.low, row.high))
    return [Series(retriever=retriever, k=k, points=tuple(sorted(points))) for (retriever, k), points in sorted(lines.items())]


def language_table(measures: Sequence[RetrievalMeasure], k: int = 10) -> Table:
    """Hits at k by language of question and article; without rows when all questions have one pair of languages."""
    pairs = sorted({(m.question_language, m.article_language) for m in measures} - {("", "")})
    rows: list[tuple[str | int | float | None, ...]] = []
    for question, article in pairs:
        for row in current(measures, languages=(question, article)):
            if _parts(row) == (HITS, k):
                rows.append((row.retriever, row.days, question, article, row.n, row.value, row.low, row.high))
    columns = ("retriever", "days", "questions in", "articles in", "n", f"hits@{k}", "low", "high")
    return Table(title="By language", columns=columns, rows=tuple(rows), notes=())


def _table(measures: Sequence[RetrievalMeasure], kind: str, title: str, short: str) -> Table:
    rows_of = {gold: [m for m in current(measures, gold=gold) if _parts(m)[0] == kind] for gold in ("cluster", "strict")}
    cutoffs = sorted({_parts(m)[1] for m in rows_of["cluster"]})
    cells = {gold: {(m.retriever, m.days, _parts(m)[1]): m for m in rows} for gold, rows in rows_of.items()}
    columns = (
        "retriever",
        "days",
        "articles",
        "n",
        "failed",
        *(c for k in cutoffs for c in (f"{short}@{k}", f"±@{k}")),
        *(f"strict {short}@{k}" for k in cutoffs),
    )
    rows: list[tuple[str | int | float | None, ...]] = []
    notes: dict[str, None] = {}
    for retriever, days in sorted({(m.retriever, m.days) for m in rows_of["cluster"]}):
        own = [cells["cluster"].get((retriever, days, k)) for k in cutoffs]
        strict = [cells["strict"].get((retriever, days, k)) for k in cutoffs]
        some = next(m for m in own if m is not None)
        pairs = [cell for m in own for cell in ((m.value, (m.high - m.low) / 2) if m else (None, None))]
        rows.append((retriever, days, some.documents, some.n, some.failed, *pairs, *(m.value if m else None for m in strict)))
        if some.missing_days:
            notes[f"{days} days: no run on {', '.join(some.missing_days)}"] = None
        if some.recall < 1:
            notes[f"{retriever}, {days} days: FAISS candidates, recall against exact search {some.recall:.3f}"] = None
        if some.absent:
            notes[f"{days} days: the articles of {some.absent} of {some.n} questions are not in the corpus"] = None
    notes[
        "A copy of the question's article (same cluster) counts as right; strict: only the article itself. "
        "± is half the 95 % interval over articles"
    ] = None
    return Table(title=title, columns=columns, rows=tuple(rows), notes=tuple(notes))


def _parts(row: RetrievalMeasure) -> tuple[str, int]:
    kind, _, k = row.measure.partition("@")
    return kind, int(k)
