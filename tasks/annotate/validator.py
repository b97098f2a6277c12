"""The validator's verdicts against the people's: what it let pass that people reject, and what it rejected that people would pass.

The first is seen in every quality study. The second only where rejected questions were mixed in. Shares are of those that people looked
at; by check, so that a check which rejects too much shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storage.schemas.questions import Candidate, Verdict
from tasks.annotate.figures import CLEAR, Labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstPeople:
    """Questions with one verdict of validation. check: the first check that failed; empty for released ones.

    seen: questions that people decided about; clear and fresh: those that at least half of their annotators found so. As people differ,
    a tie counts for the question.
    """

    check: str
    judge: str
    seen: int
    clear: int
    clear_and_fresh: int
    item_ids: tuple[str, ...]

    @property
    def released(self) -> bool:
        """Whether validation let them pass."""
        return not self.check


def against_people(decisions: Sequence[Labelled], candidates: Iterable[Candidate], verdicts: Iterable[Verdict]) -> list[AgainstPeople]:
    """One row for what was released, then one for each check that rejected questions which people saw."""
    failed: dict[str, tuple[str, str]] = {}
    for verdict in verdicts:
        if not verdict.passed:
            failed.setdefault(verdict.question_id, (verdict.check, verdict.judge))
    reasons = {one.question_id: failed.get(one.question_id, (one.reason or "not_kept", "rule")) for one in candidates}
    said: dict[str, Counter[str]] = defaultdict(Counter)
    released: set[str] = set()
    for one in decisions:
        said[one.item_id][one.decision] += 1
        if one.released:
            released.add(one.item_id)
    groups: dict[tuple[str, str], list[str]] = {("", ""): []}
    for item in sorted(said):
        groups.setdefault(("", "") if item in released else reasons.get(item, ("not_kept", "rule")), []).append(item)
    return [
        AgainstPeople(
            check=check, judge=judge, seen=len(items), clear=sum(_mostly(said[item], CLEAR) for item in items),
            clear_and_fresh=sum(_mostly(said[item], frozenset({"passes"})) for item in items), item_ids=tuple(items),
        )
        for (check, judge), items in groups.items()
    ]  # fmt: skip


def _mostly(said: Counter[str], wanted: frozenset[str]) -> bool:
    return 2 * sum(said[decision] for decision in wanted) >= said.total()
