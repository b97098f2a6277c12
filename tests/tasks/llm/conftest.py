"""A lake, models on the stub server, and a door: the parts that tests of the door share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from stub_model import StubModel

from storage.lake import Lake
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.llm.request import Baseline, Message, Request

KEY = "sk-key-that-must-not-leak-5d81"


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path / "lake")


def ask_for(text: str = "Where does the ferry land?", **fields: Any) -> Request:
    """A request to the model ``m`` with one user message."""
    given: dict[str, Any] = {"model": "m", "purpose": "answer", "messages": (Message(role="user", content=text),), "inputs": {}, **fields}
    return Request(**given)


def model_on(stub: StubModel, **fields: Any) -> Model:
    """The entry ``m`` that leads to the stub server."""
    given: dict[str, Any] = {"name": "m", "provider_model": "stub-1", "base_url": stub.url, "price": {"input": 1, "output": 2}, **fields}
    return Model(**given)


@pytest.fixture
def request_for() -> Callable[..., Request]:
    return ask_for


@pytest.fixture
def entry() -> Callable[..., Model]:
    return model_on


@pytest.fixture
def door_to() -> Callable[..., Door]:
    """A door to the given models that waits next to nothing between tries."""

    def make(
        *models: Model, budget: Budget | None = None, baselines: dict[str, Baseline] | None = None,
        secret: Callable[[str], str | None] = lambda name: KEY, **limits: Any,
    ) -> Door:
        quick = DoorLimits(**{"backoff_s": 0.01, "backoff_cap_s": 0.02, **limits})
        return Door(models=ModelCatalog(models), budget=budget or Budget(), limits=quick, secret=secret, baselines=baselines)

    return make
