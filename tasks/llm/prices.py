"""What tokens cost: list prices out of the table that litellm carries in its package, read as data, without importing litellm (5 s).

A price that is not known is None, and a cost made from it is None: never 0.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field

# Providers whose key litellm expects under another name than PROVIDER_API_KEY.
_KEY_NAMES = {"together_ai": "TOGETHERAI_API_KEY", "cohere_chat": "COHERE_API_KEY", "huggingface": "HF_TOKEN"}
# Reached without a key, or with credentials that are not one secret (litellm finds those itself).
_NO_KEY = frozenset({
    "ollama", "ollama_chat", "vllm", "hosted_vllm", "llamafile", "lm_studio", "lemonade", "docker_model_runner", "xinference", "oobabooga",
    "bedrock", "bedrock_converse", "sagemaker", "sagemaker_chat", "vertex_ai", "oci", "watsonx", "custom", "custom_openai", "openai_like",
})


class Price(BaseModel):
    """USD per million tokens; ``cached_input`` is what the provider asks for prompt tokens out of its cache, None as for others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    cached_input: float | None = Field(None, ge=0)
    output: float = Field(ge=0)

    def cost(self, prompt: int | None, cached: int | None, completion: int | None) -> float | None:
        """USD for that many tokens (``prompt`` counts the cached ones too); None when the provider did not report them."""
        if prompt is None or completion is None:
            return None
        cached = min(cached or 0, prompt)
        cached_price = self.input if self.cached_input is None else self.cached_input
        return ((prompt - cached) * self.input + cached * cached_price + completion * self.output) / 1e6


@cache
def list_price(name: str) -> Price | None:
    """The list price of a model by its litellm name (with or without the provider in front)."""
    table = _table()
    row = table.get(name) or table.get(name.partition("/")[2])
    if row is None or row.get("mode", "chat") not in ("chat", "completion", "responses") or "input_cost_per_token" not in row:
        return None
    provider = name.partition("/")[0] if "/" in name and name not in table else None
    if provider is not None and provider != row.get("litellm_provider"):
        return None  # the same model at another provider has another price
    if not row["input_cost_per_token"] and not row.get("output_cost_per_token") and row.get("litellm_provider") not in _NO_KEY:
        return None  # hosted for nothing: more likely that nobody wrote the price down
    cached = row.get("cache_read_input_token_cost")
    return Price(
        input=row["input_cost_per_token"] * 1e6,
        cached_input=None if cached is None else cached * 1e6,
        output=row.get("output_cost_per_token", 0) * 1e6,
    )


def is_known_provider(name: str) -> bool:
    """Whether ``name`` is ``provider/model`` with a provider that litellm knows."""
    provider, slash, model = name.partition("/")
    return bool(slash and model) and provider in _providers()


def key_variable(name: str) -> str | None:
    """The usual name of the key for a litellm model name; None where none is needed."""
    provider, slash, _ = name.partition("/")
    if not slash or provider not in _providers():
        provider = str(_table().get(name, {}).get("litellm_provider", "openai"))
    if provider in _NO_KEY or provider.startswith("vertex_ai"):
        return None
    return _KEY_NAMES.get(provider, provider.upper().replace("-", "_") + "_API_KEY")


def litellm_folder() -> Path | None:
    """Where the litellm package lies, found without importing it."""
    spec = importlib.util.find_spec("litellm")
    return Path(spec.origin).parent if spec and spec.origin else None


@cache
def _table() -> dict[str, dict[str, Any]]:
    return _read("model_prices_and_context_window_backup.json")


@cache
def _providers() -> frozenset[str]:
    listed = _read("provider_endpoints_support_backup.json").get("providers", {})
    return frozenset(listed) | {str(row.get("litellm_provider")) for row in _table().values()} | _NO_KEY


def _read(name: str) -> dict[str, Any]:
    folder = litellm_folder()
    if folder is None or not (folder / name).exists():
        return {}
    value = orjson.loads((folder / name).read_bytes())
    return value if isinstance(value, dict) else {}
