"""What a table reads: one model in one setting, with its figures; whether they come from stored answers or from a file of published figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tasks.questions.setting import Setting
from tasks.scoring.intervals import Estimate, accuracy_by_cluster

STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")


@dataclass(frozen=True, slots=True)
class Figure:
    """An accuracy (0 to 1) with its 95 % interval, None where it cannot be known (published figures). counted: questions it rests on."""

    value: float
    interval: tuple[float, float] | None = None
    counted: int | None = None

    @classmethod
    def of(cls, estimate: Estimate | None) -> Figure | None:
        """From an estimate over articles."""
        return None if estimate is None else cls(estimate.accuracy, (estimate.low, estimate.high), estimate.counted)


@dataclass(frozen=True, slots=True)
class Marks:
    """Right or not for each counted question of one evaluation: number of the question, number of its article, right. Three arrays of one length."""

    questions: NDArray[np.int64]
    clusters: NDArray[np.int64]
    right: NDArray[np.bool_]

    def figure(self) -> Figure | None:
        """The accuracy with its interval over articles; None without questions."""
        if not len(self.questions):
            return None
        counted = np.bincount(self.clusters)
        right = np.bincount(self.clusters, weights=self.right).astype(int)
        return Figure.of(accuracy_by_cluster(zip(right.tolist(), counted.tolist(), strict=True)))

    def only(self, kept: NDArray[np.bool_]) -> Marks:
        """Those where ``kept`` holds."""
        return Marks(self.questions[kept], self.clusters[kept], self.right[kept])


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One judge's view of one evaluation. accuracy: over questions that the judge did not fail on; agreed: share of its verdicts equal to the rule's.

    own: judge and generator, or judge and judged model, are the same model. marks: as in Scored.
    """

    judge: str
    baseline: bool
    accuracy: Figure | None
    judged: int
    failed: int
    agreed: float | None
    own: bool
    prompt: str = ""
    marks: Marks | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One model in one setting. accuracy: whatever is not right is wrong; answered: right against wrong alone; likeliest: the choice of the
    highest log-probability. counts: answers by status; questions: all of them. cut: answers given on shortened context.

    sample: only a part of the questions was asked.
    marks: of all counted questions, for comparisons; None for published figures. picks: answers by (place of the right choice, place picked).
    """

    model: str
    setting: Setting
    baseline: bool
    size: float | None
    questions: int | None
    accuracy: Figure | None
    answered: Figure | None = None
    likeliest: Figure | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    cut: int = 0
    judged: tuple[Judged, ...] = ()
    openness: str = ""
    cutoff: str | None = None
    provider_model: str | None = None
    evaluation_id: str = ""
    signature: str = ""
    prompt: str = ""
    decoding: str = ""
    cost: float | None = None
    marks: Marks | None = None
    picks: Mapping[tuple[int, int], int] = field(default_factory=dict)
    complete: bool = True
    sample: bool = False

    @property
    def unanswered(self) -> int:
        """Answers without a readable choice or answer, failed calls included."""
        return sum(count for status, count in self.counts.items() if status not in ("right", "wrong"))
