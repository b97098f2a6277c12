"""The questions of an okbench release, and how a reply to one is read. Needs nothing but Python.

The files beside this one hold the questions: ``<setting>.jsonl``, with the prompts as okbench sends them, and ``release.json`` with the
signature that results should cite. A reply counts by the line that the prompt asks for ("Answer: B", the last one if there are several), or
as a letter alone; open-ended, by its first line, compared without case, punctuation and articles. okbench itself reads more: answers stated in
prose, refusals, numbers written in another way. On replies in the form asked for the two agree.
"""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_ASKED_LINE = re.compile(r"^\W*answer\W*:\W*([A-Z])\b", re.MULTILINE | re.IGNORECASE)
_LETTER_ALONE = re.compile(r"\W*([A-Z])\W*")
_LABEL = re.compile(r"^\W*answer\W*:\s*", re.IGNORECASE)
_ARTICLES = re.compile(r"^(?:the|a|an) ")


def rows(setting: str) -> list[dict[str, Any]]:
    """The questions of a setting such as ``no_context`` or ``oracle``."""
    lines = (HERE / f"{setting}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def facts() -> dict[str, Any]:
    """Release id, signature, and the settings that are here."""
    found: dict[str, Any] = json.loads((HERE / "release.json").read_text(encoding="utf-8"))
    return found


def is_right(row: dict[str, Any], reply: str) -> bool:
    """Whether a reply is the answer to a row."""
    if row["choices"]:
        return bool(read_letter(reply, len(row["choices"])) == row["answer"])
    return normalised(first_line(reply)) == normalised(row["answer"])


def read_letter(reply: str, choices: int) -> str | None:
    """The letter that a reply gives in the form asked for, None where it gives none."""
    said = _THINKING.sub("", reply).strip()
    stated = _ASKED_LINE.findall(said)
    alone = _LETTER_ALONE.fullmatch(said)
    letter = stated[-1].upper() if stated else alone[1] if alone else None
    return letter if letter and ord(letter) - ord("A") < choices else None


def first_line(reply: str) -> str:
    """The first line that is not empty, without "Answer:" before it."""
    line = next((line.strip() for line in _THINKING.sub("", reply).splitlines() if line.strip()), "")
    return _LABEL.sub("", line)


def normalised(text: str) -> str:
    """Lower case, one width, no punctuation, no leading article, 1,000 as 1000."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = re.sub(r"(?<=\d),(?=\d{3}\b)", "", folded)
    folded = " ".join(re.sub(r"[^\w\s]", " ", folded).split())
    return _ARTICLES.sub("", folded)


def lm_eval_docs(setting: str, **_: Any) -> dict[str, Any]:
    """What lm-evaluation-harness calls for the data of a task (``custom_dataset``)."""
    from datasets import Dataset

    return {"test": Dataset.from_list(rows(setting))}


def lm_eval_score(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """What lm-evaluation-harness calls for each reply (``process_results``)."""
    return {"acc": float(is_right(doc, results[0]))}
