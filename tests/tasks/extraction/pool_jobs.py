"""What worker processes do in the tests of the pool, in place of reading pages. Loaded by name in the worker."""

from __future__ import annotations

import os
import re
import time
from typing import Any

_prepared: list[int] = []


def prepare() -> None:
    """Count how often it was called."""
    _prepared.append(1)


def work(job: Any) -> Any:
    """Do as the job says."""
    kind, value = job
    if kind == "sleep":
        time.sleep(value)
    elif kind == "die":
        os._exit(value)
    elif kind == "raise":
        raise ValueError(value)
    elif kind == "hold the interpreter":
        re.match(r"(a+)+$", "a" * 60 + "b")  # would run for years, inside C code that no thread can interrupt
    elif kind == "allocate":
        return len(bytearray(value))
    elif kind == "print":
        print(value, flush=True)
        os.write(1, b"and straight to the descriptor")
    elif kind == "prepared":
        return len(_prepared)
    elif kind == "pid after":
        time.sleep(value)
        return os.getpid()
    elif kind == "pid":
        return os.getpid()
    return value
