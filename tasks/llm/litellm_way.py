"""The wide way out: every provider that litellm speaks to. Imported only when a model on this route is asked (5 s, and 3.7 ms CPU a call).

litellm's own retries, cache, router and logging are off: the door does these, once. Parameters that a provider does not take are never
dropped by litellm in silence: they are found out beforehand, left out here, and recorded by the door.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson

from tasks.llm.effective import Wire
from tasks.llm.failures import retry_after
from tasks.llm.models import Model
from tasks.llm.wire import Attempt

_ASKED = ("temperature", "top_p", "seed", "max_tokens", "max_completion_tokens", "response_format", "logprobs", "top_logprobs")


class LitellmWay:
    """Calls through ``litellm.acompletion``."""

    def __init__(self, user_agent: str) -> None:
        self._user_agent = user_agent
        self._used = False

    async def send(self, model: Model, wire: Wire, key: str | None) -> Attempt:
        """Send a request through litellm."""
        litellm = _litellm()
        arguments = orjson.loads(wire.raw)
        if model.base_url:
            arguments["api_base"] = model.base_url
        try:
            async with asyncio.timeout(model.timeout_s):
                response = await litellm.acompletion(
                    **arguments, api_key=key or ("none" if model.base_url else None), timeout=model.timeout_s, max_retries=0, num_retries=0,
                    drop_params=False, extra_headers={"User-Agent": self._user_agent},
                )
        except TimeoutError:
            return Attempt(status=0, text=f"timeout: no answer within {model.timeout_s:g} s")
        except Exception as error:  # litellm raises its own, openai's, httpx's and plain errors: all mean that this try failed
            return _failure(error, key)
        payload = response.model_dump()
        hidden = getattr(response, "_hidden_params", None) or {}
        cost = hidden.get("response_cost")
        # litellm calculates 0 for a model without a price.
        return Attempt(status=200, payload=payload, cost=float(cost) if cost else None)

    async def refused(self, model: Model) -> frozenset[str]:
        """Settings that litellm knows this provider not to take."""
        self._used = True
        litellm = await asyncio.to_thread(_litellm)  # other calls go on while it is imported
        try:
            supported = litellm.get_supported_openai_params(model=model.provider_model)
        except Exception:  # an unknown provider is told by the call itself
            return frozenset()
        return frozenset() if supported is None else frozenset(_ASKED) - frozenset(supported)

    async def close(self) -> None:
        """Close litellm's clients."""
        if self._used:
            await _litellm().close_litellm_async_clients()


def _failure(error: Exception, key: str | None) -> Attempt:
    status = getattr(error, "status_code", None)
    name = type(error).__name__
    text = f"{name}: {error}"
    body = getattr(error, "body", None)
    if isinstance(body, Mapping):
        text += f" {dict(body)}"  # the codes, which the message leaves out
    if key:
        text = text.replace(key, "***")
    response = getattr(error, "response", None)
    headers = getattr(error, "litellm_response_headers", None) or getattr(response, "headers", None)
    wait = retry_after({str(k).lower(): str(v) for k, v in headers.items()}) if isinstance(headers, Mapping) else None
    if name in ("Timeout", "APIConnectionError", "APITimeoutError"):
        return Attempt(status=0, text=f"{'timeout' if 'imeout' in name else 'connection'}: {text}", retry_after=wait)
    if name == "ContentPolicyViolationError":
        status = 400
    return Attempt(status=status if isinstance(status, int) else 400, text=text, retry_after=wait)


@cache
def _litellm() -> Any:
    """The library, silenced, with its bundled price table: without this setting its import asks the network for one."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.ERROR)
        logging.getLogger(name).propagate = False
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.set_verbose = False
    return litellm
