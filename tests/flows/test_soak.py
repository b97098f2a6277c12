"""Five days in one process, the short form of ``tests/bench/soak.py``: nothing grows but the lake; and the check itself finds what grows."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench"
PROGRAM = """
import dataclasses, json, sys
from pathlib import Path
from soak import growing, soak
days = soak(int(sys.argv[1]), Path(sys.argv[2]))
print(json.dumps({"days": [dataclasses.asdict(day) for day in days], "growing": growing(days)}))
"""


@pytest.mark.slow
@pytest.mark.service
def test_five_days_of_runs_in_one_process_leaves_nothing_behind(tmp_path):
    path = os.pathsep.join((str(BENCH), str(BENCH.parent), str(BENCH.parents[1])))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OKBENCH_", "PREFECT_"))} | {"PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "5", str(tmp_path)], env=environment, capture_output=True, text=True, timeout=400, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert {day["status"] for day in told["days"]} == {"complete"}
    assert all(day["questions"] > 0 for day in told["days"])
    assert [fault for fault in told["growing"] if not fault.startswith("memory")] == []
    # A few days are too few for a line through the memory; thirty are measured in the bench.
    assert told["days"][-1]["memory_mb"] < told["days"][2]["memory_mb"] + 100


def test_the_check_finds_what_grows():
    sys.path[:0] = [str(BENCH)]
    try:
        from soak import Day, growing
    finally:
        sys.path.remove(str(BENCH))

    calm = [Day("complete", 9, 300.0 + at % 2, 20, 1, 1.0 + at, 10 * at) for at in range(10)]
    assert growing(calm) == []
    worse = {"memory_mb": lambda at: 300.0 + 9 * at, "open_files": lambda at: 20 + at, "children": lambda at: 1 + at, "lake_mb": lambda at: 2.0**at}
    for name, value in worse.items():
        assert growing([dataclasses.replace(day, **{name: value(at)}) for at, day in enumerate(calm)]), name
