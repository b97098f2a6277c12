"""When a model stops answering in mid-run: a few lost calls are told, many stop the run before its release, because a release is for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from storage.schemas.calls import Call, Evaluation
from storage.schemas.errors import ModelUnavailable
from storage.schemas.questions import Candidate, Verdict

TOLERATED = 0.1  # share of the articles for which a call to an agent may have failed for good
_LOST = "call_failed"


def check_answered(candidates: Sequence[Candidate], verdicts: Sequence[Verdict], calls: Callable[[], Iterable[Call]]) -> None:
    """ModelUnavailable when the agents left more than the tolerated share of articles without an answer; ``calls`` say why."""
    article_of = {candidate.question_id: candidate.version_id for candidate in candidates}
    lost = {candidate.version_id for candidate in candidates if candidate.reason == _LOST}
    lost |= {article_of[verdict.question_id] for verdict in verdicts if verdict.reason == _LOST}
    asked = set(article_of.values())
    if len(lost) <= TOLERATED * len(asked):
        return
    failed = Counter((call.model, call.error) for call in calls() if call.status == "failed")
    (model, error), _ = failed.most_common(1)[0] if failed else (("an agent", "no answer"), 0)
    raise ModelUnavailable(
        f"calls failed for {len(lost)} of {len(asked)} articles, so no release is made of the rest ({error})",
        where=model,
        todo="Start the same command again when the model answers: finished calls are kept and not paid again",
    )


def unanswered(evaluations: Sequence[Evaluation]) -> str:
    """One sentence on evaluations with failed calls; empty when there are none."""
    failed = Counter[str]()
    asked = Counter[str]()
    for one in evaluations:
        failed[one.model] += one.failed
        asked[one.model] += one.questions
    told = [f"{failed[model]:,} of {asked[model]:,} answers of {model} failed" for model in sorted(failed) if failed[model]]
    return f"{', '.join(told)}; started again, the run asks these once more" if told else ""
