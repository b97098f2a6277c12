"""Does a model prefer a letter? Its picks by letter against the right choices, and how far its recall differs from letter to letter."""

from __future__ import annotations

from tasks.questions.setting import MULTIPLE_CHOICE
from tasks.report.results.columns import MODEL, setting_words
from tasks.report.results.gather import Results
from tasks.report.results.table import Column, Table, Value
from tasks.scoring.positions import letter, positions, recall_spread


def position_table(results: Results) -> Table:
    """One row for each model and setting in multiple choice."""
    found = [one for one in results.scores if one.setting.form == MULTIPLE_CHOICE and one.picks]
    size = max((place + 1 for one in found for pair in one.picks for place in pair), default=4)
    rows = []
    for one in found:
        letters = positions(one.picks, size)
        row: list[Value] = [one.model, setting_words(one.setting), sum(one.picks.values()), recall_spread(letters)]
        for position in letters:
            row += [position.pick_share, position.key_share]
        rows.append(tuple(row))
    columns = [
        MODEL, Column(name="setting"), Column(name="read", kind="count", meaning="Answers in which a choice could be read."),
        Column(name="spread", kind="percent", meaning="Standard deviation of the recalls of the letters, in points: 0 for a model without a preference."),
    ]  # fmt: skip
    for place in range(size):
        group = letter(place)
        columns.append(Column(name="picked %", kind="percent", group=group, meaning="Share of its answers that picked the letter."))
        columns.append(Column(name="right %", kind="percent", group=group, meaning="Share of these questions whose right choice stands there."))
    return Table(
        key="positions", title="Position bias", columns=tuple(columns), rows=tuple(rows),
        about="A model that picks a letter far more often than the right choice stands there has a preference for it.",
        empty="No multiple-choice answers are stored.",
    )  # fmt: skip
