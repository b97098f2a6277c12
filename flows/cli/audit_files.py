"""The files of an audit sample: the form that people fill in, and the key that they do not see."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from storage.atomic import write_text
from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.errors import BadInput, NotFound
from storage.schemas.judging import Judgement, Judging
from tasks.judge.audit import AuditItem, audit_items, draw_sample
from tasks.judge.audit_figures import AuditFigures, audit_figures

_KINDS = (".csv", ".jsonl")


def write_audit(lake: Lake, release: Release, out: Path, *, size: int, seed: str, judge: str | None) -> tuple[int, tuple[Path, Path]]:
    """(how many were drawn, the two files). BadInput for another kind of file, NotFound where nothing is judged."""
    if out.suffix not in _KINDS:
        raise BadInput(f"a sample is written as {' or '.join(_KINDS)}", where=str(out), todo="Name such a file")
    items = _items(lake, release, judge)
    if not items:
        what = f"no open-ended answers of {release.release_id} are judged" + (f" by {judge}" if judge else "")
        raise NotFound(what, todo="Run okbench evaluations run with --setting no_context+open and --judge")
    drawn = draw_sample(items, size, seed)
    key = out.with_name(f"{out.stem}.key{out.suffix}")
    write_text(out, _text(out, [item.form() for item in drawn]))
    write_text(key, _text(key, [item.key() for item in drawn]))
    return len(drawn), (out, key)


def read_audit(form: Path, key: Path | None = None) -> list[AuditFigures]:
    """The figures of a filled-in form; its key lies beside it unless named. NotFound, BadInput."""
    beside = key or form.with_name(f"{form.stem}.key{form.suffix}")
    return audit_figures(_rows(form), _rows(beside))


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        text = path.read_text("utf-8-sig")  # spreadsheets put a mark in front
    except (OSError, UnicodeDecodeError) as error:
        raise NotFound(f"it cannot be read ({error})", where=str(path), todo="Give the form, with its key beside it or by --key") from None
    try:
        rows = [json.loads(line) for line in text.splitlines() if line.strip()] if path.suffix == ".jsonl" else list(csv.DictReader(io.StringIO(text)))
    except ValueError as error:
        raise BadInput(str(error), where=str(path), todo="Each line is one JSON object") from None
    if not all("item" in row for row in rows):
        raise BadInput("there is no column item", where=str(path), todo="Keep the columns of the form as they were written")
    return rows


def _items(lake: Lake, release: Release, judge: str | None) -> list[AuditItem]:
    judgings = [one for one in lake.read(Judging, release.release_id) if judge in (None, one.judge)]
    wanted = dict.fromkeys(one.evaluation_id for one in judgings)
    partitions = [f"{release.release_id}/{name}" for name in wanted]
    judgements = [row for name in partitions for row in lake.read(Judgement, name)]
    answers = {(row.evaluation_id, row.question_id): row for name in partitions for row in lake.read(Answer, name)}
    evaluations = {one.evaluation_id: one for one in lake.read(Evaluation, release.release_id)}
    return audit_items(judgings, judgements, evaluations, answers, {q.question_id: q for q in release.questions})


def _text(path: Path, rows: Sequence[Mapping[str, Any]]) -> str:
    if path.suffix == ".jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    # A cell that begins like a formula would be run by a spreadsheet: answers are other people's texts.
    writer.writerows({name: f"'{value}" if isinstance(value, str) and value[:1] in "=+@\t" and value else value for name, value in row.items()} for row in rows)
    return buffer.getvalue()
