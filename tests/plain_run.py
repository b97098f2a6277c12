"""The daily flow's stages called plainly: every task replaced by its function, so that nothing of Prefect runs. For tests of faults, the soak and benches.

As a program, with parameters as JSON; prints the result, or the error as the command line would: ``python tests/plain_run.py '{"name": "a"}'``.
"""

from __future__ import annotations

import asyncio
import json
import sys
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


def main() -> None:
    from flows.cli import prefect_defaults

    prefect_defaults.apply()
    run = plainly()
    from flows.parameters import DailyNews
    from storage.schemas.errors import OkbenchError

    try:
        print(json.dumps(asyncio.run(run(DailyNews(**json.loads(sys.argv[1])))), default=str))
    except OkbenchError as error:
        print(f"okbench: {error}", file=sys.stderr)
        raise SystemExit(error.exit_code) from None


if __name__ == "__main__":
    main()
