"""The open book of a study: what each annotator has decided, kept in memory and appended to the lake at once.

One process writes in a study at a time, and holds its lock. A decision is on the disk before ``record`` returns; ``close`` moves the journal
into the table's parts. In a correctness study the first decision of each step holds, and a step opens when the one before it is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from storage.journal import Journal
from storage.journaled import read_journaled, take_in
from storage.lake import Lake
from storage.locks import folder_lock
from storage.schemas.annotations import Annotation, Assignment, Study
from tasks.annotate.studies import STEPS, assignments_of

FEEDBACK, WHOLE = "feedback", "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One page of a correctness study: a step over the questions of one article. number: of this stage among ``of``, from 1."""

    step: str
    version_id: str
    rows: tuple[Assignment, ...]
    number: int
    of: int
    article: int
    articles: int


class Book:
    """A study while people work on it. StoreBusy when another process has it open. Not for use from several threads."""

    def __init__(self, lake: Lake, study: Study) -> None:
        self.study, self._lake = study, lake
        folder = lake.folder(Annotation, study.study_id)
        self._lock = folder_lock(folder, ".open.lock", seconds=0.5, any_thread=True)
        self._lock.acquire()
        take_in(lake, Annotation, study.study_id)
        self._journal = Journal(folder)
        self._said = {(row.annotator, row.item_id, row.step): row for row in read_journaled(lake, Annotation, study.study_id)}
        self.given = assignments_of(lake, study)

    def close(self) -> None:
        """Move what was written into the table, and let go of the study."""
        self._journal.close()
        take_in(self._lake, Annotation, self.study.study_id)
        self._lock.release()

    def said(self, annotator: str, item_id: str, step: str) -> Annotation | None:
        """The decision that stands, if there is one."""
        return self._said.get((annotator, item_id, step))

    def record(self, annotator: str, item_id: str, step: str, decision: str, comment: str, *, now: datetime) -> Annotation:
        """Keep a decision; it is safe on return. One that changes nothing is not written again. StoreUnusable when the disk refuses."""
        before = self.said(annotator, item_id, step)
        if before is not None and (before.decision, before.comment) == (decision, comment):
            return before
        row = Annotation(
            study_id=self.study.study_id, annotator=annotator, item_id=item_id, step=step, decision=decision, comment=comment,
            revision=before.revision + 1 if before else 1, noted=now,
        )  # fmt: skip
        self._journal.append(row, sync=True)
        self._said[annotator, item_id, step] = row
        return row

    def done(self, annotator: str) -> tuple[int, int]:
        """(decisions made, decisions asked) of an annotator."""
        steps = STEPS[self.study.kind]
        rows = self.given[annotator]
        made = sum((annotator, row.item_id, step) in self._said for row in rows for step in steps)
        return made, len(rows) * len(steps)

    def next_position(self, annotator: str, skip: Sequence[str] = ()) -> int | None:
        """The first position without a decision, items in ``skip`` left out; None when all are decided. For studies of one step."""
        step = STEPS[self.study.kind][0]
        waiting = (row.position for row in self.given[annotator] if row.item_id not in skip and not self.said(annotator, row.item_id, step))
        return next(waiting, None)

    def stages(self, annotator: str) -> list[Stage]:
        """All pages of a correctness study in their order."""
        by_article = [tuple(rows) for _, rows in groupby(self.given[annotator], key=lambda row: row.version_id)]
        steps = STEPS["correctness"]
        return [
            Stage(
                step=step, version_id=rows[0].version_id, rows=rows, number=place * len(steps) + nth + 1, of=len(by_article) * len(steps),
                article=place + 1, articles=len(by_article),
            )
            for place, rows in enumerate(by_article)
            for nth, step in enumerate(steps)
        ]  # fmt: skip

    def waiting(self, annotator: str, stage: Stage, skip: Sequence[str] = ()) -> list[Assignment]:
        """The questions of a stage that are not decided yet."""
        return [row for row in stage.rows if row.item_id not in skip and not self.said(annotator, row.item_id, stage.step)]

    def current(self, annotator: str, skip: Sequence[str] = ()) -> Stage | None:
        """The stage that is open to an annotator: the first with an undecided question; None at the end."""
        return next((stage for stage in self.stages(annotator) if self.waiting(annotator, stage, skip)), None)
