"""Parameters of the flows, as pydantic models: they check what a person gives and make the form in the Prefect UI."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from storage.schemas.errors import BadInput
from tasks.questions.setting import parse_settings


def _is_setting(text: str) -> str:
    try:
        parse_settings([text])
    except BadInput as error:
        raise ValueError(f"{error.what}. {error.todo}") from None
    return text


Setting = Annotated[str, AfterValidator(_is_setting)]
Form = Literal["multiple_choice", "open_ended"]
_SETTINGS = "Evaluation settings: no_context, oracle, RETRIEVER:DAYSd:kPASSAGES such as bm25:1d:k3; +open behind one for open-ended, +both for both forms"
_FORMS = "Forms of the settings that name none"
_JUDGE = "Model that judges open-ended answers; default: the one of the settings; 'none' for equality alone"
_PANEL = "Models whose answers without context tell fresh questions from stale ones; empty: all language models under test, where there are three"
Days = Annotated[int, Field(ge=1, le=366)]


class DailyNews(BaseModel):
    """What a run of the news benchmark may be told; what is left out comes from the settings."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field("daily", max_length=60, description="Name of the run; one run of a name exists for a day, another name makes another release")
    moment: str = Field("now", description="End of the news window: now, 2026-11-30 (its end) or 2026-11-30T06:15:00Z; pinned at the first start")
    hours: float = Field(24, gt=0, le=240, description="Length of the news window in hours")
    feeds: str | None = Field(None, description="Feeds file; default: the one of the settings")
    outlets: list[str] = Field([], description="Only feeds with these ids; empty: all")
    max_articles: int | None = Field(None, ge=1, description="At most this many articles get questions, spread over outlets; empty: all")
    generator: str | None = Field(None, description="Model that writes the questions; default: the one of the settings")
    validator: str | None = Field(None, description="Model that validates the questions; default: the one of the settings; 'none' for rules only")
    models: list[str] = Field([], description="Models under test")
    settings: list[Setting] = Field(["no_context", "oracle"], description=_SETTINGS)
    forms: list[Form] = Field(["multiple_choice"], min_length=1, description=_FORMS)
    grid: str | None = Field(None, description="Grid file (TOML) with further models and settings, and samples for slow ones")
    judge: str | None = Field(None, description=_JUDGE)
    panel: list[str] = Field([], description=_PANEL)
    retrievers: list[str] = Field([], description="Retrievers to measure on the release, such as bm25 or dense:all-MiniLM-L6-v2; empty: none")
    search_days: list[Days] = Field([], description="Days of news that retrievers search, ending with the run's window; empty: those of the settings")
    max_usd: float | None = Field(None, gt=0, description="Budget of the run in USD")
    max_tokens: int | None = Field(None, gt=0, description="Budget of the run in tokens")
    dry_run: bool = Field(False, description="Read the news, then say what the run would ask and cost, and stop before the first paid call")

    def identity(self) -> dict[str, Any]:
        """What makes the release of this run what it is; models under test and budgets may change between starts."""
        keys = ("feeds", "outlets", "max_articles", "generator", "validator")
        return {key: getattr(self, key) for key in keys}


class EvaluateModels(BaseModel):
    """What an evaluation of a release that stands may be told; what is left out comes from the settings."""

    model_config = ConfigDict(extra="forbid")

    release: str = Field("latest", description="Release id, its beginning, latest, its random id, or a signature line")
    models: list[str] = Field([], description="Models under test")
    settings: list[Setting] = Field(["no_context", "oracle"], description=_SETTINGS)
    forms: list[Form] = Field(["multiple_choice"], min_length=1, description=_FORMS)
    sample: int = Field(0, ge=0, description="Questions to ask each model of this form, drawn by the settings' seed; 0: all")
    grid: str | None = Field(None, description="Grid file (TOML) with further models and settings")
    judge: str | None = Field(None, description=_JUDGE)
    panel: list[str] = Field([], description=_PANEL)
    max_usd: float | None = Field(None, gt=0, description="Budget in USD")
    max_tokens: int | None = Field(None, gt=0, description="Budget in tokens")
    dry_run: bool = Field(False, description="Say what would be asked, cost and take, and stop before the first paid call")

    @classmethod
    def checked(cls, **values: Any) -> EvaluateModels:
        """Parameters from a person's values; BadInput names the one that is wrong."""
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            option = "--" + (name.removesuffix("s") if name in ("models", "settings", "forms") else name).replace("_", "-")
            raise BadInput(str(first["msg"]).removeprefix("Value error, "), where=option, todo="See okbench evaluations run --help") from None
