"""A table as GitHub's Markdown. Groups of columns have no place there, so their heading stands before each name."""

from __future__ import annotations

from tasks.report.markdown import escaped
from tasks.report.results.table import Table, text_of


def markdown_table(table: Table, *, level: int = 2) -> str:
    """Heading, warnings, rows, notes; ends with a line break."""
    parts = [f"{'#' * level} {escaped(heading(table))}", escaped(table.about) if table.about else ""]
    parts += [f"**Mind:** {escaped(warning)}" for warning in table.warnings]
    if table.rows:
        head = "| " + " | ".join(escaped(column.label) for column in table.columns) + " |"
        rule = "|" + "|".join(" ---: " if column.numeric else " --- " for column in table.columns) + "|"
        rows = ["| " + " | ".join(escaped(text_of(c, v)) for c, v in zip(table.columns, row, strict=True)) + " |" for row in table.rows]
        parts.append("\n".join([head, rule, *rows]))
    else:
        parts.append(escaped(table.empty))
    if table.notes:
        parts.append("\n".join(f"- {escaped(note)}" for note in table.notes))
    return "\n\n".join(part for part in parts if part) + "\n"


def heading(table: Table) -> str:
    """``T8: Title``, or the title alone where the paper has no number."""
    return f"{table.key}: {table.title}" if table.key[:1] == "T" and table.key[1:].isdigit() else table.title
