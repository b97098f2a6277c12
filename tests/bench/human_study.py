"""The paper's two studies at full size, filled by four people in a real Chromium: 4 x 60 quality decisions, 4 x 25 questions in three steps.

    python -m tests.bench.human_study

Prints how long a page takes from the press of the button to the next page, and the tables. What people decide is drawn so that clarity is 92 % and
clarity with freshness 66 %: the tables must give that back.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from typing import Any

from storage.lake import Lake
from tasks.annotate.export import markdown
from tasks.annotate.links import make_links
from tasks.annotate.options import CorrectnessDesign, QualityDesign
from tasks.annotate.results import study_results
from tasks.annotate.studies import draw_correctness, draw_quality, store_study
from tasks.annotate.tables import result_tables
from tests.chromium import chromium
from tests.tasks.annotate.made_releases import made_release
from tests.tasks.annotate.site import serving


def main() -> None:
    """Fill both studies and print what came of it."""
    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        release = made_release(Path(folder) / "lake", articles=60)
        lake = Lake.open(Path(folder) / "lake")
        for drawn in (draw_quality(release, QualityDesign(), seed="s", now=now), draw_correctness(release, CorrectnessDesign(), seed="s", now=now)):
            store_study(lake, drawn)
            tokens = make_links(lake, drawn.study, drawn.study.annotators, now=now)
            begun, waits = time.perf_counter(), []
            with serving(lake, [drawn.study]) as address:
                for name, token in tokens.items():
                    page = browser.new_page()
                    page.goto(f"{address}/a/{token}/work")
                    waits += fill(page, random.Random(name))
                    assert page.inner_text("h1") == "You are through"
                    page.close()
            results = study_results(lake, drawn.study)
            assert results.complete
            sys.stdout.write(markdown(results, result_tables(results)) + "\n")
            middle, late = quantiles(waits, n=20)[9], quantiles(waits, n=20)[18]
            seconds = time.perf_counter() - begun
            sys.stdout.write(f"{drawn.study.decisions} decisions on {len(waits)} pages in {seconds:.0f} s; ")
            sys.stdout.write(f"next page after {1000 * middle:.0f} ms (median), {1000 * late:.0f} ms (95th percentile)\n\n")


def fill(page: Any, draw: random.Random) -> list[float]:
    """Everything that one person is asked; seconds from each press to the next page."""
    waits = []
    while page.inner_text("h1") != "You are through":
        for _ in page.locator("fieldset").all():
            chance, last = draw.random(), page.locator(".given").count()
            quality = page.locator("input[value=passes]").count()
            place = (1 if chance < 0.66 else 3 if chance < 0.92 else 2) if quality else (1 if chance < 0.88 else 2) if last else draw.randint(1, 4)
            page.keyboard.press(str(place))
        begun = time.perf_counter()
        with page.expect_navigation():
            page.keyboard.press("Control+Enter")
        waits.append(time.perf_counter() - begun)
    return waits


if __name__ == "__main__":
    main()
