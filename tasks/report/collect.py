"""Everything a daily report shows, gathered from what is stored: nothing is asked, fetched or guessed, and a rebuilt report is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from storage.catalog import Catalog
from storage.lake import Lake
from storage.manifest import Manifest
from storage.releases import Release
from storage.schemas.calls import Evaluation
from storage.schemas.news import FeedFetch
from storage.schemas.questions import FunnelRow, Run
from storage.schemas.window import Window
from tasks.llm.costs import CostLine
from tasks.report.examples import DroppedExample, KeptExample, dropped_examples, kept_examples
from tasks.report.funnel import Stage, disagreements, whole_funnel
from tasks.report.notes import Facts, Note, notes_on
from tasks.report.scores import Score, score_evaluations
from tasks.scoring.guessing import guess_line


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedHealth:
    """What one feed answered, and how many of its entries were kept."""

    fetch: FeedFetch
    kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReport:
    """One run with its release and scores.

    window: start (exclusive) and end of the news. articles: those that released questions ask about. costs: all calls that the release
    and its scores stand on. of_other_runs: how many of these another run of that day had paid already. guess: accuracy of blind picking,
    0 to 1.
    """

    run: Run
    manifest: Manifest
    window: tuple[datetime, datetime]
    articles: int
    languages: tuple[tuple[str, int], ...]
    stages: tuple[Stage, ...]
    feeds: tuple[FeedHealth, ...]
    costs: tuple[CostLine, ...]
    of_other_runs: int
    scores: tuple[Score, ...]
    guess: float | None
    kept: tuple[KeptExample, ...]
    dropped: tuple[DroppedExample, ...]
    notes: tuple[Note, ...]

    @property
    def questions(self) -> int:
        """Released questions."""
        return self.manifest.tables["questions"].rows


def collect_report(lake: Lake, run: Run, release: Release) -> DailyReport:
    """The report of a run and its release, with every evaluation of that release, also those asked for later.

    Raises what concerns lake and release: DamagedFile, DigestMismatch, NewerLake, SchemaMismatch, StoreBusy. A damaged part of the lake is
    set aside and named in a note.
    """
    manifest = release.manifest
    fetches = sorted(lake.read(FeedFetch, run.run_id), key=lambda fetch: fetch.feed_id)
    rows = lake.read(FunnelRow, run.run_id)
    evaluations = lake.read(Evaluation, release.release_id)
    with Catalog(lake) as catalog:
        entries = catalog.named("entries_by_feed", run_id=run.run_id).to_pylist()
        costs, others = _costs(catalog, run, release.release_id)
        scores = score_evaluations(catalog, evaluations)
        damaged = tuple(sorted({path.name for path in [*lake.damaged, *catalog.damaged]}))
    stages = whole_funnel(rows, feeds=fetches, released=len(release.questions), evaluations=evaluations)
    kept: Mapping[str, int] = {row["feed_id"]: row["kept"] for row in entries}
    guess = guess_line(len(question.choices) for question in release.questions)
    faults = disagreements(stages, released=len(release.questions), evaluations=evaluations)
    window = Window(run.moment, run.window_hours)
    return DailyReport(
        run=run, manifest=manifest, window=(window.start, window.moment), articles=len({q.version_id for q in release.questions}),
        languages=tuple(Counter(question.language for question in release.questions).most_common()), stages=stages,
        feeds=tuple(FeedHealth(fetch=fetch, kept=kept.get(fetch.feed_id, 0)) for fetch in fetches), costs=costs, of_other_runs=others,
        scores=scores, guess=guess, kept=kept_examples(release, run.run_id), dropped=dropped_examples(release, run.run_id),
        notes=notes_on(
            Facts(
                run=run, manifest=manifest, feeds=tuple(fetches), scores=scores, costs=costs, guess=guess, faults=faults, damaged=damaged
            )
        ),
    )  # fmt: skip


def _costs(catalog: Catalog, run: Run, release_id: str) -> tuple[tuple[CostLine, ...], int]:
    scope = f"{run.flow}-{run.day}"
    rows = catalog.named("costs_of_release", release_id=release_id, run_id=run.run_id, scope=scope).to_pylist()
    lines = tuple(
        CostLine(
            purpose=row["purpose"], model=row["model"], calls=row["calls"], not_ok=row["not_ok"], prompt_tokens=row["prompt_tokens"],
            cached_tokens=row["cached_tokens"], completion_tokens=row["completion_tokens"], usd=row["usd"], unknown=row["unpriced_calls"],
        )
        for row in rows
    )  # fmt: skip
    return lines, sum(row["of_other_runs"] for row in rows)
