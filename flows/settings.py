"""Settings of a run: the only place that reads the environment.

Order of precedence: environment variables (``OKBENCH_…``, nested with two underscores: ``OKBENCH_FETCH__CONTACT``), then the file ``okbench.toml`` in the
working folder (or the one that OKBENCH_CONFIG names), then the defaults below. Secrets are never settings: ``secret`` reads them one by one.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from storage.schemas.errors import BadConfig
from tasks.answer.options import AnswerOptions
from tasks.events.options import EventOptions
from tasks.extraction.options import PoolOptions
from tasks.fetching.policy import FetchPolicy
from tasks.generate.options import GenerateOptions
from tasks.index.options import IndexOptions
from tasks.ingest.options import CollectOptions
from tasks.ingest.page_options import PageOptions
from tasks.judge.options import JudgeOptions
from tasks.llm.options import DoorLimits
from tasks.validate.options import ValidateOptions

HOME = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """Everything that can be set, with bounds."""

    model_config = SettingsConfigDict(env_prefix="OKBENCH_", env_nested_delimiter="__", extra="forbid", frozen=True)

    lake: Path = Field(Path("lake"), description="Folder of the lake: all tables, releases and reports")
    feeds: Path = Field(HOME / "deployments" / "feeds.toml", description="File of the feeds to read")
    models: Path = Field(HOME / "deployments" / "models.toml", description="File of the models that may be called")
    regions: Path = Field(HOME / "deployments" / "events.toml", description="File of the regions and years whose events are collected")
    prompts: Path | None = Field(None, description="Folder of own prompt files, taken before those of okbench")
    generator: str = Field("gpt-4.1-2025-04-14", description="Model that writes questions")
    validator: str = Field("gpt-4.1-2025-04-14", description="Model that validates questions")
    judge: str | None = Field(None, description="Model that judges open-ended answers; none: normalised equality alone")
    seed: str = Field("okbench", description="Seed of the shuffling of choices, stored with each question")
    max_usd: float | None = Field(None, gt=0, description="Budget of one run in USD; the run stops cleanly when it is reached")
    max_tokens: int | None = Field(None, gt=0, description="Budget of one run in tokens, for models without a price")
    max_usd_day: float | None = Field(None, gt=0, description="Ceiling in USD for the calls of all runs in one day (UTC) together")
    max_usd_month: float | None = Field(None, gt=0, description="Ceiling in USD for the calls of all runs in one month (UTC) together")
    articles_per_task: int = Field(40, ge=1, le=500, description="Pages or articles in one task of the flow")
    questions_per_task: int = Field(100, ge=1, le=5000, description="Questions in one task of an evaluation")
    duplicate_days: int = Field(10, ge=0, le=365, description="Days of earlier releases in which a question must not stand already")
    fetch: FetchPolicy = Field(FetchPolicy(), description="How feeds and pages are fetched")
    collect: CollectOptions = Field(CollectOptions(), description="Which entries of a feed count")
    pages: PageOptions = Field(PageOptions(), description="Which pages count as articles")
    events: EventOptions = Field(EventOptions(), description="How events of an encyclopedia and the documents they cite are collected")
    pool: PoolOptions = Field(PoolOptions(), description="Worker processes that read pages")
    generate: GenerateOptions = Field(GenerateOptions(), description="How questions are asked for")
    validation: ValidateOptions = Field(ValidateOptions(), description="Which questions pass the rules")
    answer: AnswerOptions = Field(AnswerOptions(), description="How models under test are asked")
    judging: JudgeOptions = Field(JudgeOptions(), description="How a judge of open-ended answers is asked")
    index: IndexOptions = Field(IndexOptions(), description="Which retrievers are measured, over which windows, and how indexes are built")
    door: DoorLimits = Field(DoorLimits(), description="Concurrency, time-outs and retries of model calls")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Environment first, then what ``load_settings`` read from the file."""
        return env_settings, init_settings


class _Given(Settings):
    """Settings whose values are all given: neither environment nor file is asked again."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Nothing but what is passed in."""
        return (init_settings,)


def load_settings(file: Path | None = None, **overrides: Any) -> Settings:
    """Settings from environment and file; ``overrides`` (command-line options) win. BadConfig names file, line and key."""
    path = file or Path(os.environ.get("OKBENCH_CONFIG", "okbench.toml"))
    values = _read(path) if path.exists() else {}
    if file is not None and not path.exists():
        raise BadConfig("there is no such settings file", where=str(path))
    given = {k: v for k, v in overrides.items() if v is not None}
    try:
        settings = Settings(**values)
        return _Given(**(settings.model_dump() | given)) if given else settings
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(p) for p in first["loc"])
        said = "there is no such setting" if first["type"] == "extra_forbidden" else first["msg"]
        if first["type"] in ("model_type", "model_attributes_type", "dict_type"):
            said = f"is a group of settings, not a value; write them under [{key}]"
        raise BadConfig(f"{key}: {said}", where=_where(path, key), todo="okbench config list shows all settings with their bounds") from None


def index_options(settings: Settings) -> IndexOptions:
    """The settings of retrieval, with JAVA_HOME as the last choice of a Java."""
    options = settings.index
    java = options.retrieval.java
    if java.environment_home is not None or not os.environ.get("JAVA_HOME"):
        return options
    java = java.model_copy(update={"environment_home": Path(os.environ["JAVA_HOME"])})
    return options.model_copy(update={"retrieval": options.retrieval.model_copy(update={"java": java})})


def secret(name: str) -> str | None:
    """A secret from the environment, else from a file of that name in OKBENCH_SECRETS (default /run/secrets, where containers mount theirs).

    None when it is in neither, or empty.
    """
    if found := os.environ.get(name):
        return found
    if not name.isidentifier():
        return None  # a name in models.toml must not lead to other files
    try:
        return (Path(os.environ.get("OKBENCH_SECRETS", "/run/secrets")) / name).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(str(error), where=str(path), todo="Mend the file; it is TOML") from None


def _where(path: Path, key: str) -> str:
    variable = "OKBENCH_" + key.upper().replace(".", "__")
    if variable in os.environ:
        return f"environment variable {variable}"
    last = key.rsplit(".", 1)[-1]
    if path.exists():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if line.split("=")[0].strip() == last:
                return f"{path}, line {number}"
    return str(path) if path.exists() else "settings"
