"""The figures of a study: rates of each annotator and of all together, agreement, and what two annotators disagree about.

Clarity: decided as passes or not_fresh; clarity and freshness: passes. Guess and read: the picked choice is the key; support: "yes". Of an
audit: the judge's verdict is the people's. A rate is over decisions made, its interval clustered by article (near-copies are one cluster).
Questions that validation had rejected are counted apart and never in these rates.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage.schemas.annotations import Annotation, Assignment
from tasks.annotate.agreement import agreement_ratio, krippendorff_alpha
from tasks.scoring.intervals import Estimate, accuracy_by_cluster

EVERYONE = ""
_OWN_LABELS = ("guess", "read")
CLEAR = frozenset({"passes", "not_fresh"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One decision with what hangs on it. expected: the key (guess, read), the judge's verdict (audit), else empty."""

    annotator: str
    item_id: str
    cluster: str
    step: str
    decision: str
    expected: str
    released: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure. value, low, high: None where it is not defined. counted: decisions, or items with several for agreement."""

    measure: str
    annotator: str
    value: float | None
    low: float | None
    high: float | None
    counted: int
    articles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """Two different decisions on the same items: how many items, and which."""

    step: str
    one: str
    other: str
    item_ids: tuple[str, ...]


Right = Callable[[Labelled], bool]
RATES: Mapping[str, Sequence[tuple[str, str, Right]]] = {
    "quality": (
        ("clarity", "quality", lambda one: one.decision in CLEAR),
        ("clarity_and_freshness", "quality", lambda one: one.decision == "passes"),
    ),
    "correctness": (
        ("guess", "guess", lambda one: one.decision == one.expected),
        ("read", "read", lambda one: one.decision == one.expected),
        ("support", "support", lambda one: one.decision == "yes"),
    ),
    "audit": (("judge_agrees", "audit", lambda one: one.decision == one.expected),),
}
"""(measure, step, what counts) by kind of study."""


def labelled(annotations: Iterable[Annotation], given: Mapping[str, Sequence[Assignment]], expected: Mapping[str, str]) -> list[Labelled]:
    """Decisions with their assignments; closing remarks, and what was never assigned, are left out."""
    rows = {(row.annotator, row.item_id): row for mine in given.values() for row in mine}
    found = []
    for one in annotations:
        row = rows.get((one.annotator, one.item_id))
        if row is not None:
            found.append(Labelled(
                annotator=one.annotator, item_id=one.item_id, cluster=row.cluster_id or row.article_id, step=one.step, decision=one.decision,
                expected=expected.get(one.item_id, ""), released=row.released,
            ))  # fmt: skip
    return sorted(found, key=lambda one: (one.step, one.item_id, one.annotator))


def rate_figures(kind: str, decisions: Sequence[Labelled], annotators: Sequence[str]) -> list[Figure]:
    """Every rate of the kind of study, for each annotator, then for all together. Those who decided nothing have no value."""
    found = []
    for measure, step, right in RATES[kind]:
        counted = [one for one in decisions if one.step == step and one.released and not (kind == "audit" and one.decision == "unsure")]
        for name in (*annotators, EVERYONE):
            mine = [one for one in counted if name in (EVERYONE, one.annotator)]
            found.append(_figure(measure, name, _rate(mine, right), len(mine)))
    return found


def agreement_figures(kind: str, decisions: Sequence[Labelled]) -> list[Figure]:
    """Agreement ratio and Krippendorff's alpha of each step, over items that several decided.

    Alpha only where all items share their labels: the choices of a question are its own, and chance agreement on them is not comparable.
    """
    found = []
    for step in dict.fromkeys(step for _, step, _ in RATES[kind]):
        labels: dict[str, list[str]] = defaultdict(list)
        clusters: dict[str, str] = {}
        for one in decisions:
            if one.step == step:
                labels[one.item_id].append(one.decision)
                clusters[one.item_id] = one.cluster
        items = sum(len(given) > 1 for given in labels.values())
        articles = len({clusters[item] for item, given in labels.items() if len(given) > 1})
        suffix = "" if len(RATES[kind]) < 3 else f"_{step}"
        found.append(_figure(f"agreement{suffix}", EVERYONE, agreement_ratio(labels, clusters), items))
        if step in _OWN_LABELS:
            continue
        alpha = krippendorff_alpha(labels, clusters)
        found.append(Figure(
            measure=f"alpha{suffix}", annotator=EVERYONE, value=alpha.value if alpha else None, low=alpha.low if alpha else None,
            high=alpha.high if alpha else None, counted=items, articles=articles,
        ))  # fmt: skip
        if kind == "quality":
            clear = {item: ["clear" if label in CLEAR else "unclear" for label in given] for item, given in labels.items()}
            found.append(_figure("agreement_clarity", EVERYONE, agreement_ratio(clear, clusters), items))
    return found


def disagreements(decisions: Sequence[Labelled]) -> list[Disagreement]:
    """Pairs of different decisions on one item, the most frequent first."""
    by_item: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in decisions:
        by_item[one.step, one.item_id].add(one.decision)
    pairs: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for (step, item), said in by_item.items():
        ordered = sorted(said)
        for place, first in enumerate(ordered):
            for second in ordered[place + 1 :]:
                pairs[step, first, second].append(item)
    rows = [Disagreement(step=step, one=one, other=other, item_ids=tuple(sorted(items))) for (step, one, other), items in pairs.items()]
    return sorted(rows, key=lambda row: (-len(row.item_ids), row.step, row.one, row.other))


def decision_counts(decisions: Sequence[Labelled]) -> dict[tuple[str, str], Counter[str]]:
    """How often each decision was made, by step and annotator."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in decisions:
        if one.released:
            counts[one.step, one.annotator][one.decision] += 1
    return counts


def _rate(decisions: Sequence[Labelled], right: Right) -> Estimate | None:
    clusters: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in decisions:
        clusters[one.cluster][0] += right(one)
        clusters[one.cluster][1] += 1
    return accuracy_by_cluster((good, counted) for good, counted in clusters.values())


def _figure(measure: str, annotator: str, estimate: Estimate | None, counted: int) -> Figure:
    if estimate is None:
        return Figure(measure=measure, annotator=annotator, value=None, low=None, high=None, counted=counted, articles=0)
    return Figure(
        measure=measure, annotator=annotator, value=estimate.accuracy, low=estimate.low, high=estimate.high, counted=counted, articles=estimate.clusters
    )  # fmt: skip
