"""Decisions written as they would come from the pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from storage.lake import Lake
from storage.schemas.annotations import Study
from tasks.annotate.book import FEEDBACK, WHOLE, Book

NOW = datetime(2026, 11, 30, 11, tzinfo=UTC)


def decide(lake: Lake, study: Study, said: Mapping[str, Mapping[int, str]], *, step: str = "quality", remark: str = "") -> None:
    """Store the decision of each annotator by position; a closing remark of all of them, if there is one."""
    book = Book(lake, study)
    for annotator, decisions in said.items():
        for row in book.given[annotator]:
            if row.position in decisions:
                book.record(annotator, row.item_id, step, decisions[row.position], f"on {row.position}", now=NOW)
        if remark:
            book.record(annotator, WHOLE, FEEDBACK, "", remark, now=NOW)
    book.close()
