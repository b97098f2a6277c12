"""Questions taken back from a release: a new release with a signature of its own, which names its parent. The parent stays as it is.

All candidates and articles go along, and each withdrawn question gets a verdict of the judge ``people``, so the sums still agree and the
reason travels with every copy. No model is asked.
"""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

import pyarrow as pa

from storage.digest import content_digest, row_digests
from storage.manifest import FunnelCount, Manifest, Parent, Source, StudyFigure
from storage.release_files import TABLES, table_facts
from storage.releases import Release, ReleaseStore
from storage.schemas.arrow import to_table
from storage.schemas.errors import BadInput
from storage.schemas.ids import digest, slug
from storage.schemas.questions import Question, Verdict
from storage.signature import random_id
from storage.version import okbench_version
from tasks.release.card import render_card
from tasks.release.shuffle import key_positions

PEOPLE, WITHDRAWN = "people", "withdrawn"
"""Judge and check of the verdicts that withdraw a question."""

_log = logging.getLogger(__name__)


def withdraw_questions(
    store: ReleaseStore, release: Release, reasons: Mapping[str, str], *, now: datetime, human: Sequence[StudyFigure] = ()
) -> Release:  # fmt: skip
    """The release without the questions in ``reasons`` (why, by question id). The same withdrawal again gives the release that stands.

    human: figures of the studies behind it. BadInput for no question, for one that the release does not have, and when none would be left.
    """
    _check(release, reasons)
    parent = release.manifest
    ids = (part for question_id in sorted(reasons) for part in (question_id, reasons[question_id]))
    release_id = f"{slug(parent.run_id, 80)}-w{digest('withdraw', store.lake.identity, parent.id, *ids)[:8]}"
    if store.exists(release_id):
        return store.load(release_id)
    left = [question for question in release.questions if question.question_id not in reasons]
    verdicts = [
        Verdict(run_id=parent.run_id, question_id=key, judge=PEOPLE, check=WITHDRAWN, passed=False, reason=reason, call_digest=None)
        for key, reason in sorted(reasons.items())
    ]
    tables: dict[str, pa.Table] = {name: release.table(name) for name in TABLES}
    tables |= {"questions": to_table(Question, left), "verdicts": to_table(Verdict, [*release.verdicts, *verdicts])}
    manifest = _manifest(release, release_id, left, tables, reasons, now=now, human=human)
    made = store.save(manifest, tables, readme=render_card(manifest), withheld=release.withheld)
    _log.info("Release %s: %d questions withdrawn from %s", release_id, len(reasons), parent.release_id)
    return made


def _check(release: Release, reasons: Mapping[str, str]) -> None:
    known = {question.question_id for question in release.questions}
    where = f"release {release.release_id}"
    if not reasons:
        raise BadInput("no question is to be withdrawn", where=where, todo="Name a study whose annotators rejected some, or --question")
    if strangers := sorted(set(reasons) - known):
        raise BadInput(f"it has no question {strangers[0]!r}", where=where, todo="See okbench releases show --questions 1000")
    if not known - set(reasons):
        raise BadInput("no question would be left", where=where, todo="Do not use this release at all; nothing was changed")


def _manifest(
    release: Release, release_id: str, left: Sequence[Question], tables: Mapping[str, pa.Table], reasons: Mapping[str, str],
    *, now: datetime, human: Sequence[StudyFigure],
) -> Manifest:  # fmt: skip
    parent = release.manifest
    facts = {name: table_facts(kind, tables[name], row_digests(kind, tables[name], release.withheld)) for name, kind in TABLES.items()}
    gone = Counter(reasons.values())
    counts = {
        **parent.counts, "released": len(left), "open_ended": sum(question.open_answer is not None for question in left),
        WITHDRAWN: parent.counts.get(WITHDRAWN, 0) + len(reasons),
    }  # fmt: skip
    funnel = [FunnelCount(stage="withdraw", outcome="kept", reason="", count=len(left))]
    funnel += [FunnelCount(stage="withdraw", outcome="dropped", reason=reason, count=count) for reason, count in gone.most_common()]
    earlier = [one for one in parent.funnel if (one.stage, one.outcome) != ("withdraw", "kept")]
    return dataclasses.replace(
        parent, release_id=release_id, lake=release.manifest.lake, made=now.replace(microsecond=0), id=random_id(), version=okbench_version(),
        key_positions=key_positions(left), counts=counts, dropped={**parent.dropped, WITHDRAWN: parent.dropped.get(WITHDRAWN, 0) + len(reasons)},
        funnel=(*earlier, *funnel), sources=tuple(_sources(parent, release, left)), languages=tuple(sorted({one.language for one in left})),
        tables=facts, content_digest=content_digest({name: fact.digest for name, fact in facts.items()}), files={}, human=tuple(human),
        parent=Parent(
            release_id=parent.release_id, id=parent.id, data=parent.content_digest, root=parent.root, withdrawn=dict(sorted(reasons.items()))
        ),
    )  # fmt: skip


def _sources(parent: Manifest, release: Release, left: Sequence[Question]) -> Sequence[Source]:
    asked = Counter((article.outlet, article.category, article.redistribution, article.licence)
                    for question in left if (article := release.article_of.get(question.version_id)))  # fmt: skip
    return [
        dataclasses.replace(source, questions=asked[source.outlet, source.category, source.redistribution, source.licence])
        for source in parent.sources
    ]  # fmt: skip
