"""A release with stored retrieval, and a stub at the wire that plays models under test and judges: for tests of whole evaluations.

``score`` is what the flows call, without Prefect around it. As a program it is an evaluation that a test can kill::

    python tests/evaluation_desk.py LAKE MODELS_TOML SETTING[,SETTING...]
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from release_rows import RUN, agents, article, candidate, run, verdict

from flows import evaluating, judging
from flows.grid import cells
from flows.house import House
from flows.scoring import Scored, score_cells
from flows.settings import load_settings
from storage.lake import Lake
from storage.releases import Release
from storage.schemas.retrieval import RetrievalHit
from tasks.release.build import build_release

ARTICLES, EACH = 10, 2


def made_release(lake: Lake) -> Release:
    """20 questions on ten articles; BM25 over one day and over five days found the same three articles, the right one second."""
    texts, candidates, verdicts = [], [], []
    for number in range(ARTICLES):
        body = f"The ferry Aurelia {number} left Penh Harbour with {number + 40} passengers.\n\nIts captain was Mira Dahl the {number}th."
        texts.append(article(number, outlet="Harbour Courier", redistribution="full", body=body))
        for position in range(EACH):
            key = f"{number + 40} passengers"
            one = candidate(
                number, question_id=f"q{number:03d}-{position}", position=position,
                question=f"How many people were aboard the ferry Aurelia {number} (count {position})?",
                choices=(key, f"{number + 41} passengers", f"{number + 50} passengers", f"{number + 60} passengers"), key=key,
            )  # fmt: skip
            candidates.append(one)
            verdicts.append(verdict(question_id=one.question_id))
    release = build_release(
        lake=lake, run=replace(run(), run_id=RUN), candidates=candidates, verdicts=verdicts, articles=texts, agents=agents(), seed="seed"
    )
    for days in (1, 5):
        hits = [
            hit(release, question, rank, (number + shift) % ARTICLES, days)
            for question, number in numbered(release)
            for rank, shift in enumerate((1, 0, 2), 1)
        ]
        lake.replace(RetrievalHit, hits, f"{release.release_id}/bm25-{days}d")
    return release


def numbered(release: Release) -> list[tuple[str, int]]:
    """Question ids with the numbers of their articles."""
    return [(q.question_id, int(q.question_id[1:4])) for q in release.questions]


def hit(release: Release, question: str, rank: int, number: int, days: int) -> RetrievalHit:
    body = next(a.body for a in release.articles if a.article_id == f"a{number:03d}")
    return RetrievalHit(
        release_id=release.release_id, retriever="bm25", days=days, question_id=question, rank=rank, article_id=f"a{number:03d}",
        version_id=f"v{number:03d}", passage_id=f"a{number:03d}#00000", start=0, end=len(body), score=1 / rank, right=rank == 2, own=rank == 2,
    )  # fmt: skip


def reply(body: dict[str, Any], number: int) -> str:
    """Reads the text at hand; from memory takes A, or does not know. As a judge compares numbers."""
    prompt = body["messages"][-1]["content"]
    if "<expected>" in prompt:
        expected, given = (prompt.split(f"<{mark}>\n")[1].split(f"\n</{mark}>")[0] for mark in ("expected", "answer"))
        return f"Reasoning: compared.\nVerdict: {'right' if expected.split()[0] in given else 'wrong'}"
    context, asked = prompt.rpartition("</context>")[0], prompt.rpartition("</context>")[2].strip()
    ship = asked.split("Aurelia ")[1].split(" ")[0]
    aboard = context.split(f"Aurelia {ship} left Penh Harbour with ")[1].split(" ")[0] if f"Aurelia {ship} left" in context else None
    if "\nA. " not in asked:
        return f"They were {aboard}." if aboard else "I do not know."
    return next((f"Answer: {line[0]}" for line in asked.splitlines() if line[3:] == f"{aboard} passengers"), "Answer: A")


def models_toml(url: str, *names: str, extra: str = "") -> str:
    """A models file with an entry for each name, all at the stub."""
    common = f'base_url = "{url}"\ndecoding = {{temperature = 0}}\nprice = {{input = 1, output = 2}}\n{extra}\n'
    return "".join(f'[models.{name}]\nprovider_model = "{name}-1"\n{common}' for name in names)


def without_prefect() -> None:
    """Take the steps' Prefect wrappers off: what is tested here is the work inside."""
    evaluating.answer_step = getattr(evaluating.answer_step, "fn", evaluating.answer_step)
    judging.judge_step = getattr(judging.judge_step, "fn", judging.judge_step)


async def score(
    lake: Path, models: Path, names: Sequence[str], settings: Sequence[str], *, judge: str | None = None, panel: Sequence[str] = (), **changes: Any
) -> Scored:
    """Evaluate the one release of the lake."""
    without_prefect()
    async with House(load_settings(lake=lake, models=models, **changes)) as house:
        release = house.releases.load(house.releases.resolve("latest"))
        return await score_cells(house, release, cells(names, settings), run_id="test", judge=judge, panel=panel)


if __name__ == "__main__":
    asyncio.run(score(Path(sys.argv[1]), Path(sys.argv[2]), ["stub"], sys.argv[3].split(";"), judge="stub"))
