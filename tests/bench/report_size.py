"""How long a report of many answers takes: tables, figures, comparisons and a page for each question, from stored answers.

    python tests/bench/report_size.py [--articles 470] [--questions 5] [--answers 100000] [--rounds 3]

A day of the paper's size, 2,350 questions, is answered by as many models in two settings as make up the answers. Aim: under 10 seconds, pages of all
questions included. Making the answers is not counted.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from storage.lake import Lake
from storage.releases import ReleaseStore
from tasks.questions.setting import Setting
from tasks.release.build import build_release
from tasks.report.publish import publish_leaderboard, publish_release
from tests.tasks.report import made_day
from tests.tasks.report.made_results import store_evaluation

SECONDS = 10.0


def main() -> int:
    """Run and print; 1 when the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--articles", type=int, default=470)
    parser.add_argument("--questions", type=int, default=5)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lake = Lake.open(Path(folder) / "lake")
        release_id, answers, models = make(lake, chosen.articles, chosen.questions, chosen.answers)
        print(f"{answers:,} answers by {models} models in two settings to {chosen.articles * chosen.questions:,} questions")
        best = min(build(lake, release_id) for _ in range(chosen.rounds))
        size = sum(path.stat().st_size for path in (lake.root / "reports").rglob("*") if path.is_file())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"best of {chosen.rounds}: {best:.1f} s; {size / 1e6:.0f} MB of pages and files; peak {peak:.0f} MB of memory")
    return int(best >= SECONDS)


def make(lake: Lake, articles: int, questions: int, answers: int) -> tuple[str, int, int]:
    """Store the release and its answers: (release id, answers, models)."""
    written = [made_day.article(number) for number in range(articles)]
    candidates = [made_day.candidate(number, position) for number in range(articles) for position in range(1, questions + 1)]
    release = build_release(
        lake=lake, run=made_day.run(), candidates=candidates, verdicts=[], articles=written, funnel=[], agents=made_day.agents(), seed="s",
        kept={candidate.question_id for candidate in candidates},
    )  # fmt: skip
    models = -(-answers // (2 * len(release.questions)))
    for number in range(models):
        for setting in ("no_context", "oracle"):
            size = random.Random(number).choice([0.5, 1, 3, 8, 32, 70])
            store_evaluation(lake, release, f"{'abcdefgh'[number % 8]}tern-{number}", size, Setting(setting))
    return release.release_id, 2 * models * len(release.questions), models


def build(lake: Lake, release_id: str) -> float:
    """Seconds of one report, the leaderboard included."""
    began, busy = time.perf_counter(), time.process_time()
    publish_release(lake, ReleaseStore(lake).load(release_id))
    publish_leaderboard(lake)
    seconds = time.perf_counter() - began
    print(f"  {seconds:.1f} s, of which {time.process_time() - busy:.1f} s of this process's own work", flush=True)
    return seconds


if __name__ == "__main__":
    raise SystemExit(main())
