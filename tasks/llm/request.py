"""What a stage asks of a model, in the words of the chat-completions interface: messages, a JSON schema, an output limit.

A stage builds a ``Request`` and awaits an ``Ask``; it never learns whether a hosted model, a local one, an offline baseline or the ledger
of an earlier run gave the answer. ``inputs`` carries the same request as data, for baselines, which cannot read prose.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from storage.schemas.calls import Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn; ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question to one model.

    model: an entry of models.toml, a plain litellm name, or a baseline's name.
    purpose: the stage and step that ask, such as ``generate`` or ``validate``; costs are shown by it.
    inputs: the request as data, read by baselines only; no part of a language model's digest.
    schema: JSON schema of the wanted reply, sent where the provider takes one; schema_name: its name on the wire.
    max_tokens: visible answer tokens wanted; None takes the model's own setting. Room for hidden thinking is added by the door.
    logprobs: whether log-probabilities of the answer's tokens are wanted, where the model's entry says that its provider gives them.
    sample: above 0 for a deliberate new try of an otherwise equal request, which is then asked and paid again.
    """

    model: str
    purpose: str
    messages: tuple[Message, ...]
    inputs: Mapping[str, Any]
    schema: Mapping[str, Any] | None = None
    schema_name: str = "reply"
    max_tokens: int | None = None
    sample: int = 0
    logprobs: bool = False


Ask = Callable[[Request], Awaitable[Call]]
"""What a stage is given. A failed call does not raise: ``Call.status`` says ok, truncated, empty, content_filter or failed, and the
stage goes on.

Raised are only BudgetExceeded (stop, results are kept), MissingKey, NotFound (no such model) and BadConfig.
"""


class Baseline(Protocol):
    """A program that answers by rules, offline, in the text form in which a language model would."""

    @property
    def name(self) -> str:
        """Its name in models.toml and in every output, such as ``baseline/cloze``."""
        ...

    def reply(self, request: Request) -> str:
        """The answer's text. Deterministic: the same ``request.inputs`` and ``request.sample`` give the same text."""
        ...
