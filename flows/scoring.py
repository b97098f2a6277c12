"""From a grid to scores: every cell answered, open-ended answers judged, fresh questions told from stale ones. The part that flows share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flows.evaluating import evaluate_cells
from flows.freshness import freshness_summary, label_if_panel
from flows.grid import Cell
from flows.house import House
from flows.judging import judge_evaluations, judging_warnings
from storage.releases import Release
from storage.schemas.calls import Evaluation
from storage.schemas.judging import FreshnessLabel, Judging
from tasks.questions.setting import NO_CONTEXT, Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What an evaluation of a grid came to."""

    evaluations: Sequence[Evaluation]
    judgings: Sequence[Judging]
    labels: Sequence[FreshnessLabel]

    @property
    def warnings(self) -> list[str]:
        """What a reader of the figures should know first."""
        found = judging_warnings(self.judgings, self.evaluations)
        for one in self.evaluations:
            if one.provider_model and ", " in one.provider_model:
                found.append(f"{one.model} ({Setting.of(one)}) was answered by several versions: {one.provider_model}")
        sampled = {f"{one.model} answered a sample of the questions ({one.sample})": None for one in self.evaluations if one.sample}
        return found + list(sampled)

    def judged_rows(self) -> list[dict[str, Any]]:
        """One row for each judging: what the judge found beside what equality found."""
        by_id = {one.evaluation_id: one for one in self.evaluations}
        return [_judged_row(judging, by_id[judging.evaluation_id]) for judging in self.judgings]

    def likeliest_rows(self) -> list[dict[str, Any]]:
        """One row for each evaluation that came with log-probabilities: the second figure."""
        return [
            {
                "model": one.model, "setting": str(Setting.of(one)), "with log-probabilities": one.likeliest_asked,
                "likeliest right %": round(100 * one.likeliest_right / one.likeliest_asked, 1),
                "read right %": round(100 * one.right / one.questions, 1),
            }
            for one in self.evaluations
            if one.likeliest_asked
        ]  # fmt: skip

    def freshness(self) -> dict[str, Any]:
        """Panel and counts; empty where there was no panel."""
        return freshness_summary(self.labels)


async def score_cells(
    house: House, release: Release, cells: Sequence[Cell], *, run_id: str, judge: str | None = None, panel: Sequence[str] = ()
) -> Scored:
    """Answer, judge, label. Raises what the door raises, after every call in flight has ended; what was finished is kept."""
    evaluations = await evaluate_cells(house, release, cells, run_id=run_id)
    judgings = await judge_evaluations(house, release, evaluations, judge, run_id=run_id) if judge else []
    asked = any(cell.setting == Setting(NO_CONTEXT) for cell in cells)
    labels = label_if_panel(house, release, panel) if asked else []
    return Scored(evaluations=evaluations, judgings=judgings, labels=labels)


def _judged_row(judging: Judging, evaluation: Evaluation) -> dict[str, Any]:
    decided = judging.right + judging.wrong
    return {
        "model": evaluation.model, "setting": str(Setting.of(evaluation)), "judge": judging.judge, "questions": evaluation.questions,
        "equal %": round(100 * evaluation.right / evaluation.questions, 1) if evaluation.questions else None,
        "judged right %": round(100 * judging.right / evaluation.questions, 1) if evaluation.questions else None,
        "agree %": round(100 * judging.agreed / decided, 1) if decided else None, "failed verdicts": judging.failed,
        "own": "yes" if judging.judges_own else "",
    }  # fmt: skip
