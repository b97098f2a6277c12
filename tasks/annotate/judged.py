"""Answers that judges have decided about, read back from the lake: what an audit shows to people, and what it compares them with."""

from __future__ import annotations

from dataclasses import dataclass

from storage.lake import Lake
from storage.schemas.calls import Answer
from storage.schemas.errors import NotFound
from storage.schemas.ids import make_id
from storage.schemas.judging import Judgement, Judging

DECIDED = ("right", "wrong")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """One answer with a judge's verdict. item_id: the same as in the files of ``okbench evaluations audit``."""

    item_id: str
    answer: Answer
    judgement: Judgement

    @property
    def stratum(self) -> str:
        """Evaluation, what the rule of equality found, what the judge found: an audit takes the same number from each."""
        return f"{self.answer.evaluation_id}/{'right' if self.answer.status == 'right' else 'other'}/{self.judgement.verdict}"


def judged_answers(lake: Lake, release_id: str, judge: str = "") -> dict[str, JudgedAnswer]:
    """Every answer to a release that a judge (only that one, if named) found right or wrong, by item id. NotFound, naming the judges, for none."""
    judgings = [one for one in lake.read(Judging, release_id) if judge in ("", one.judge)]
    found: dict[str, JudgedAnswer] = {}
    for judging in judgings:
        partition = f"{release_id}/{judging.evaluation_id}"
        answers = {answer.question_id: answer for answer in lake.read(Answer, partition)}
        for row in lake.read(Judgement, partition):
            if row.judging_id == judging.judging_id and row.verdict in DECIDED and row.question_id in answers:
                item_id = make_id("i", row.judging_id, row.question_id)
                found[item_id] = JudgedAnswer(item_id=item_id, answer=answers[row.question_id], judgement=row)
    if not found:
        known = sorted({one.judge for one in lake.read(Judging, release_id)})
        what = f"no answer judged by {judge}" if judge else "no judged answer"
        todo = f"Choose among {', '.join(known)}" if known else "Have open-ended answers judged first: okbench evaluations run --help"
        raise NotFound(f"this lake has {what} to the release", where=release_id, todo=todo)
    return found
