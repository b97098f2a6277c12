"""Studies: drawn from a release, stored, and found again. The same release, design and seed give the same study."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.annotations import Assignment, Study
from storage.schemas.errors import BadInput, NotFound
from storage.schemas.ids import canonical_json, digest, safe_name
from tasks.annotate.draw import Item, balanced, deal, share_out
from tasks.annotate.judged import JudgedAnswer
from tasks.annotate.options import AuditDesign, CorrectnessDesign, OverlapDesign, QualityDesign
from tasks.annotate.sources import answer_items, article_items, question_items, rejected_items

STEPS = {"quality": ("quality",), "correctness": ("guess", "read", "support"), "audit": ("audit",)}
"""Decisions asked about each item, in their order, by kind of study."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A study with its assignments, not stored yet."""

    study: Study
    assignments: tuple[Assignment, ...]


Given = dict[str, list[tuple[Item, int]]]


def draw_quality(release: Release, design: QualityDesign, *, seed: str, now: datetime, names: Sequence[str] = ()) -> Drawn:
    """A quality study. BadInput when the release has too few questions for the design, saying what would fit."""
    annotators = _names(names, design.annotators)
    given = share_out(_enough(question_items(release), design, seed, release), annotators, design, seed)
    if design.rejected:
        wanted = design.rejected * len(annotators)
        found = balanced(rejected_items(release), wanted, f"{seed}/rejected")
        if len(found) < wanted:
            what = f"the design mixes in {wanted} rejected questions, {release.release_id} has {len(found)} that can be shown"
            raise BadInput(what, where="--rejected", todo=f"Take at most --rejected {len(found) // len(annotators)}")
        for name, extra in zip(annotators, deal(found, [design.rejected] * len(annotators)), strict=True):
            mine = [*given[name], *((item, 1) for item in extra)]
            given[name] = sorted(mine, key=lambda pair: digest(seed, "order", pair[0].item_id))
    return _drawn(release, "quality", design.model_dump(), seed, now, given)


def draw_correctness(release: Release, design: CorrectnessDesign, *, seed: str, now: datetime, names: Sequence[str] = ()) -> Drawn:
    """A correctness study: whole articles with ``design.questions`` questions each. BadInput when too few articles have as many."""
    annotators = _names(names, design.annotators)
    by_article = article_items(release, design.questions, seed)
    heads = balanced([items[0] for items in by_article.values()], design.different, seed)
    if len(heads) < design.different:
        what = f"the design needs {design.different} articles with {design.questions} questions and their text, {release.release_id} has {len(heads)}"
        raise BadInput(what, todo="Take fewer --articles or fewer --questions")
    hands = deal(heads, [design.articles] * len(annotators)) if design.own else [heads] * len(annotators)
    given: Given = {}
    for name, hand in zip(annotators, hands, strict=True):
        ordered = sorted(hand, key=lambda head: digest(seed, "order", name, head.version_id))
        given[name] = [(item, 1 if design.own else len(annotators)) for head in ordered for item in by_article[head.version_id]]
    return _drawn(release, "correctness", design.model_dump(), seed, now, given)


def draw_audit(
    release: Release, design: AuditDesign, judged: Mapping[str, JudgedAnswer], *, seed: str, now: datetime, names: Sequence[str] = (), judge: str = ""
) -> Drawn:  # fmt: skip
    """An audit of judged answers, balanced over evaluations, what the rule of equality found, and what the judge found."""
    annotators = _names(names, design.annotators)
    items = answer_items(release, judged.values())
    given = share_out(_enough(items, design, seed, release), annotators, design, seed)
    return _drawn(release, "audit", design.model_dump(), seed, now, given, judge)


def store_study(lake: Lake, drawn: Drawn) -> bool:
    """Store a study; False when it stands already, in which case nothing is changed."""
    if any(study.study_id == drawn.study.study_id for study in lake.read(Study, drawn.study.release_id)):
        return False
    # Assignments first: whoever sees the study sees all of it.
    lake.append(Assignment, drawn.assignments, drawn.study.study_id)
    lake.append(Study, [drawn.study], drawn.study.release_id)
    return True


def studies(lake: Lake) -> list[Study]:
    """All studies, the newest first."""
    found = [study for release_id in lake.partitions(Study) for study in lake.read(Study, release_id)]
    return sorted(found, key=lambda study: (study.created, study.study_id), reverse=True)


def find_study(lake: Lake, text: str) -> Study:
    """The study that a person means: its id, the only beginning of one, or ``latest``. NotFound lists the choices."""
    known = studies(lake)
    if text == "latest" and known:
        return known[0]
    found = [study for study in known if study.study_id == text] or [study for study in known if text and study.study_id.startswith(text)]
    if len(found) == 1:
        return found[0]
    what = f"{text!r} fits several studies" if found else f"there is no study {text!r}"
    names = ", ".join(study.study_id for study in found or known) or "none yet, see okbench annotations assign"
    raise NotFound(what, where=str(lake.root), todo=f"Choose one of: {names}")


def assignments_of(lake: Lake, study: Study) -> dict[str, list[Assignment]]:
    """What each annotator is given, in the order to show."""
    given: dict[str, list[Assignment]] = {name: [] for name in study.annotators}
    for row in lake.read(Assignment, study.study_id):
        given[row.annotator].append(row)
    return {name: sorted(rows, key=lambda row: row.position) for name, rows in given.items()}


def _enough(items: Sequence[Item], design: OverlapDesign, seed: str, release: Release) -> list[Item]:
    design.check()
    found = balanced(items, design.different, seed)
    if len(found) == design.different:
        return found
    once = design.each - design.shared + design.block
    each = max(1, design.each * len(found) // design.different)
    shared = design.shared * each // design.each // design.raters * design.raters
    what = f"the design needs {design.different} different items ({design.annotators} people x {once}), {release.release_id} has {len(found)}"
    raise BadInput(what, where="--each", todo=f"For example --each {each} --shared {shared}, or fewer --annotators")


def _names(names: Sequence[str], count: int) -> list[str]:
    if not names:
        return [f"A{number}" for number in range(1, count + 1)]
    if len(names) != count or len(set(names)) != count:
        raise BadInput(f"{len(set(names))} different names for {count} annotators", where="--name", todo="Name each of them once")
    return [safe_name(name, "name of an annotator") for name in names]


def _drawn(release: Release, kind: str, numbers: dict[str, object], seed: str, now: datetime, given: Given, judge: str = "") -> Drawn:
    design = canonical_json(numbers)
    identity = digest(release.release_id, kind, seed, design, judge, *given)[:8]
    raters: dict[str, int] = defaultdict(int)
    rows = []
    study_id = f"{kind}-{identity}"
    for name, mine in given.items():
        for position, (item, shared) in enumerate(mine, 1):
            raters[item.item_id] += 1
            rows.append(Assignment(
                study_id=study_id, annotator=name, position=position, item_id=item.item_id, article_id=item.article_id,
                version_id=item.version_id, cluster_id=item.cluster_id, outlet=item.outlet, raters=shared, released=item.released,
            ))  # fmt: skip
    study = Study(
        study_id=study_id, release_id=release.release_id, signature=release.signature.short(), kind=kind, seed=seed, design=design,
        judge=judge, annotators=tuple(given), items=len(raters), decisions=len(rows) * len(STEPS[kind]), created=now,
    )  # fmt: skip
    return Drawn(study=study, assignments=tuple(rows))
