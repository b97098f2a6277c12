"""A release with many questions: articles of several outlets, some questions on each, and a few candidates that validation rejected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from storage.lake import Lake
from storage.releases import Release
from tasks.release.build import build_release
from tests.release_rows import RUN, agents, article, candidate, run, verdict

OUTLETS = ("Harbour Courier", "Lighthouse Wire", "Mountain Gazette", "Valley Post")


def made_release(folder: Path, *, articles: int = 12, each: int = 5, rejected: int = 1) -> Release:
    """``articles`` over four outlets (the first with half of them), ``each`` kept and ``rejected`` rejected questions on every one."""
    texts, candidates, verdicts = [], [], []
    for number in range(articles):
        outlet = OUTLETS[0] if number % 2 else OUTLETS[1 + number // 2 % 3]
        texts.append(article(number, outlet=outlet, redistribution="full"))
        for position in range(each + rejected):
            key = f"{number + 40} passengers"
            one = candidate(
                number, question_id=f"q{number:03d}-{position}", position=position,
                question=f"How many people were aboard the ferry Aurelia {number} on 29 November 2026 (count {position})?",
                choices=(key, f"{number + 41} crew", "<b>none</b>", "more than 900"), key=key,
            )  # fmt: skip
            candidates.append(one)
            verdicts += [verdict(question_id=one.question_id), verdict(question_id=one.question_id, judge="gpt", check="clear", passed=position < each)]
    return build_release(
        lake=Lake.open(folder), run=replace(run(), run_id=RUN), candidates=candidates, verdicts=verdicts, articles=texts, agents=agents(), seed="seed"
    )
