"""Every evaluation with what became of its answers and what it was made with, the signature in each row: for people who compute with it."""

from __future__ import annotations

from tasks.report.results.columns import MODEL, SIZE, accuracy, answered, interval, interval_of, setting_words, value_of
from tasks.report.results.gather import Results
from tasks.report.results.scored import STATUSES
from tasks.report.results.table import Column, Table, Value

_MEANINGS = {
    "right": "Answers that are right.", "wrong": "Answers that are wrong.", "refused": "The model, or its provider's filter, declined to answer.",
    "unparsed": "No single answer could be read from the reply.", "truncated": "The output limit cut the reply before an answer.",
    "failed": "The call failed; it says nothing of what the model knows.",
}  # fmt: skip


def evaluation_table(results: Results) -> Table:
    """One row for each model and setting."""
    columns = (
        MODEL, SIZE, Column(name="setting", meaning="What the model was shown."), Column(name="form"), Column(name="questions", kind="count"),
        accuracy(""), interval(""), answered(""),
        *(Column(name=status, kind="count", meaning=_MEANINGS[status]) for status in STATUSES),
        Column(name="context cut", kind="count", meaning="Questions whose context was shortened to fit the model."),
        Column(name="USD", kind="usd", meaning="Price of all its answers; unknown as soon as one price is."),
        Column(name="as the provider names it"), Column(name="cutoff", meaning="Training cutoff, where it is known."), Column(name="prompt"),
        Column(name="decoding"), Column(name="evaluation"), Column(name="signature", meaning="Cite it with the figure."),
    )  # fmt: skip
    rows = []
    for one in results.scores:
        row: list[Value] = [
            one.model, one.size, setting_words(one.setting), one.setting.form.replace("_", " "), one.questions, value_of(one.accuracy),
            interval_of(one.accuracy), value_of(one.answered), *(one.counts.get(status) for status in STATUSES), one.cut, one.cost,
            one.provider_model, one.cutoff, one.prompt, one.decoding, one.evaluation_id, one.signature,
        ]  # fmt: skip
        rows.append(tuple(row))
    return Table(
        key="evaluations", title="All evaluations", columns=columns, rows=tuple(rows), about="What became of every answer, and what it was made with.",
        empty="No model has been scored on this release yet.",
    )  # fmt: skip
