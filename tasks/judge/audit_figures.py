"""What people found in an audit sample: how often judge and equality agree with them, with Cohen's kappa (Cohen 1960), and where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.schemas.errors import BadInput

_WORDS = {"right": True, "yes": True, "1": True, "correct": True, "wrong": False, "no": False, "0": False, "incorrect": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFigures:
    """compared: items that both decided; agreed: of these. too_kind: right by the judge (or equality), wrong by people; too_strict: the reverse.

    kappa: agreement beyond chance, -1 to 1; None where one side knows one verdict only, or nothing was compared.
    """

    against: str
    compared: int
    agreed: int
    too_kind: int
    too_strict: int
    kappa: float | None


def audit_figures(form: Sequence[Mapping[str, str]], key: Sequence[Mapping[str, str]]) -> list[AuditFigures]:
    """Figures for the judge and for equality, from a filled-in form and its key. Empty verdicts are left out.

    BadInput names a verdict that cannot be read, and items that are not in the key.
    """
    by_item = {row["item"]: row for row in key}
    judge: list[tuple[bool, bool]] = []
    equality: list[tuple[bool, bool]] = []
    for row in form:
        said = str(row.get("verdict") or "").strip().casefold()
        if not said:
            continue
        if said not in _WORDS:
            raise BadInput(f"{said!r} is no verdict", where=f"item {row.get('item')}", todo="Write right or wrong, or leave it empty")
        known = by_item.get(row["item"])
        if known is None:
            raise BadInput("it is not in the key", where=f"item {row['item']}", todo="Give the key that was written with this form")
        equality.append((known["equality"] == "right", _WORDS[said]))
        if known["judge verdict"] in ("right", "wrong"):
            judge.append((known["judge verdict"] == "right", _WORDS[said]))
    name = next((row["judge"] for row in key), "judge")
    return [_figures(name, judge), _figures("equality", equality)]


def _figures(against: str, pairs: Sequence[tuple[bool, bool]]) -> AuditFigures:
    n, agreed = len(pairs), sum(one == other for one, other in pairs)
    kappa = None
    if n:
        ours, theirs = sum(one for one, _ in pairs) / n, sum(other for _, other in pairs) / n
        by_chance = ours * theirs + (1 - ours) * (1 - theirs)
        kappa = (agreed / n - by_chance) / (1 - by_chance) if by_chance < 1 else None
    return AuditFigures(
        against=against, compared=n, agreed=agreed, too_kind=sum(one and not other for one, other in pairs),
        too_strict=sum(other and not one for one, other in pairs), kappa=kappa,
    )  # fmt: skip
