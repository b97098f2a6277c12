"""Decisions written as they would come from the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.annotations import Study
from storage.schemas.calls import Answer
from storage.schemas.judging import Judgement, Judging
from tasks.annotate.book import FEEDBACK, WHOLE, Book

NOW = datetime(2026, 11, 30, 11, tzinfo=UTC)


def decide(lake: Lake, study: Study, said: Mapping[str, Mapping[int, str]], *, step: str = "quality", remark: str = "") -> None:
    """Store the decision of each annotator by position; a closing remark of all of them, if there is one."""
    book = Book(lake, study)
    for annotator, decisions in said.items():
        for row in book.given[annotator]:
            if row.position in decisions:
                book.record(annotator, row.item_id, step, decisions[row.position], f"on {row.position}", now=NOW)
        if remark:
            book.record(annotator, WHOLE, FEEDBACK, "", remark, now=NOW)
    book.close()


def judge_all(lake: Lake, release: Release, verdicts: Sequence[str]) -> None:
    """An open-ended answer to each of the first questions, and what the judge ``strict`` says of it."""
    shared = {"evaluation_id": "e1", "release_id": release.release_id}
    about = Judging(
        **shared, judging_id="j1", judge="strict", baseline=False, provider_model=None, prompt="p", decoding="{}", judged=len(verdicts), right=0, wrong=0,
        failed=0, agreed=0, judges_own=False, cost=None, finished=NOW,
    )  # fmt: skip
    questions = release.questions[: len(verdicts)]
    rows = [
        Judgement(
            **shared, judging_id="j1", question_id=question.question_id, judge="strict", verdict=verdict, reason="", reasoning="it seems so",
            call_digest="", cost=None,
        )
        for question, verdict in zip(questions, verdicts, strict=True)
    ]  # fmt: skip
    answers = [
        Answer(
            **shared, question_id=question.question_id, article_id="a", cluster_id="c", model="m", setting="oracle", form="open_ended", status="right",
            picked="about forty", picked_index=None, expected_index=-1, reason="", text="Answer: about forty", call_digest="", prompt_tokens=None,
            completion_tokens=None, cost=None, latency_ms=0.0, context_cut=False,
        )
        for question in questions
    ]  # fmt: skip
    lake.append(Judging, [about], release.release_id)
    lake.append(Judgement, rows, f"{release.release_id}/e1")
    lake.append(Answer, answers, f"{release.release_id}/e1")
