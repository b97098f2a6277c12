"""Models over a release that stands: ad-hoc evaluation, from the command line or the Prefect UI."""

from __future__ import annotations

from typing import Any

from prefect import flow
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from flows.artifacts import show_table
from flows.evaluating import answer_requests, evaluate_models, evaluation_scope
from flows.house import House
from flows.news_estimate import estimate_rows
from flows.parameters import Setting
from flows.settings import load_settings
from storage.schemas.errors import BadInput
from tasks.llm.estimate import estimate
from tasks.report.tables import evaluation_rows

ANSWER_TOKENS = 6  # "Answer: X"


class EvaluateModels(BaseModel):
    """What an evaluation may be told."""

    model_config = ConfigDict(extra="forbid")

    release: str = Field("latest", description="Release id, its beginning, latest, its random id, or a signature line")
    models: list[str] = Field(min_length=1, description="Models under test")
    settings: list[Setting] = Field(["no_context", "oracle"], min_length=1, description="Evaluation settings")
    max_usd: float | None = Field(None, gt=0, description="Budget in USD")
    max_tokens: int | None = Field(None, gt=0, description="Budget in tokens")
    dry_run: bool = Field(False, description="Say what would be asked and cost, and stop before the first paid call")

    @classmethod
    def checked(cls, **values: Any) -> EvaluateModels:
        """Parameters from a person's values; BadInput names the one that is wrong."""
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(str(first["msg"]), where=f"--{first['loc'][0]}", todo="See okbench evaluations run --help") from None


@flow(name="evaluate_models", flow_run_name="evaluate {parameters.release}", persist_result=False)
async def evaluate(parameters: EvaluateModels) -> dict[str, Any]:
    """Have models answer a release and store the scores; returns them, or the estimate of a dry run."""
    async with House(load_settings(), max_usd=parameters.max_usd, max_tokens=parameters.max_tokens) as house:
        release = house.releases.load(house.releases.resolve(parameters.release))
        scope = evaluation_scope(release.release_id)
        if parameters.dry_run:
            await house.ask(scope, scope)
            requests = answer_requests(house, release, parameters.models, parameters.settings)
            found = estimate(requests, models=house.models, ledger=house.ledger(scope, scope), completion_tokens={"answer": ANSWER_TOKENS})
            return {"release_id": release.release_id, "status": "estimated", "estimate": estimate_rows(found), "usd": found.cost}
        (await house.door()).check(parameters.models)
        evaluations = await evaluate_models(house, release, parameters.models, parameters.settings, run_id=scope)
        rows = evaluation_rows(house.lake, evaluations)
        await show_table(f"scores-{release.manifest.period}", rows, f"Scores on {release.signature.short()}")
        return {"release_id": release.release_id, "signature": str(release.signature), "scores": rows}
