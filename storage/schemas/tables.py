"""Every record class that the lake knows, found in the modules that define them."""

from __future__ import annotations

import dataclasses
from types import ModuleType
from typing import Any

from storage.schemas import annotations as annotation_records
from storage.schemas import calls, events, judging, news, questions, retrieval
from storage.schemas.arrow import Record

_MODULES: tuple[ModuleType, ...] = (news, questions, calls, judging, retrieval, annotation_records, events)


def _records(module: ModuleType) -> list[Any]:
    own: list[Any] = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    return [value for value in own if dataclasses.is_dataclass(value) and hasattr(value, "TABLE")]


KINDS: dict[str, type[Record]] = {kind.TABLE: kind for module in _MODULES for kind in _records(module)}
"""Record class by table name, in the order of the way of the data."""
