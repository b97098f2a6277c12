"""What a request becomes on the wire: effective decoding settings, the body, and the digest under which the ledger keeps the call.

The digest is made from the entry in models.toml and the request alone, so that a rerun finds a call whatever the provider refused in
between; what was really sent stands in ``Call.sent``.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from storage.schemas.calls import Call
from tasks.llm.models import Model
from tasks.llm.request import Message, Request

_NO_SETTINGS = frozenset({"model", "messages", "response_format", "logprobs", "top_logprobs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One request as it goes out.

    body: as data; raw: the same as JSON bytes; not_sent: settings left out because the provider does not take them.
    limit: output tokens allowed, None when that is left to the provider.
    """

    body: dict[str, Any]
    raw: bytes
    not_sent: tuple[str, ...]
    limit: int | None

    @property
    def prompt_tokens(self) -> int:
        """A quick guess, rather too high: a quarter of the bytes."""
        return len(self.raw) // 4


def build(
    model: Model, request: Request, *, refused: Collection[str] = (), limit_field: str | None = None, enlarge: int = 1,
) -> Wire:
    """The wire form of a request. ``refused``: settings that the provider turned down earlier; ``enlarge`` multiplies the output limit."""
    body, not_sent, limit = _body(model, request, refused, limit_field or model.limit_field, enlarge)
    return Wire(body=body, raw=dump(body), not_sent=tuple(not_sent), limit=limit)


def _body(
    model: Model, request: Request, refused: Collection[str], limit_field: str, enlarge: int,
) -> tuple[dict[str, Any], list[str], int | None]:
    decoding = model.decoding
    limit = output_limit(model, request)
    limit = None if limit is None else limit * enlarge
    given = {"temperature": decoding.temperature, "top_p": decoding.top_p, "seed": decoding.seed, limit_field: limit, **decoding.extra}
    if request.logprobs and model.top_logprobs:
        given |= {"logprobs": True, "top_logprobs": model.top_logprobs}
    body: dict[str, Any] = {"model": model.provider_model, "messages": request.messages}
    not_sent = []
    for name, value in given.items():
        if value is None:
            continue
        if name in refused or name in model.unsupported:
            not_sent.append(name)
        else:
            body[name] = value
    if request.schema is not None:
        if model.json_schema == "none" or "response_format" in refused or "response_format" in model.unsupported:
            not_sent.append("response_format")
        else:
            shape = {"name": request.schema_name, "strict": True, "schema": request.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
    return body, not_sent, limit if limit_field in body else None


def wanted_decoding(model: Model, request: Request) -> dict[str, Any]:
    """What decides how a model answers such a request, whatever it says: the settings that go out, and ``not_sent`` where there are some."""
    if model.baseline:
        return {}
    body, not_sent, _ = _body(model, request, (), model.limit_field, 1)
    sent = {name: value for name, value in body.items() if name not in _NO_SETTINGS}
    return sent | ({"not_sent": sorted(not_sent)} if not_sent else {})


def output_limit(model: Model, request: Request) -> int | None:
    """Output tokens to allow: the visible ones wanted, plus room to think for a reasoning model. None leaves it to the provider."""
    visible = request.max_tokens or model.decoding.max_tokens
    if visible is None:
        return None
    return visible + model.thinking_tokens if model.reasoning else visible


def request_digest(model: Model, request: Request) -> str:
    """Hex SHA-256 of what decides the answer: model, effective settings, messages, schema and sample; for a baseline its inputs."""
    if model.baseline:
        parts: list[Any] = [model.name, request.inputs, request.sample]
    else:
        parts = [model.name, _body(model, request, (), model.limit_field, 1)[0], request.sample]
    return hashlib.sha256(dump(parts, orjson.OPT_SORT_KEYS)).hexdigest()


def dump(value: Any, option: int = 0) -> bytes:
    """JSON bytes of a value that may hold Messages and broken text (lone surrogates become question marks)."""
    try:
        return orjson.dumps(value, option=option | orjson.OPT_NON_STR_KEYS)
    except TypeError:  # the parent of JSONEncodeError
        return orjson.dumps(_plain(value), option=option | orjson.OPT_NON_STR_KEYS)


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Message):
        return _plain(dataclasses.asdict(value))
    if isinstance(value, Mapping):
        return {_plain(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(v) for v in value]
    return value if isinstance(value, (int, float, bool, type(None))) else str(value)


def decoding_sent(call: Call) -> dict[str, Any]:
    """The settings that really went out with a call, from its ``sent``; messages and schema left out. Empty for a baseline."""
    try:
        body = orjson.loads(call.sent)
    except orjson.JSONDecodeError:
        return {}
    return {k: v for k, v in body.items() if k not in _NO_SETTINGS} if "messages" in body else {}
