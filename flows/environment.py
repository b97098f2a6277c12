"""Handing command-line choices to a flow, which reads its settings from the environment like a flow that a worker runs."""

from __future__ import annotations

import os
from pathlib import Path


def set_for_flows(lake: Path | None = None, *, prefect_home: Path | None = None, **variables: str) -> None:
    """Set OKBENCH_LAKE and other ``OKBENCH_…`` variables for this process; ``prefect_home`` only where the user has not set one."""
    if prefect_home is not None:
        os.environ.setdefault("PREFECT_HOME", str(prefect_home.resolve()))
    if lake is not None:
        os.environ["OKBENCH_LAKE"] = str(lake)
    os.environ.update({f"OKBENCH_{name.upper()}": value for name, value in variables.items()})
