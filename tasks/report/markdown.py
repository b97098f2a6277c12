"""The daily report as Markdown: the same tables, for a repository, a pull request or a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tasks.report import figures
from tasks.report.cells import shown, table_view
from tasks.report.collect import DailyReport
from tasks.report.tables import agent_rows, cost_rows, feed_rows, funnel_rows, position_rows, score_rows, source_rows

_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "`": "&#96;", "[": "&#91;", "]": "&#93;", "*": "&#42;", "_": "&#95;"}


def render_markdown(report: DailyReport) -> str:
    """The report as one document of GitHub's Markdown."""
    manifest = report.manifest
    start, end = report.window
    guess = "" if report.guess is None else f" Blind guessing would score {figures.percent(report.guess)}."
    notes = [f"- {'**Mind:** ' if note.warning else ''}{escaped(note.text)}" for note in report.notes]
    parts = [
        f"# okbench: {manifest.subject} of {figures.long_day(manifest.period)}",
        f"{report.questions:,} questions from {figures.instant(start)} to {figures.instant(end)}. Run {_code(report.run.run_id)}, "
        f"release {_code(manifest.release_id)}.",
        f"## Signature\n\nCite this line with every figure:\n\n    {manifest.signature.short()}",
        f"Full form:\n\n    {manifest.signature.full()}",
        "\n".join(["## Notes", "", *notes]) if notes else "",
        f"## Scores\n\nAccuracy over all questions, with intervals that know which questions share an article. Baselines are programs, "
        f"not language models.{guess}\n\n{_table('scores', score_rows(report))}",
        f"## From feed to score\n\nKept and dropped add up to what came in.\n\n{_table('funnel', funnel_rows(report))}",
        f"## Costs\n\n{_table('costs', cost_rows(report))}",
        f"## Positions\n\nWhere right choices stand, and which letters are picked.\n\n{_table('positions', position_rows(report))}",
        f"## Feeds\n\n{_table('feeds', feed_rows(report))}",
        f"## Sources\n\n{_table('sources', source_rows(report))}",
        f"## What was run\n\n{_table('agents', agent_rows(report))}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: object) -> str:
    """A text from outside on one line, without power over Markdown or HTML."""
    return "".join(_SPECIAL.get(sign, sign) for sign in " ".join(shown("", text).split()))


def _table(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "None."
    view = table_view(name, rows)
    head = "| " + " | ".join(escaped(column.name) for column in view.columns) + " |"
    rule = "|" + "|".join(" ---: " if column.numeric else " --- " for column in view.columns) + "|"
    lines = ["| " + " | ".join(escaped(cell.text) for cell in row) + " |" for row in view.rows]
    return "\n".join([head, rule, *lines])


def _code(text: str) -> str:
    return f"`{text.replace('`', '')}`"
