"""Models over a release that stands: ad-hoc evaluation, from the command line or the Prefect UI."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow

from flows.artifacts import show_table
from flows.evaluating import evaluation_scope
from flows.evaluation_estimate import estimate_cells, estimate_table
from flows.evaluation_passages import check_cells
from flows.grid import Cell, Grid, cells, read_grid
from flows.house import House
from flows.parameters import EvaluateModels
from flows.scoring import score_cells
from flows.settings import load_settings
from storage.releases import Release
from storage.schemas.errors import BadInput
from tasks.answer.asking import prompt_name
from tasks.report.tables import evaluation_rows


@flow(name="evaluate_models", flow_run_name="evaluate {parameters.release}", persist_result=False)
async def evaluate(parameters: EvaluateModels) -> dict[str, Any]:
    """Have models answer a release, judge what they wrote, and store the scores; returns them, or the estimate of a dry run."""
    async with _house(parameters) as house:
        release = house.releases.load(house.releases.resolve(parameters.release))
        grid = read_grid(Path(parameters.grid)) if parameters.grid else None
        wanted, judge = wanted_cells(parameters, grid), _judge(house, parameters, grid)
        await check_evaluation(house, wanted, judge, keys=not parameters.dry_run)
        if parameters.dry_run:
            return await _estimated(house, release, wanted, judge)
        scope, panel = evaluation_scope(release.manifest.root), parameters.panel or (list(grid.panel) if grid else [])
        scored = await score_cells(house, release, wanted, run_id=scope, judge=judge, panel=panel)
        rows, day = evaluation_rows(house.lake, scored.evaluations), release.manifest.period
        tables = {"scores": rows, "judged": scored.judged_rows(), "likeliest": scored.likeliest_rows()}
        await show_table(f"scores-{day}", rows, f"Scores on {release.signature.short()}")
        if scored.judgings:
            await show_table(f"judged-{day}", tables["judged"], f"Open-ended answers on {release.signature.short()}: equality and judge")
        fresh = scored.freshness()
        if fresh:
            await show_table(f"freshness-{day}", [{**fresh, "panel": ", ".join(fresh["panel"])}], f"Questions that the panel knows, {release.release_id}")
        return {
            "release_id": release.release_id, "signature": str(release.signature), **tables, "freshness": fresh, "warnings": scored.warnings,
        }  # fmt: skip


async def check_evaluate_models(parameters: EvaluateModels) -> None:
    """What is wrong with the parameters, said in a second and without Prefect; the flow looks again, since others start it too."""
    async with _house(parameters) as house:
        house.releases.resolve(parameters.release)
        grid = read_grid(Path(parameters.grid)) if parameters.grid else None
        await check_evaluation(house, wanted_cells(parameters, grid), _judge(house, parameters, grid), keys=not parameters.dry_run)


def _house(parameters: EvaluateModels) -> House:
    return House(load_settings(judge=parameters.judge), max_usd=parameters.max_usd, max_tokens=parameters.max_tokens)


def _judge(house: House, parameters: EvaluateModels, grid: Grid | None) -> str | None:
    judge = parameters.judge or (grid.judge if grid else None) or house.settings.judge
    return None if judge == "none" else judge


def wanted_cells(parameters: EvaluateModels, grid: Grid | None) -> list[Cell]:
    """The cells of the grid file and those of models and settings, each once. BadInput when there are none."""
    wanted = grid.cells() if grid else []
    wanted += cells(parameters.models, parameters.settings, parameters.forms, sample=parameters.sample)
    if not wanted:
        raise BadInput("no model is named", where="models", todo="Name one with --model, or a grid file with --grid")
    return list(dict.fromkeys(wanted))


async def check_evaluation(house: House, wanted: list[Cell], judge: str | None, *, keys: bool = True) -> None:
    """Find out before anything is paid what would stop an evaluation: an unknown model, a missing key, a bad prompt, an unusable retriever."""
    written = any(cell.setting.open_ended for cell in wanted)
    names = [*dict.fromkeys(cell.model for cell in wanted), *([judge] if judge and written else [])]
    (await house.door()).check(names, keys=keys)
    for name in {prompt_name(cell.setting, house.models.get(cell.model)) for cell in wanted} | ({"judge_answer"} if judge and written else set()):
        house.prompt(name)
    await check_cells(house, wanted)


async def _estimated(house: House, release: Release, wanted: list[Cell], judge: str | None) -> dict[str, Any]:
    found, minutes = await estimate_cells(house, release, wanted, judge=judge)
    rows = estimate_table(found, minutes)
    await show_table(f"estimate-{release.release_id}", rows, f"What the evaluation of {release.release_id} would ask, cost and take")
    return {"release_id": release.release_id, "status": "estimated", "estimate": rows, "usd": found.cost, "token counting": found.rule}
