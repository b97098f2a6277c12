"""Which models there are: the entries of ``deployments/models.toml``, and any plain litellm name beside them.

An entry says how a model is reached, what is sent to it, what it cannot take, and what a leaderboard shows of it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator

from storage.schemas.errors import NotFound
from tasks.llm.model_file import read_entries
from tasks.llm.prices import Price, is_known_provider, key_variable, list_price

OPENAI_URL = "https://api.openai.com/v1"
BASELINE_PREFIX = "baseline/"
_RESERVED = frozenset({
    "model", "messages", "stream", "n", "response_format", "temperature", "top_p", "seed", "max_tokens", "max_completion_tokens",
    "logprobs", "top_logprobs",
})


class Decoding(BaseModel):
    """Settings of the decoder. None is not sent: the provider's own default then holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    seed: int | None = None
    max_tokens: int | None = Field(None, gt=0, description="visible answer tokens where the request does not say")
    extra: dict[str, JsonValue] = Field(default_factory=dict, description="further fields of the body, sent as they are")

    @field_validator("extra")
    @classmethod
    def _no_reserved(cls, value: dict[str, JsonValue]) -> dict[str, JsonValue]:
        taken = sorted(_RESERVED & value.keys())
        if taken:
            raise ValueError(f"{', '.join(taken)} cannot stand in extra: it has a setting of its own or is set by okbench")
        return value


class Model(BaseModel):
    """One entry of models.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    name: str = Field(description="the entry's name, as requests and reports use it")
    provider_model: str = Field(description="the model as its provider calls it; litellm form (provider/model) on that route")
    route: Literal["openai", "litellm", "baseline"] = "openai"
    base_url: str | None = Field(None, description="of an OpenAI-compatible server, up to /v1; None on that route is OpenAI itself")
    key_env: str | None = Field(None, description="name of the secret that holds the key; None needs no key")
    decoding: Decoding = Decoding()
    unsupported: tuple[str, ...] = Field((), description="settings that the provider refuses: not sent, and recorded so")
    limit_field: Literal["max_tokens", "max_completion_tokens"] = Field("max_tokens", description="how the wire calls the output limit")
    json_schema: Literal["strict", "none"] = Field("none", description="whether replies can be bound to a JSON schema")
    choices: Literal["lettered", "constrained"] = Field(
        "lettered", description="how multiple choice is answered: by letter, or bound to the choices' texts (small models; needs json_schema strict)"
    )
    top_logprobs: int = Field(0, ge=0, le=20, description="alternatives of each token that the provider gives with their log-probabilities; 0: none")
    reasoning: bool = Field(False, description="thinks before it answers, and the output limit counts the thinking")
    thinking_tokens: int = Field(8192, ge=0, description="added to the output limit of a reasoning model")
    context_tokens: int | None = Field(None, gt=0, description="room for prompt and output together; None: never too small")
    output_tokens: int | None = Field(None, gt=0, description="largest output limit that the provider takes; None: never too small")
    size_billion: float | None = Field(None, gt=0, description="parameters")
    cutoff: str | None = Field(None, pattern=r"^\d{4}(-\d\d){0,2}$", description="end of the training data: 2024, 2024-06 or 2024-06-01")
    openness: Literal["open", "proprietary"] = "proprietary"
    concurrency: int | None = Field(None, ge=1, le=1024, description="calls in flight; None takes the door's limit")
    requests_per_minute: int | None = Field(None, ge=1)
    tokens_per_minute: int | None = Field(None, ge=1)
    timeout_s: float = Field(120.0, gt=0, le=3600)
    price: Price | None = Field(None, description="USD per million tokens; None takes litellm's price list where the provider is in it")

    @model_validator(mode="after")
    def _whole(self) -> Model:
        if self.baseline and self.base_url is not None:
            raise ValueError("a baseline has no base_url")
        if self.choices == "constrained" and self.json_schema != "strict":
            raise ValueError('choices = "constrained" needs json_schema = "strict"')
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must begin with http:// or https://")
        return self

    @property
    def baseline(self) -> bool:
        """Whether it is an offline program and no language model."""
        return self.route == "baseline"

    @property
    def url(self) -> str:
        """Where the lean path posts to."""
        return (self.base_url or OPENAI_URL).rstrip("/") + "/chat/completions"

    def known_price(self) -> Price | None:
        """The entry's own price, else the provider's list price; None when neither is known (never taken for 0)."""
        if self.price is not None:
            return self.price
        if self.baseline:
            return Price(input=0, output=0)
        if self.base_url is not None and self.base_url.rstrip("/") != OPENAI_URL:
            return None  # somebody else's server: a list price would be a guess
        return list_price(self.provider_model)


class ModelCatalog:
    """All models that a name can stand for."""

    def __init__(self, models: Iterable[Model], *, source: str = "models.toml") -> None:
        self._models = {model.name: model for model in models}
        self._source = source

    @classmethod
    def load(cls, path: Path) -> ModelCatalog:
        """Read a models file. BadConfig names file, line and key of what is wrong."""
        return cls(read_entries(path, Model), source=str(path))

    def get(self, name: str) -> Model:
        """The entry of that name, else a plain litellm name as an entry of its own. NotFound, with close matches, for any other."""
        model = self._models.get(name)
        if model is None:
            model = self._models[name] = self._plain(name)
        return model

    def __iter__(self) -> Iterator[Model]:
        return iter(list(self._models.values()))

    def _plain(self, name: str) -> Model:
        if name.startswith(BASELINE_PREFIX):
            return Model(name=name, provider_model=name, route="baseline", openness="open")
        if not (list_price(name) or is_known_provider(name)):
            near = difflib.get_close_matches(name, self._models, n=3, cutoff=0.5)
            hint = f"Did you mean {' or '.join(near)}? " if near else ""
            todo = f"{hint}Add an entry, or write provider/model as litellm does"
            raise NotFound(f"no model is called {name!r}", where=self._source, todo=todo)
        return Model(name=name, provider_model=name, route="litellm", key_env=key_variable(name))


def model_fields() -> dict[str, Any]:
    """Field names of an entry and their descriptions, for the generated reference."""
    return {name: field.description or "" for name, field in Model.model_fields.items()}
