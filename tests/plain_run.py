"""The daily flow's stages called plainly: every task replaced by its function, so that nothing of Prefect runs. For tests of faults, the soak and benches.

As a program, with parameters as JSON; prints the result, or the error as the command line would: ``python tests/plain_run.py '{"name": "a"}'``. A second word
is a number of kilobytes: once models are asked, no file of the process may grow beyond them, which is how it meets a full disk without filling one.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]


def plainly() -> Any:
    """``daily_news`` as a coroutine function of its parameters. Replaces tasks in the modules of this process, for good."""
    from prefect import Task

    from flows.daily_news import daily_news

    for name, module in list(sys.modules.items()):
        if name.startswith(("flows.", "tasks.")):
            for key, value in list(vars(module).items()):
                if isinstance(value, Task):
                    setattr(module, key, value.fn)
    return daily_news.fn


def _fill_disk_when_asking(kilobytes: int) -> None:
    """Wait for the journal of calls in the background, then set the limit: processes that read pages are started by then and keep none."""

    def wait() -> None:
        while not any((Path(os.environ["OKBENCH_LAKE"]) / "calls").rglob("journal-*.jsonl")):
            time.sleep(0.01)
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes * 1024, resource.RLIM_INFINITY))

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    from flows.cli import prefect_defaults

    prefect_defaults.apply()
    run = plainly()
    from flows.parameters import DailyNews
    from storage.schemas.errors import OkbenchError

    if len(sys.argv) > 2:
        _fill_disk_when_asking(int(sys.argv[2]))
    try:
        print(json.dumps(asyncio.run(run(DailyNews(**json.loads(sys.argv[1])))), default=str))
    except OkbenchError as error:
        print(f"okbench: {error}", file=sys.stderr)
        raise SystemExit(error.exit_code) from None


if __name__ == "__main__":
    main()
