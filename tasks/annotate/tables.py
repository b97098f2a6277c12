"""Results as plain rows with column names for people: for the terminal, Markdown, CSV and reports. Shares are in percent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tasks.annotate.figures import EVERYONE, Figure, decision_counts
from tasks.annotate.results import Results, progress

Row = dict[str, Any]
WORDS = {
    "clarity": "clear", "clarity_and_freshness": "clear and fresh", "guess": "guessed right", "read": "right after reading",
    "support": "exactly supported", "judge_agrees": "judge agrees", "agreement": "agreement", "alpha": "Krippendorff's alpha",
    "agreement_clarity": "agreement on clarity alone", "agreement_guess": "agreement, guess", "agreement_read": "agreement, read",
    "agreement_support": "agreement, compare", "alpha_support": "Krippendorff's alpha, compare",
}  # fmt: skip
"""What each measure is called."""


def result_tables(results: Results) -> dict[str, list[Row]]:
    """All tables of a study by title; those without rows are left out."""
    kind = results.study.kind
    title = {"quality": "Quality by annotator", "correctness": "Correctness by annotator", "audit": "Judge against people"}[kind]
    tables = {
        "Progress": progress_rows(results), title: rate_rows(results), "Agreement": agreement_rows(results), "Decisions": decision_rows(results),
        "Disagreements": disagreement_rows(results), "Validation against people": validator_rows(results), "Remarks": remark_rows(results),
    }  # fmt: skip
    return {name: rows for name, rows in tables.items() if rows}


def progress_rows(results: Results) -> list[Row]:
    """How far everybody is."""
    return [{"annotator": name, "done": made, "of": asked, "last": last} for name, made, asked, last in progress(results)]


def rate_rows(results: Results) -> list[Row]:
    """One row for each annotator and one for all: tables 6 and 7 of the paper, with intervals."""
    rates = [one for one in results.figures if not one.measure.startswith(("agreement", "alpha"))]
    names = dict.fromkeys(one.measure for one in rates)
    rows = []
    for annotator in (*results.study.annotators, EVERYONE):
        mine = {one.measure: one for one in rates if one.annotator == annotator}
        row: Row = {"annotator": annotator or "all", "decisions": max(one.counted for one in mine.values())}
        for measure in names:
            row |= {f"{WORDS[measure]} %": _percent(mine[measure].value), _interval_name(measure, names): _interval(mine[measure], 100)}
        rows.append(row)
    return rows


def agreement_rows(results: Results) -> list[Row]:
    """Agreement of those who labelled the same items; none where nobody did."""
    rows = []
    for one in results.figures:
        if one.measure.startswith(("agreement", "alpha")) and one.counted:
            share = one.measure.startswith("agreement")
            value = _percent(one.value) if share else _round(one.value)
            rows.append({
                "measure": WORDS[one.measure] + (" %" if share else ""), "value": "not defined" if value is None else value,
                "95 % interval": _interval(one, 100 if share else 1), "items": one.counted,
            })  # fmt: skip
    return rows


def decision_rows(results: Results) -> list[Row]:
    """How often each decision was made, by annotator. Picks of a choice are left out: their texts differ by question."""
    counts = {key: count for key, count in decision_counts(results.decisions).items() if key[0] not in ("guess", "read")}
    names = sorted({decision for count in counts.values() for decision in count})
    return [
        {"step": step, "annotator": annotator, **{name.replace("_", " "): count[name] for name in names}}
        for (step, annotator), count in sorted(counts.items())
    ]


def disagreement_rows(results: Results) -> list[Row]:
    """Which decisions stand against each other on the same question."""
    return [
        {"step": one.step, "one says": _words(one.one), "another": _words(one.other), "items": len(one.item_ids), "ids": " ".join(one.item_ids[:5])}
        for one in results.disagreements
    ]


def validator_rows(results: Results) -> list[Row]:
    """What validation let pass and what it rejected, as people see it."""
    return [
        {
            "validation": "let pass" if one.released else f"rejected: {one.check.replace('_', ' ')}", "by": one.judge, "seen by people": one.seen,
            "clear": one.clear, "clear and fresh": one.clear_and_fresh, "unclear": one.seen - one.clear,
        }
        for one in results.validator
        if one.seen
    ]  # fmt: skip


def remark_rows(results: Results) -> list[Row]:
    """What annotators said of the whole."""
    return [{"annotator": one.annotator, "remark": one.comment} for one in results.remarks]


def _interval_name(measure: str, names: Sequence[str] | dict[str, None]) -> str:
    return "95 % interval" if len(names) == 1 else f"{WORDS[measure]}, 95 % interval"


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 1)


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _interval(one: Figure, scale: int) -> str | None:
    if one.low is None or one.high is None:
        return None
    return f"{one.low * scale:.1f}–{one.high * scale:.1f}" if scale == 100 else f"{one.low:.2f} to {one.high:.2f}"


def _words(decision: str) -> str:
    return decision.replace("_", " ")
