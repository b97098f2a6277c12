"""Publishing results: one release or all, and the leaderboard over them; the same for the command line, the flow and the news run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage.lake import Lake
from storage.releases import Release, ReleaseStore
from storage.schemas.errors import OkbenchError
from storage.schemas.questions import Run
from tasks.report.collect import collect_report
from tasks.report.publish import FORMATS, Published, publish_leaderboard, publish_release
from tasks.report.write import write_report

ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Publishing:
    """How to publish. reference: file of the static reference, the packaged one if None. questions: a page for each question as well."""

    formats: tuple[str, ...] = FORMATS
    without_stale: bool = False
    reference: Path | None = None
    questions: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedAll:
    """leaderboard: its page. skipped: (release id, why) of those that could not be published."""

    releases: tuple[Published, ...]
    leaderboard: Path
    skipped: tuple[tuple[str, str], ...]


def publish(lake: Lake, text: str, how: Publishing, *, daily: bool = True) -> PublishedAll:
    """Publish the release that ``text`` means, or all, then the leaderboard. ``daily``: the report of the release's run is written again too.

    Of all, one that is damaged is skipped and told; one release alone raises what is wrong with it.
    """
    store = ReleaseStore(lake)
    if text != ALL:
        done = [publish_one(lake, store.load(store.resolve(text)), how, daily=daily)]
        return PublishedAll(releases=tuple(done), leaderboard=publish_leaderboard(lake, formats=how.formats), skipped=())
    done, skipped = [], []
    for release_id in store.ids():
        try:
            done.append(publish_one(lake, store.load(release_id), how, daily=daily))
        except OkbenchError as error:
            skipped.append((release_id, str(error)))
    return PublishedAll(releases=tuple(done), leaderboard=publish_leaderboard(lake, formats=how.formats), skipped=tuple(skipped))


def publish_one(lake: Lake, release: Release, how: Publishing, *, daily: bool) -> Published:
    """Publish one release; the report of its run first, so that the results can link to it."""
    run = run_of_release(lake, release)
    if daily and run is not None:
        write_report(collect_report(lake, run, release), lake.root / "reports" / run.run_id)
    return publish_release(
        lake, release, formats=how.formats, without_stale=how.without_stale, reference=how.reference, questions=how.questions
    )  # fmt: skip


def run_of_release(lake: Lake, release: Release) -> Run | None:
    """The run that made a release; None for one that came from elsewhere."""
    runs: Sequence[Run] = lake.read(Run, release.manifest.run_id)
    return next((run for run in runs if run.release_id == release.release_id), None)


def summary(found: PublishedAll) -> dict[str, Any]:
    """What was published, for a result or a terminal."""
    return {
        "reports": {one.results.name: str(one.page) for one in found.releases}, "leaderboard": str(found.leaderboard), "skipped": dict(found.skipped)
    }  # fmt: skip
