"""Run and qrels files in TREC's format, so that any evaluation tool can check our figures.

Tools sort a run by score and break ties by rules of their own. So a score that is not below the one before it is written as the next
lower float of 32 bits: the order in the file is the ranking that was measured.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from retrieval.measures import Gold, Run
from storage.atomic import write_text
from storage.schemas.errors import BadInput

_ID = re.compile(r"\S+")


def write_qrels(path: Path, gold: Gold) -> None:
    """``question 0 document 1`` lines, sorted."""
    lines = [f"{_safe(question)} 0 {_safe(doc_id)} 1" for question in sorted(gold) for doc_id in sorted(gold[question])]
    write_text(path, "".join(f"{line}\n" for line in lines))


def write_run(path: Path, run: Run, tag: str) -> None:
    """``question Q0 document rank score tag`` lines by question and rank; failed questions have none."""
    name = re.sub(r"\s+", "_", tag) or "okbench"
    lines = []
    for question in sorted(run):
        above = np.float32(np.inf)
        for rank, hit in enumerate(run[question] or (), 1):
            score = min(np.float32(hit.score), np.nextafter(above, np.float32(-np.inf)))
            lines.append(f"{_safe(question)} Q0 {_safe(hit.doc_id)} {rank} {score:.9g} {name}")
            above = score
    write_text(path, "".join(f"{line}\n" for line in lines))


def _safe(name: str) -> str:
    if not _ID.fullmatch(name):
        raise BadInput(
            f"the id {name!r} has blanks or is empty, which TREC's files cannot hold", where="trec", todo="Use ids without blanks"
        )
    return name
