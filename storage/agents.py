"""What the signature says of each agent: the model as its provider named it and the settings as they really went out.

Read from the ledger's calls, not from configuration: a setting that was asked for but that the provider does not take stands as null and
under ``not_sent``, and a provider that changed the model in mid-run shows with both names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.schemas.calls import Call
from storage.schemas.ids import canonical_json
from storage.signature_values import Scalar, Value

_NOT_DECODING = frozenset({
    "model", "messages", "prompt", "input", "instructions", "system", "response_format", "stream", "stream_options", "user", "metadata",
    "tools", "tool_choice", "text", "store", "n", "extra_headers", "timeout", "task", "inputs", "purpose", "schema", "schema_name",
    "guided_json", "format",
})  # fmt: skip
_SAME = {"max_completion_tokens": "max_tokens", "max_output_tokens": "max_tokens"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRecord:
    """One agent of a release: what the signature holds of it (models, decoding, not_sent, prompt), and what it did and cost.

    role: ``generator`` or ``validator``. models: as the provider named them. decoding: settings as sent, None for one asked for and not
    sent, a tuple where calls differed. prompt: digest of its prompt file. asked: the model's name in our configuration. cost: USD, None
    if unknown.
    """

    role: str
    models: tuple[str, ...]
    decoding: Mapping[str, Value]
    not_sent: tuple[str, ...] = ()
    prompt: str = ""
    prompt_name: str = ""
    asked: str = ""
    baseline: bool = False
    calls: int = 0
    failed_calls: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None

    def __post_init__(self) -> None:
        # One form for settings that mean the same: sorted keys, 0.0 as 0, lists as tuples.
        object.__setattr__(self, "decoding", {key: _plain(self.decoding[key]) for key in sorted(self.decoding)})
        object.__setattr__(self, "models", tuple(self.models))
        object.__setattr__(self, "not_sent", tuple(sorted(self.not_sent)))


def agent_from_calls(
    role: str, calls: Sequence[Call], *, asked: str, prompt: str, prompt_name: str = "", baseline: bool = False
) -> AgentRecord:
    """The record of an agent from all its calls in a run. Its ``asked`` name stands in where no provider named a model."""
    sent: dict[str, set[str]] = {}
    for text in () if baseline else {call.sent for call in calls}:
        for key, value in _settings(text):
            sent.setdefault(key, set()).add(canonical_json(value))
    decoding: dict[str, Value] = {key: _one(values) for key, values in sent.items()}
    not_sent = sorted({_SAME.get(name, name) for call in calls for name in call.not_sent})
    # A setting that went out in some calls keeps its value; not_sent says that it did not in all.
    decoding |= {name: None for name in not_sent if name not in decoding and name not in _NOT_DECODING}
    models = sorted({call.provider_model for call in calls if call.provider_model}) or [asked]
    return AgentRecord(
        role=role, models=tuple(models), decoding=decoding, not_sent=tuple(not_sent), prompt=prompt, prompt_name=prompt_name, asked=asked,
        baseline=baseline, calls=len(calls), failed_calls=sum(call.status == "failed" for call in calls),
        prompt_tokens=_sum(call.prompt_tokens for call in calls), completion_tokens=_sum(call.completion_tokens for call in calls),
        cost=_sum(call.cost for call in calls if call.status != "failed" or call.cost is not None),
    )  # fmt: skip


def _settings(sent: str) -> list[tuple[str, Any]]:
    """The decoding settings in the JSON body of a call, nested ones as ``thinking.type``."""
    try:
        body = json.loads(sent)
    except ValueError:
        return []
    if not isinstance(body, dict):
        return []
    flat: list[tuple[str, Any]] = []
    for key, value in body.items():
        if key not in _NOT_DECODING:
            if isinstance(value, dict):
                flat.extend((f"{key}.{step}", inner) for step, inner in value.items())
            else:
                flat.append((_SAME.get(str(key), str(key)), value))
    return flat


def _one(values: set[str]) -> Value:
    """The one value of a setting, or all that occurred, in order."""
    found = [_plain(json.loads(value)) for value in sorted(values)]
    if len(found) == 1:
        return found[0]
    scalars: list[Scalar] = [canonical_json(v) if isinstance(v, tuple) else v for v in found]
    return tuple(sorted(scalars, key=lambda v: (isinstance(v, str), v if isinstance(v, (int, float)) else 0, str(v))))


def _plain(value: Any) -> Value:
    plain = json.loads(canonical_json(value))
    if isinstance(plain, list):
        return tuple(one if not isinstance(one, (list, dict)) else canonical_json(one) for one in plain)
    return canonical_json(plain) if isinstance(plain, dict) else plain


def _sum(values: Iterable[Any]) -> Any:
    """The sum; None when any is unknown, or when there are none."""
    found = list(values)
    return None if not found or any(value is None for value in found) else sum(found)
