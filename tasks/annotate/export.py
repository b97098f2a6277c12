"""A study as files for others: every decision as CSV, the tables as CSV and Markdown, the design and unrounded figures as JSON.

A text that a spreadsheet would run as a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from storage.atomic import atomic_folder, write_text
from storage.lake import Lake
from storage.schemas.clock import iso
from storage.schemas.errors import BadInput
from storage.schemas.ids import slug
from tasks.annotate.items import Items
from tasks.annotate.results import Results
from tasks.annotate.tables import Row, result_tables

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def export_study(lake: Lake, results: Results, target: Path) -> list[str]:
    """Write the files into a new folder; their names. BadInput when something is there already; StoreUnusable."""
    if target.exists():
        raise BadInput("something is there already", where=str(target), todo="Name a new folder")
    files = {"annotations.csv": csv_text(decision_records(lake, results)), "figures.csv": csv_text([dataclasses.asdict(one) for one in results.figures])}
    tables = result_tables(results)
    files |= {f"{slug(title)}.csv": csv_text(rows) for title, rows in tables.items()}
    files |= {"results.md": markdown(results, tables), "study.json": json.dumps(study_facts(results), indent=2, ensure_ascii=False) + "\n"}
    try:
        with atomic_folder(target) as folder:
            for name, text in files.items():
                write_text(folder / name, text)
    except FileExistsError as error:
        raise BadInput("something is there already", where=str(target), todo="Name a new folder") from error
    return sorted(files)


def decision_records(lake: Lake, results: Results) -> list[Row]:
    """Every decision with the question that it is about, in the order of the study."""
    items = Items(lake, results.study, results.release)
    said = {(one.annotator, one.item_id, one.step): one for one in results.annotations}
    keys = {question.question_id: question.key for question in results.release.questions}
    rows = []
    for name, mine in results.given.items():
        for row in mine:
            shown = items.shown(row)
            for one in (said[key] for key in said if key[:2] == (name, row.item_id)):
                rows.append({
                    "annotator": name, "position": row.position, "item_id": row.item_id, "outlet": row.outlet, "released": row.released,
                    "raters": row.raters, "question": shown.question, "choices": " | ".join(shown.choices), "key": keys.get(items.question_id(row.item_id), ""),
                    "step": one.step, "decision": one.decision, "comment": one.comment, "revision": one.revision, "noted": iso(one.noted),
                })  # fmt: skip
    return rows


def study_facts(results: Results) -> dict[str, Any]:
    """The study and its figures, unrounded."""
    study = dataclasses.asdict(results.study)
    study |= {"design": json.loads(results.study.design), "created": iso(results.study.created), "complete": results.complete}
    return {"study": study, "figures": [dataclasses.asdict(one) for one in results.figures]}


def markdown(results: Results, tables: Mapping[str, Sequence[Row]]) -> str:
    """All tables as one Markdown document."""
    parts = [f"# {results.study.study_id}", "", f"On `{results.study.signature}`", ""]
    for title, rows in tables.items():
        names = list(rows[0])
        parts += [f"## {title}", "", "| " + " | ".join(map(_cell, names)) + " |", "|" + " --- |" * len(names)]
        parts += ["| " + " | ".join(_cell(row.get(name)) for name in names) + " |" for row in rows]
        parts.append("")
    return "\n".join(parts)


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows with a line of column names; empty text for no rows."""
    if not rows:
        return ""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(list(rows[0]))
    writer.writerows([[_plain(value) for value in row.values()] for row in rows])
    return out.getvalue()


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, str) and value.lstrip().startswith(_FORMULA):
        return "'" + value
    return value


def _cell(value: object) -> str:
    """Text from outside, made harmless for Markdown and HTML."""
    text = "" if value is None else " ".join(str(value if isinstance(value, str) else _plain(value)).split())
    for sign, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("|", "&#124;"), ("`", "&#96;"), ("[", "&#91;"), ("]", "&#93;")):
        text = text.replace(sign, safe)
    return text
