"""What the validating agent wrote, read strictly: a mark that is neither clearly "holds" nor clearly "broken" is no judgement.

The form asked for is a row: number, letters of all right choices, 1 or 0, then each broken standard with its reason. Read as well are
objects, as agents under prompts of a user's own may write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

LETTERS: Final = "ABCD"
STANDARDS: Final[Mapping[str, str]] = {
    "ref": "no_reference",
    "date": "dates_clear",
    "name": "names_explicit",
    "vague": "nothing_vague",
    "key": "key_right",
    "one": "one_right",
    "fresh": "fresh",
    "type": "same_type",
}
"""The standards as the prompt names them, and the check of their verdicts. The first four are the published criteria."""

_PASS = frozenset({"1", "true", "pass", "passed", "yes", "ok"})
_FAIL = frozenset({"0", "false", "fail", "failed", "no"})
_NONE = frozenset({"", "-", "–", "none", "0"})
_LETTERS = re.compile(r"[A-D](?:[\s,;&+/]*[A-D])*")
_CODE = re.compile(r"^\W*([a-z_]+)\b\W*(.*)$", re.DOTALL)
_NUMBER = ("question_idx", "number", "item", "n", "id", "index")
_MARK = ("verdict", "pass", "passed", "valid", "ok", "mark")
_RIGHT = ("right", "letters", "answer", "answers", "correct")
_FAULTS = ("failed", "broken", "reasons", "faults", "reason", "failures")
_REASON_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Judgement:
    """``failed``: check -> reason of each standard broken, none when the item holds. ``letters``: choices found right, None if not said."""

    letters: str | None
    failed: Mapping[str, str]


def read_judgements(items: Iterable[Any], count: int) -> dict[int, Judgement]:
    """Judgements by item number, 1 to ``count``. What cannot be read is left out; of two on one item, both must hold."""
    found: dict[int, Judgement] = {}
    for raw in items:
        parsed = _from_object(raw) if isinstance(raw, Mapping) else _from_row(raw) if isinstance(raw, (list, tuple)) else None
        if parsed is None or not 1 <= parsed[0] <= count:
            continue
        number, judgement = parsed
        if number in found:
            judgement = Judgement(found[number].letters or judgement.letters, {**judgement.failed, **found[number].failed})
        found[number] = judgement
    return found


def _from_row(row: Sequence[Any]) -> tuple[int, Judgement] | None:
    if len(row) < 3 or (number := _number(row[0])) is None:
        return None
    letters = _letters(row[1])
    return None if letters is None else _judged(number, letters, row[2], [cell for cell in row[3:] if isinstance(cell, str)])


def _from_object(raw: Mapping[Any, Any]) -> tuple[int, Judgement] | None:
    fields = {str(name).casefold(): value for name, value in raw.items()}
    number = _number(_first(fields, _NUMBER))
    if number is None:
        return None
    letters = _letters(stated) if (stated := _first(fields, _RIGHT)) is not None else None
    faults = _first(fields, _FAULTS)
    listed: list[str] = []
    if isinstance(faults, str):
        listed = [faults]
    elif isinstance(faults, Mapping):
        listed = [f"{code}: {reason}" for code, reason in faults.items()]
    elif isinstance(faults, (list, tuple)):
        listed = [fault for fault in faults if isinstance(fault, str)]
    return _judged(number, letters, _first(fields, _MARK), [fault for fault in listed if fault.strip()])


def _judged(number: int, letters: str | None, mark: Any, faults: Sequence[str]) -> tuple[int, Judgement] | None:
    """The judgement under a mark; None for a mark that is none. A fault under a passing mark still counts: the stricter word holds."""
    said = str(mark).strip().casefold()
    if said not in _PASS and said not in _FAIL:
        return None
    failed = dict(_fault(fault) for fault in faults)
    if said in _FAIL and not failed:
        failed["agent_overall"] = "no reason given"
    return number, Judgement(letters, failed)


def _fault(text: str) -> tuple[str, str]:
    """(check, reason) of "one: C holds too"; what names no standard goes to ``agent_overall``."""
    match = _CODE.match(text.strip().casefold())
    if match is None or match.group(1) not in STANDARDS:
        return "agent_overall", text.strip()[:_REASON_LIMIT] or "no reason given"
    return STANDARDS[match.group(1)], text.strip()[match.start(2) :].strip()[:_REASON_LIMIT] or "no reason given"


def _letters(stated: Any) -> str | None:
    """The letters named, in order and once each; "" for none; None for what is no list of letters."""
    if isinstance(stated, (list, tuple)) and all(isinstance(letter, str) for letter in stated):
        stated = "".join(stated)
    if not isinstance(stated, str):
        return None
    text = stated.strip().strip("\"'().").upper()
    if text.casefold() in _NONE:
        return ""
    return "".join(sorted(set(re.findall(r"[A-D]", text)))) if _LETTERS.fullmatch(text) else None


def _number(stated: Any) -> int | None:
    if isinstance(stated, bool):
        return None
    if isinstance(stated, int):
        return stated
    text = str(stated).strip().rstrip(".):")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _first(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((fields[name] for name in names if name in fields), None)
