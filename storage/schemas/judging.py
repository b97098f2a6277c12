"""Records of judges over open-ended answers, and of the panel that tells fresh questions from stale ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One judge's verdict on one answer. Partition: ``<release id>/<evaluation id>``.

    verdict: right, wrong, or failed (the judge's call failed or its text holds no strict verdict: never a wrong answer).
    judging_id: of the Judging that it belongs to; judge: the model's name; reasoning: what it wrote before the verdict.
    """

    TABLE: ClassVar[str] = "judgements"
    KEY: ClassVar[tuple[str, ...]] = ("judging_id", "question_id")
    VERSION: ClassVar[int] = 1

    judging_id: str
    evaluation_id: str
    release_id: str
    question_id: str
    judge: str
    verdict: str
    reason: str
    reasoning: str
    call_digest: str
    cost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """One judge over one evaluation, and its identity. Partition: the release id.

    Answers that hold nothing to judge (refused by the provider, truncated, failed) are not put to the judge: right + wrong + failed = judged.
    agreed: of those that the judge decided, the verdicts equal to the rule of normalised equality. judges_own: judge and generator, or
    judge and judged model, are the same model (a warning stands in every table).
    """

    TABLE: ClassVar[str] = "judgings"
    KEY: ClassVar[tuple[str, ...]] = ("judging_id",)
    VERSION: ClassVar[int] = 1

    judging_id: str
    evaluation_id: str
    release_id: str
    judge: str
    baseline: bool
    provider_model: str | None
    prompt: str
    decoding: str
    judged: int
    right: int
    wrong: int
    failed: int
    agreed: int
    judges_own: bool
    cost: float | None
    finished: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshnessLabel:
    """Whether a panel of models knows a question without context. Partition: the release id.

    panel_id: of the evaluations (no context, multiple choice) that made it; panel: their models; asked: models whose answer counts (failed
    ones do not); knew: those that were right; stale: most of those asked knew it.
    """

    TABLE: ClassVar[str] = "freshness"
    KEY: ClassVar[tuple[str, ...]] = ("panel_id", "question_id")
    VERSION: ClassVar[int] = 1

    panel_id: str
    release_id: str
    question_id: str
    panel: tuple[str, ...]
    asked: int
    knew: int
    stale: bool
    labelled: datetime
