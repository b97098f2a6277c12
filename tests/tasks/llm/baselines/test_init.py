"""The baselines behind the door."""

from __future__ import annotations

import subprocess
import sys

from tasks.llm.baselines import BASELINES


def test_four_by_the_names_of_the_models_file() -> None:
    assert {name: baseline.name for name, baseline in BASELINES.items()} == {
        n: n for n in ("baseline/cloze", "baseline/guess", "baseline/overlap", "baseline/same")
    }


def test_they_bring_nothing_heavy_with_them() -> None:
    code = (
        "import sys, tasks.llm.baselines\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'numpy', 'torch', 'litellm', 'pyarrow', 'duckdb', 'pydantic', 'httpx'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
