"""Prefect settings that suit a command line; every one gives way to the user's own environment or profile."""

from __future__ import annotations

import os

DEFAULTS = {
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "90",  # the default of 20 is too short on a busy machine
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",  # errors end as one message of ours; Prefect would print each as a traceback first
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}


def apply() -> None:
    """Set what the user has not set."""
    for name, value in DEFAULTS.items():
        os.environ.setdefault(name, value)
