"""All that is stored about the results of a release, read once: evaluations, outcomes of answers, verdicts of judges, labels, measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from storage.catalog import Catalog
from storage.lake import Lake
from storage.releases import Release
from storage.schemas.annotations import HumanFigure
from storage.schemas.calls import Evaluation
from storage.schemas.judging import FreshnessLabel, Judging
from storage.schemas.retrieval import RetrievalMeasure
from tasks.questions.setting import Setting
from tasks.report.results.retrieval import FirstRight
from tasks.report.results.scored import STATUSES


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of one evaluation, one entry a question: its number in the release (-1: not of it), its article's number, its status as a place in STATUSES,
    whether its likeliest choice is right (1, 0, or -1 for not known), whether its context was cut, places of the right and of the picked choice
    (-1 for none)."""

    questions: NDArray[np.int64]
    clusters: NDArray[np.int64]
    status: NDArray[np.int64]
    likeliest: NDArray[np.int64]
    cut: NDArray[np.bool_]
    expected: NDArray[np.int64]
    picked: NDArray[np.int64]

    def only(self, rows: NDArray[np.bool_]) -> Outcomes:
        """Those where ``rows`` holds."""
        return Outcomes(
            self.questions[rows], self.clusters[rows], self.status[rows], self.likeliest[rows], self.cut[rows], self.expected[rows], self.picked[rows]
        )  # fmt: skip

_NONE = np.zeros(0, dtype=np.int64)
NO_OUTCOMES = Outcomes(_NONE, _NONE, _NONE, _NONE, np.zeros(0, dtype=np.bool_), _NONE, _NONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """evaluations: the current one of each model and setting. verdicts: by judging id, question number to right, wrong or failed.

    labels: those of the last panel. superseded: evaluations that a later one of the same model and setting has replaced. foreign: evaluations
    under another signature, which no table holds. damaged: names of files that were set aside. human: what
    people found in studies of the release, or of its parent where questions were withdrawn.
    """

    release: Release
    evaluations: tuple[Evaluation, ...]
    outcomes: Mapping[str, Outcomes]
    judgings: tuple[Judging, ...]
    verdicts: Mapping[str, Mapping[int, str]]
    labels: tuple[FreshnessLabel, ...]
    measures: tuple[RetrievalMeasure, ...]
    first_right: FirstRight
    superseded: int
    foreign: int
    damaged: tuple[str, ...]
    human: tuple[HumanFigure, ...] = ()


def read_stored(lake: Lake, release: Release) -> Stored:
    """Everything stored about a release. Raises what concerns lake and release: DamagedFile, NewerLake, SchemaMismatch, StoreBusy."""
    found = lake.read(Evaluation, release.release_id)
    own = [one for one in found if one.signature == release.signature.short()]
    last: dict[tuple[str, Setting], Evaluation] = {}
    for one in sorted(own, key=lambda one: (not one.sample, one.finished, one.evaluation_id)):  # all questions stand above any sample of them
        last[one.model, Setting.of(one)] = one
    judgings = _last_judgings(lake.read(Judging, release.release_id), {one.evaluation_id for one in last.values()})
    labels = lake.read(FreshnessLabel, release.release_id)
    panel = max(labels, key=lambda label: (label.labelled, label.panel_id)).panel_id if labels else ""
    numbers = {question.question_id: number for number, question in enumerate(release.questions)}
    with Catalog(lake) as catalog:
        outcomes = _outcomes(catalog.named("outcomes", release_id=release.release_id), numbers)
        judged = catalog.named("judged_answers", release_id=release.release_id) if judgings else None
        ranks = catalog.named("first_right", release_id=release.release_id)
        damaged = tuple(sorted({path.name for path in [*lake.damaged, *catalog.damaged]}))
    return Stored(
        release=release, evaluations=tuple(last.values()), outcomes=outcomes, judgings=judgings, verdicts=_verdicts(judged, judgings, numbers),
        labels=tuple(label for label in labels if label.panel_id == panel), measures=tuple(lake.read(RetrievalMeasure, release.release_id)),
        first_right=_first_right(ranks), superseded=len(own) - len(last), foreign=len(found) - len(own), damaged=damaged,
        human=(*_of_parent(release), *lake.read(HumanFigure, release.release_id)),
    )  # fmt: skip


def _of_parent(release: Release) -> list[HumanFigure]:
    """The figures that a release's manifest brings from the studies of its parent."""
    manifest = release.manifest
    return [
        HumanFigure(
            study_id=one.study_id, release_id=manifest.parent.release_id if manifest.parent else manifest.release_id, kind=one.kind, measure=one.measure,
            annotator="", value=one.value, low=one.low, high=one.high, counted=one.counted, articles=0, published=manifest.made,
        )
        for one in manifest.human
    ]  # fmt: skip


def _last_judgings(judgings: list[Judging], evaluations: set[str]) -> tuple[Judging, ...]:
    """The last of each judge on each current evaluation."""
    last: dict[tuple[str, str], Judging] = {}
    for one in sorted(judgings, key=lambda one: (one.finished, one.judging_id)):
        if one.evaluation_id in evaluations:
            last[one.evaluation_id, one.judge] = one
    return tuple(last.values())


def _outcomes(table: pa.Table, numbers: Mapping[str, int]) -> dict[str, Outcomes]:
    if not table.num_rows:
        return {}
    names, whose = _coded(table, "evaluation_id")
    ids, question = _coded(table, "question_id")
    place = np.array([numbers.get(name, -1) for name in ids], dtype=np.int64)
    _, cluster = _coded(table, "cluster")
    statuses, status = _coded(table, "status")
    known = np.array([STATUSES.index(name) if name in STATUSES else STATUSES.index("failed") for name in statuses], dtype=np.int64)
    likeliest = table.column("likeliest_right").cast(pa.int8()).fill_null(-1).to_numpy().astype(np.int64)
    cut = table.column("context_cut").to_numpy(zero_copy_only=False).astype(bool)
    expected, picked = (table.column(name).fill_null(-1).to_numpy().astype(np.int64) for name in ("expected_index", "picked_index"))
    every = Outcomes(place[question], cluster, known[status], likeliest, cut, expected, picked)
    return {str(name): every.only(whose == number) for number, name in enumerate(names)}


def _coded(table: pa.Table, column: str) -> tuple[list[str], NDArray[np.int64]]:
    """A column of texts as its different values and, for each row, the number of its value."""
    coded = table.column(column).combine_chunks().dictionary_encode()
    coded = coded.combine_chunks() if isinstance(coded, pa.ChunkedArray) else coded
    return coded.dictionary.to_pylist(), coded.indices.to_numpy().astype(np.int64)


def _verdicts(table: pa.Table | None, judgings: tuple[Judging, ...], numbers: Mapping[str, int]) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {one.judging_id: {} for one in judgings}
    if table is not None:
        for row in table.to_pylist():
            if row["judging_id"] in found and row["question_id"] in numbers:
                found[row["judging_id"]][numbers[row["question_id"]]] = row["verdict"]
    return found


def _first_right(table: pa.Table) -> FirstRight:
    found: dict[tuple[str, int], dict[str, tuple[int | None, int | None]]] = {}
    for row in table.to_pylist():
        found.setdefault((row["retriever"], row["days"]), {})[row["question_id"]] = (row["first_right"], row["first_own"])
    return found


def stale_share(labels: tuple[FreshnessLabel, ...]) -> tuple[int, int]:
    """(stale, labelled) questions."""
    return Counter(label.stale for label in labels)[True], len(labels)
