"""Coroutines run from the command line: what a stop and a Prefect server that is not there look like."""

import os
import signal

import pytest

from flows.cli.opening import run_async
from storage.schemas.errors import BadConfig


async def failing(message):
    raise RuntimeError(message)


async def stopped_while_it_blocks():
    os.kill(os.getpid(), signal.SIGINT)  # as at a terminal: the call does not return to the loop before it fails
    raise RuntimeError("Timed out while attempting to connect to ephemeral Prefect API server. Ephemeral server process exited with code 1.")


def test_ctrl_c_while_prefects_passing_server_starts_is_a_stop_and_no_fault():
    with pytest.raises(KeyboardInterrupt):
        run_async(stopped_while_it_blocks())


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Timed out while attempting to connect to ephemeral Prefect API server.", "did not start in time.*STARTUP_TIMEOUT"),
        ("Failed to reach API at http://127.0.0.1:9/api", "does not answer.*prefect server start"),
    ],
)
def test_a_prefect_server_that_is_not_there_is_told_with_what_to_do(message, words):
    with pytest.raises(BadConfig, match=words):
        run_async(failing(message))


def test_other_errors_and_results_pass():
    async def seven():
        return 7

    assert run_async(seven()) == 7
    with pytest.raises(RuntimeError, match="something else"):
        run_async(failing("something else"))
