"""Labels of freshness for a release, from the answers without context that are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flows.house import House
from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.clock import utc_now
from storage.schemas.errors import BadInput
from storage.schemas.judging import FreshnessLabel
from tasks.scoring.freshness import LEAST_PANEL, Member, label_questions, panel_of


def label_freshness(lake: Lake, release: Release, models: Sequence[str] = (), *, least: int = LEAST_PANEL) -> list[FreshnessLabel]:
    """Label the questions by the panel of ``models`` (empty: all language models that answered without context) and store the labels.

    BadInput when fewer than ``least`` models have answered.
    """
    chosen = panel_of(lake.read(Evaluation, release.release_id), models)
    missing = sorted(set(models) - {one.model for one in chosen})
    if len(chosen) < least:
        names = ", ".join(one.model for one in chosen) or "none"
        raise BadInput(
            f"a panel needs {least} models that answered without context in multiple choice, there are {len(chosen)} ({names})",
            where="panel", todo="Evaluate more models with --setting no_context" + (f"; missing: {', '.join(missing)}" if missing else ""),
        )  # fmt: skip
    panel = [Member(one, lake.read(Answer, f"{release.release_id}/{one.evaluation_id}")) for one in chosen]
    labels = label_questions(release.questions, panel, release_id=release.release_id, labelled=utc_now())
    lake.append(FreshnessLabel, labels, release.release_id)
    return labels


def label_if_panel(house: House, release: Release, models: Sequence[str]) -> list[FreshnessLabel]:
    """The labels where enough models have answered; none otherwise."""
    chosen = panel_of(house.lake.read(Evaluation, release.release_id), models)
    return label_freshness(house.lake, release, models) if len(chosen) >= LEAST_PANEL else []


def freshness_summary(labels: Sequence[FreshnessLabel]) -> dict[str, Any]:
    """Panel, questions, and how many are stale; empty without labels."""
    if not labels:
        return {}
    stale = sum(label.stale for label in labels)
    return {
        "panel": list(labels[0].panel), "questions": len(labels), "stale": stale, "fresh": len(labels) - stale,
        "stale %": round(100 * stale / len(labels), 1), "panel id": labels[0].panel_id,
    }  # fmt: skip
