"""Records of generation, validation and release."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One question as the generating agent wrote it. Partition: the run id.

    status: "read" (four choices and a key that is byte-equal to exactly one of them) or "unusable" with its ``reason``
    (key_not_a_choice, truncated, not_four_choices, surplus, ...); unusable ones are stored so that sums agree.
    """

    TABLE: ClassVar[str] = "candidates"
    KEY: ClassVar[tuple[str, ...]] = ("run_id", "question_id")
    VERSION: ClassVar[int] = 1

    question_id: str
    run_id: str
    article_id: str
    version_id: str
    day: str
    position: int
    question: str
    choices: tuple[str, ...]
    key: str
    rationale: str
    language: str
    model: str
    prompt: str
    call_digest: str
    status: str
    reason: str
    raw: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One check of one candidate. Partition: the run id. ``judge`` is "rule" or the name of the validating model."""

    TABLE: ClassVar[str] = "verdicts"
    KEY: ClassVar[tuple[str, ...]] = ("run_id", "question_id", "judge", "check")
    VERSION: ClassVar[int] = 1

    run_id: str
    question_id: str
    judge: str
    check: str
    passed: bool
    reason: str
    call_digest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One released question. ``choices`` are in the order shown, shuffled by ``shuffle_seed``; ``choices[key_index] == key``.

    open_question and open_answer: the open-ended twin, where the key is a verbatim span of at most 10 tokens.
    """

    TABLE: ClassVar[str] = "questions"
    KEY: ClassVar[tuple[str, ...]] = ("question_id",)
    VERSION: ClassVar[int] = 1

    question_id: str
    article_id: str
    version_id: str
    cluster_id: str
    day: str
    outlet: str
    category: str
    language: str
    question: str
    choices: tuple[str, ...]
    key: str
    key_index: int
    shuffle_seed: str
    rationale: str
    open_question: str | None
    open_answer: str | None
    generator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FunnelRow:
    """One count of the way from feed to score. Partition: the run id. ``outcome`` is kept or dropped, ``reason`` its code."""

    TABLE: ClassVar[str] = "funnel"
    KEY: ClassVar[tuple[str, ...]] = ("run_id", "stage", "outcome", "reason")
    VERSION: ClassVar[int] = 1

    run_id: str
    stage: str
    outcome: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a flow. Partition: the run id. ``moment`` is pinned at the first start and never moves.

    status: started, complete, partial (some feeds or articles failed), stopped (budget), failed, cancelled.
    """

    TABLE: ClassVar[str] = "runs"
    KEY: ClassVar[tuple[str, ...]] = ("run_id",)
    VERSION: ClassVar[int] = 1

    run_id: str
    flow: str
    name: str
    day: str
    moment: datetime
    window_hours: float
    parameters: str
    status: str
    detail: str
    release_id: str | None
    started: datetime
    noted: datetime
