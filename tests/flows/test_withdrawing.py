"""Questions withdrawn from a release that was evaluated: scores are there at once, and evaluating the new one asks no model."""

import subprocess
import sys

import pytest

from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.calls import Call, Evaluation
from tests.tasks.annotate.made_releases import made_release

pytestmark = [pytest.mark.slow, pytest.mark.service]

# Both evaluations in one process: starting Prefect takes most of the time.
PROGRAM = """
import asyncio, sys
from flows.cli import prefect_defaults
prefect_defaults.apply()
from flows.cli.opening import lake_of, release_of
from flows.evaluate_models import EvaluateModels, evaluate
from flows.withdrawing import withdraw
from storage.schemas.clock import utc_now

async def main():
    await evaluate(EvaluateModels.checked(release=sys.argv[1], models=["stub"]))
    parent = release_of(None, sys.argv[1])
    made = withdraw(lake_of(None), parent, {parent.questions[0].question_id: "two choices are right"}, [], now=utc_now())
    await evaluate(EvaluateModels.checked(release=made.release.release_id, models=["stub"]))

asyncio.run(main())
"""


def test_scores_of_the_new_release_cost_no_call_and_neither_does_evaluating_it(desk):
    parent = made_release(desk.folder / "lake", articles=2, each=2)
    command = [sys.executable, "-c", PROGRAM, parent.release_id]
    ran = subprocess.run(command, cwd=desk.folder, env=desk.environment, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stderr
    lake = Lake.open(desk.folder / "lake")
    [child] = [manifest for manifest in ReleaseStore(lake).list() if manifest.parent]
    evaluations = lake.read(Evaluation, child.release_id)
    carried = [one for one in evaluations if one.carried_from]
    again = [one for one in evaluations if not one.carried_from]
    assert len(carried) == len(lake.read(Evaluation, parent.release_id)) == len(again) == 2
    assert sorted(map(_outcomes, again)) == sorted(map(_outcomes, carried))
    assert {one.questions for one in evaluations} == {3}
    # Four questions, without and with the article; all in the ledger of the first release.
    assert lake.partitions(Call) == [f"evaluate-{parent.release_id}"]
    assert desk.stub.requests == len(lake.read(Call, f"evaluate-{parent.release_id}")) == 8


def _outcomes(one):
    return one.model, one.setting, one.form, one.questions, one.right, one.wrong, one.refused, one.unparsed
