"""The way from feed to score as stages whose sums agree: what came in, what was kept, and what was dropped for which reason.

Stored counts are shown as they are. Three stages follow from other records: feeds, release and answers. Where what one stage kept is not
what the next one took in, the report says so instead of hiding it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storage.schemas.calls import Evaluation
from storage.schemas.news import FeedFetch
from storage.schemas.questions import FunnelRow
from tasks.report.meanings import stage_order

STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")
_ANSWERED = ("right", "wrong")
_FOLLOWS = (("select", "generate_articles"), ("generate", "validate"), ("validate", "release"))
_FEW = 60
_PARTICULARS = re.compile(r"\s*[(:].*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One count of a stage. ``reason`` is empty for the plain case of what was kept."""

    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: kept and dropped are all that came in."""

    name: str
    kept: tuple[Outcome, ...]
    dropped: tuple[Outcome, ...]

    @property
    def kept_count(self) -> int:
        """How many went on."""
        return sum(outcome.count for outcome in self.kept)

    @property
    def dropped_count(self) -> int:
        """How many did not."""
        return sum(outcome.count for outcome in self.dropped)

    @property
    def total(self) -> int:
        """How many came in."""
        return self.kept_count + self.dropped_count


def stages_of(rows: Iterable[FunnelRow]) -> tuple[Stage, ...]:
    """The stages in stored counts, in the order of the way; counts of zero are left out."""
    found: dict[str, list[FunnelRow]] = {}
    for row in rows:
        if row.count:
            found.setdefault(row.stage, []).append(row)
    return tuple(_stage(name, found[name]) for name in sorted(found, key=stage_order))


def whole_funnel(
    rows: Sequence[FunnelRow], *, feeds: Sequence[FeedFetch], released: int, evaluations: Sequence[Evaluation]
) -> tuple[Stage, ...]:
    """All stages: the stored ones, and those of feeds, release and answers where no stored rows speak of them."""
    run = rows[0].run_id if rows else ""
    stored = {row.stage for row in rows}
    derived: list[FunnelRow] = []
    if "feeds" not in stored:
        derived += [_row(run, "feeds", *_feed(fetch)) for fetch in feeds]
    if "release" not in stored:
        unfit = sum(row.count for row in rows if row.stage == "validate" and row.outcome == "kept") - released
        derived += [_row(run, "release", "kept", "", released), _row(run, "release", "dropped", "not_released", max(0, unfit))]
    if "answers" not in stored:
        for status in STATUSES:
            outcome = "kept" if status in _ANSWERED else "dropped"
            derived.append(_row(run, "answers", outcome, status, sum(getattr(one, status) for one in evaluations)))
    return stages_of([*rows, *derived])


def disagreements(stages: Sequence[Stage], *, released: int, evaluations: Sequence[Evaluation]) -> tuple[str, ...]:
    """Sentences on sums that do not agree; none when the funnel is whole."""
    by_name = {stage.name: stage for stage in stages}
    found = []
    for first, second in _FOLLOWS:
        if first in by_name and second in by_name and by_name[first].kept_count != by_name[second].total:
            found.append(f"{first} kept {by_name[first].kept_count:,}, but {second} counts {by_name[second].total:,}")
    asked = sum(one.questions for one in evaluations)
    if "answers" in by_name and by_name["answers"].total != asked:
        found.append(f"evaluations asked {asked:,} questions, but their statuses count {by_name['answers'].total:,}")
    short = [one for one in evaluations if one.questions != released and not one.sample]  # a sample is told by a note of its own
    found += [f"{one.model} ({one.setting}) was asked {one.questions:,} of {released:,} questions" for one in short]
    return tuple(found)


def _stage(name: str, rows: Sequence[FunnelRow]) -> Stage:
    sums: dict[tuple[bool, str], int] = {}
    for row in rows:
        sums[row.outcome == "kept", row.reason] = sums.get((row.outcome == "kept", row.reason), 0) + row.count
    ordered = sorted(sums.items(), key=lambda item: (-item[1], item[0][1]))
    kept = [Outcome(reason, count) for (is_kept, reason), count in ordered if is_kept]
    dropped = [Outcome(reason, count) for (is_kept, reason), count in ordered if not is_kept]
    if name == "answers":
        kept.sort(key=lambda outcome: STATUSES.index(outcome.reason) if outcome.reason in STATUSES else len(STATUSES))
    return Stage(name, tuple(kept), tuple(dropped))


def _feed(fetch: FeedFetch) -> tuple[str, str, int]:
    if fetch.status == "broken":
        # After its kind a reason names addresses, dates and numbers; feeds that are broken alike are counted together.
        return "dropped", _PARTICULARS.sub("", fetch.reason)[:_FEW].strip() or "broken", 1
    return "kept", "not_modified" if fetch.status == "not_modified" else ("quiet" if fetch.reason == "quiet" else ""), 1


def _row(run: str, stage: str, outcome: str, reason: str, count: int) -> FunnelRow:
    return FunnelRow(run_id=run, stage=stage, outcome=outcome, reason=reason, count=count)
