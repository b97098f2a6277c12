"""A report on the disk: the page, and beside it Markdown and CSV. Each file appears whole, the page last."""

from __future__ import annotations

from pathlib import Path

from storage.atomic import write_text
from tasks.report.collect import DailyReport
from tasks.report.csv_files import csv_text
from tasks.report.markdown import render_markdown
from tasks.report.page import render_page
from tasks.report.tables import funnel_rows, score_records

PAGE = "report.html"


def write_report(report: DailyReport, folder: Path) -> Path:
    """Write ``report.html``, ``report.md``, ``scores.csv`` and ``funnel.csv`` into ``folder`` (made if missing); the path of the page.

    Files of those names are replaced. StoreUnusable when they cannot be written.
    """
    write_text(folder / "scores.csv", csv_text(score_records(report)))
    write_text(folder / "funnel.csv", csv_text(funnel_rows(report)))
    write_text(folder / "report.md", render_markdown(report))
    write_text(folder / PAGE, render_page(report))
    return folder / PAGE
