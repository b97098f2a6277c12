"""A table as CSV: one line of names, numbers unrounded, cells that a spreadsheet would run as a formula made harmless. Notes stay out."""

from __future__ import annotations

from tasks.report.csv_files import csv_text
from tasks.report.results.table import Table


def csv_table(table: Table) -> str:
    """The rows; only the names when there are none."""
    if not table.rows:
        return ",".join(f'"{column.label.replace(chr(34), chr(34) * 2)}"' for column in table.columns) + "\r\n"
    return csv_text(table.records())
