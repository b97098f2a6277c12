"""A run's kept questions as a release: choices shuffled, open-ended twins found, facts counted, all of it signed and stored as a whole."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

import pyarrow as pa

from storage.agents import AgentRecord
from storage.digest import content_digest, row_digests
from storage.lake import Lake
from storage.manifest import FunnelCount, Manifest, Source
from storage.release_files import TABLES, table_facts
from storage.releases import Release, ReleaseStore
from storage.schemas.arrow import to_table
from storage.schemas.clock import utc_now
from storage.schemas.errors import BadInput
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, FunnelRow, Question, Run, Verdict
from storage.signature import random_id
from storage.version import okbench_version
from tasks.questions.folding import fold
from tasks.release.card import render_card
from tasks.release.shuffle import key_positions, question_seed, shuffled
from tasks.release.twin import Twin, open_ended_twin

_log = logging.getLogger(__name__)


def build_release(
    *,
    lake: Lake,
    run: Run,
    candidates: Sequence[Candidate],
    verdicts: Sequence[Verdict],
    articles: Iterable[Article],
    agents: Mapping[str, AgentRecord],
    seed: str,
    kept: Collection[str] | None = None,
    funnel: Iterable[FunnelRow] = (),
    made: datetime | None = None,
) -> Release:
    """The release of a run; one that stands already is given back as it is, with its id and its time.

    kept: ids of the questions that validation kept; None takes those that were read, failed no check, and have a verdict of everyone who
    judged anything (a run that its budget stopped leaves candidates that only the rules have seen).
    articles: at least the versions that candidates were made from. made: generation time (UTC), now by default.
    BadInput when no question was kept: there is nothing to release.
    """
    store = ReleaseStore(lake)
    release_id = store.release_id(run.run_id)
    if store.exists(release_id):
        return store.load(release_id)
    by_version = {article.version_id: article for article in articles}
    questions, dropped, twins = _questions(candidates, verdicts, by_version, seed=seed, kept=kept)
    if not questions:
        why = ", ".join(f"{reason} {count}" for reason, count in dropped.most_common(5)) or "there were no candidates"
        raise BadInput(f"no question was kept, so there is nothing to release ({why})", where=f"run {run.run_id}", todo="See the funnel")
    used = {candidate.version_id for candidate in candidates}
    sources = [article for version, article in sorted(by_version.items()) if version in used]
    tables: dict[str, pa.Table] = {
        "questions": to_table(Question, questions), "articles": to_table(Article, sources),
        "candidates": to_table(Candidate, candidates), "verdicts": to_table(Verdict, verdicts),
    }  # fmt: skip
    facts = {name: table_facts(kind, tables[name], row_digests(kind, tables[name])) for name, kind in TABLES.items()}
    counts = Counter({"articles": len(sources), "candidates": len(candidates), "released": len(questions)})
    counts["read"] = sum(candidate.status == "read" for candidate in candidates)
    counts["open_ended"] = sum(question.open_answer is not None for question in questions)
    counts.update({f"no_twin_{reason}": count for reason, count in twins.items()})
    manifest = Manifest(
        release_id=release_id, run_id=run.run_id, lake=lake.identity, subject="events" if run.flow.startswith("events") else "news",
        period=run.day, hours=run.window_hours, moment=run.moment, made=made or utc_now().replace(microsecond=0), id=random_id(),
        version=okbench_version(), agents=_ordered(agents), seed=seed, key_positions=key_positions(questions), counts=dict(counts),
        dropped=dict(dropped.most_common()), funnel=tuple(_counts(funnel)), sources=tuple(_sources(sources, questions)),
        languages=tuple(sorted({question.language for question in questions})), parameters=run.parameters, tables=facts,
        content_digest=content_digest({name: fact.digest for name, fact in facts.items()}), files={},
    )  # fmt: skip
    release = store.save(manifest, tables, readme=render_card(manifest))
    _log.info("Release %s: %d questions, %s", release_id, len(questions), release.signature.short())
    return release


def remake_questions(
    manifest: Manifest, candidates: Sequence[Candidate], verdicts: Sequence[Verdict], articles: Sequence[Article]
) -> list[Question]:
    """The questions of a release anew, from its candidates and verdicts; for the repair of a lake, which checks them by their digest."""
    return _questions(candidates, verdicts, {a.version_id: a for a in articles}, seed=manifest.seed, kept=None)[0]


def _questions(
    candidates: Sequence[Candidate],
    verdicts: Sequence[Verdict],
    articles: Mapping[str, Article],
    *,
    seed: str,
    kept: Collection[str] | None,
) -> tuple[list[Question], Counter[str], Counter[str]]:
    """(released questions; reasons of the others; reasons why released ones have no twin)."""
    failed: dict[str, str] = {}
    judges: dict[str, set[str]] = {}
    for verdict in verdicts:
        judges.setdefault(verdict.question_id, set()).add(verdict.judge)
        if not verdict.passed:
            failed.setdefault(verdict.question_id, verdict.check)
    # People judge only what they withdraw: their silence on the others holds nothing up.
    everyone = {verdict.judge for verdict in verdicts} - {"people"}
    judged = {question_id for question_id, by in judges.items() if by >= everyone}
    folded: dict[str, str] = {}
    questions: dict[str, Question] = {}
    dropped: Counter[str] = Counter()
    twins: Counter[str] = Counter()
    for candidate in sorted(candidates, key=lambda c: (c.article_id, c.version_id, c.position, c.question_id)):
        reason = _obstacle(candidate, judged, failed, kept) or _misfit(candidate, articles, questions)
        if reason:
            dropped[reason] += 1
            continue
        article = articles[candidate.version_id]
        text = folded.setdefault(article.version_id, fold(f"{article.title}\n{article.body}"))
        twin = open_ended_twin(candidate.question, candidate.key, text)
        if twin.reason:
            twins[twin.reason] += 1
        questions[candidate.question_id] = _question(candidate, article, twin, seed)
    return list(questions.values()), dropped, twins


def _obstacle(candidate: Candidate, judged: set[str], failed: Mapping[str, str], kept: Collection[str] | None) -> str:
    """Why validation did not keep a candidate; empty when it did."""
    if candidate.status != "read":
        return candidate.reason or candidate.status
    if kept is not None:
        return "" if candidate.question_id in kept else failed.get(candidate.question_id, "not_kept")
    if candidate.question_id in failed:
        return failed[candidate.question_id]
    return "" if candidate.question_id in judged else "not_judged"


def _misfit(candidate: Candidate, articles: Mapping[str, Article], questions: Mapping[str, Question]) -> str:
    """What would make a kept candidate a broken question; empty for a sound one."""
    if candidate.version_id not in articles:
        return "article_missing"
    if candidate.question_id in questions:
        return "duplicate_id"
    if len(candidate.choices) != 4 or len(set(candidate.choices)) != 4:
        return "not_four_choices"
    return "" if candidate.choices.count(candidate.key) == 1 else "key_not_a_choice"


def _question(candidate: Candidate, article: Article, twin: Twin, seed: str) -> Question:
    own_seed = question_seed(seed, candidate.question_id)
    choices = shuffled(candidate.choices, own_seed)
    return Question(
        question_id=candidate.question_id, article_id=article.article_id, version_id=article.version_id, cluster_id=article.cluster_id,
        day=candidate.day, outlet=article.outlet, category=article.category, language=candidate.language, question=candidate.question,
        choices=tuple(choices), key=candidate.key, key_index=choices.index(candidate.key), shuffle_seed=own_seed,
        rationale=candidate.rationale, open_question=twin.question, open_answer=twin.answer, generator=candidate.model,
    )  # fmt: skip


def _ordered(agents: Mapping[str, AgentRecord]) -> tuple[AgentRecord, ...]:
    order = {"generator": 0, "validator": 1}
    return tuple(sorted(agents.values(), key=lambda agent: (order.get(agent.role, 2), agent.role)))


def _counts(funnel: Iterable[FunnelRow]) -> Iterable[FunnelCount]:
    for row in funnel:
        yield FunnelCount(stage=row.stage, outcome=row.outcome, reason=row.reason, count=row.count)


def _sources(articles: Sequence[Article], questions: Sequence[Question]) -> Iterable[Source]:
    asked = Counter(question.version_id for question in questions)
    groups: dict[tuple[str, str, str, str], list[Article]] = {}
    for article in articles:
        groups.setdefault((article.outlet, article.category, article.redistribution, article.licence), []).append(article)
    for (outlet, category, redistribution, licence), group in sorted(groups.items()):
        yield Source(
            outlet=outlet, category=category, articles=len(group), questions=sum(asked[article.version_id] for article in group),
            redistribution=redistribution, licence=licence,
        )  # fmt: skip
