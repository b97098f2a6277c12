"""The version of this okbench, as signatures carry it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def okbench_version() -> str:
    """``0.1.0``; ``0+unknown`` when the package is not installed."""
    try:
        return version("okbench")
    except PackageNotFoundError:
        return "0+unknown"
