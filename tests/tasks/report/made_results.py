"""Made-up results of a release in every setting: models of several sizes, open-ended answers with a judge, freshness labels, measures of retrievers."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Answer, Evaluation
from storage.schemas.ids import digest
from storage.schemas.judging import FreshnessLabel, Judgement, Judging
from storage.schemas.questions import Question
from storage.schemas.retrieval import RetrievalHit, RetrievalMeasure
from tasks.questions.setting import NO_CONTEXT, OPEN_ENDED, ORACLE, Setting, parse_settings
from tests.tasks.report.made_day import MOMENT

# Model, billions of parameters, weights.
MODELS = (
    ("gemma-3-1b-it", 1.0, "open"), ("gemma-3-4b-it", 4.0, "open"), ("gemma-3-27b-it", 27.0, "open"),
    ("Qwen2.5-0.5B-Instruct", 0.5, "open"), ("Qwen2.5-7B-Instruct", 7.0, "open"), ("Qwen2.5-72B-Instruct", 72.0, "open"),
    ("cirrus-large", None, "closed"), ("baseline/guess", None, "open"), ("baseline/overlap", None, "open"),
)  # fmt: skip
BACKBONE = "Qwen2.5-7B-Instruct"
RETRIEVERS = {"bm25": 0.94, "dpr": 0.55, "colbert": 0.86}
DAYS, CUTOFFS = (1, 5, 10), (1, 3, 5, 10)
PANEL = ("gemma-3-27b-it", "Qwen2.5-72B-Instruct", "cirrus-large")
JUDGE = "umpire-large"
STATUSES = ("right", "wrong", "refused", "unparsed", "truncated", "failed")
Sizes = tuple[tuple[str, float | None, str], ...]


def make_results(lake: Lake, release: Release, *, models: Sizes = MODELS, labels: bool = True, retrieval: bool = True) -> list[Evaluation]:
    """Store everything, and return the evaluations."""
    known = _known(release)
    evaluations = [
        store_evaluation(lake, release, model, size, setting, weights=weights, known=known)
        for model, size, weights in models
        for setting in _settings(model, retrieval=retrieval)
    ]
    for one in evaluations:
        if one.form == OPEN_ENDED:
            judge(lake, release, one)
    if labels:
        lake.append(FreshnessLabel, list(_labels(release, known)), release.release_id)
    if retrieval:
        measure(lake, release)
    return evaluations


def store_evaluation(
    lake: Lake, release: Release, model: str, size: float | None, setting: Setting, *, weights: str = "open", known: set[str] | None = None, **changes: Any
) -> Evaluation:
    """One evaluation with its answers; ``known``: questions that large models have right without context."""
    identity = changes.pop("evaluation_id", "e" + digest(model, str(setting))[:16])
    draw = random.Random(f"{model} {setting} {release.manifest.period}")  # a release's id differs from lake to lake
    questions = [question for question in release.questions if question.open_answer or not setting.open_ended]
    shift: dict[str, float] = {}
    answers = []
    for question in questions:
        chance = _chance(model, size, setting) + shift.setdefault(question.article_id, draw.gauss(0, 0.05))
        if known and question.question_id in known and setting.name == NO_CONTEXT and (size or 30) > 20 and not model.startswith("baseline/"):
            chance = 0.98
        status = "right" if draw.random() < chance else "wrong"
        if draw.random() < _silent(model, setting):
            status = draw.choice(["refused", "refused", "refused", "unparsed", "truncated"])
        answers.append(answer(question, release, identity, model, setting, status, draw))
    counts = Counter(one.status for one in answers)
    baseline = model.startswith("baseline/")
    fields: dict[str, Any] = {
        "evaluation_id": identity, "release_id": release.release_id, "signature": release.signature.short(), "model": model, "baseline": baseline,
        "provider_model": None if baseline else f"{model}-2026", "setting": setting.name, "form": setting.form, "retriever": setting.retriever,
        "days": setting.days, "passages": setting.passages, "prompt": "answer_multiple_choice/1/77aa88bb99cc", "decoding": '{"temperature":0}',
        "size_billion": size, "cutoff": None, "openness": "" if baseline else weights, "questions": len(answers),
        **{status: counts[status] for status in STATUSES}, "cost": 0.0 if baseline else 0.0021, "finished": MOMENT + timedelta(minutes=20),
    }  # fmt: skip
    evaluation = Evaluation(**(fields | changes))
    lake.append(Answer, answers, f"{release.release_id}/{identity}")
    lake.append(Evaluation, [evaluation], release.release_id)
    return evaluation


def answer(question: Question, release: Release, identity: str, model: str, setting: Setting, status: str, draw: random.Random, **changes: Any) -> Answer:
    """One answer of that status."""
    others = [place for place in range(len(question.choices)) if place != question.key_index]
    picked = {"right": question.key_index, "wrong": draw.choice(others)}.get(status)
    logprobs = tuple(-0.2 if place == picked else -2.5 - place / 10 for place in range(len(question.choices))) if picked is not None else ()
    fields: dict[str, Any] = {
        "evaluation_id": identity, "release_id": release.release_id, "question_id": question.question_id, "article_id": question.article_id,
        "cluster_id": question.cluster_id, "model": model, "setting": setting.name, "form": setting.form, "retriever": setting.retriever,
        "days": setting.days, "passages": setting.passages, "status": status, "picked": None if picked is None else question.choices[picked],
        "picked_index": None if setting.open_ended else picked, "expected_index": -1 if setting.open_ended else question.key_index, "reason": "letter",
        "text": "Answer: A", "call_digest": digest("answer", question.question_id), "prompt_tokens": 200, "completion_tokens": 5, "cost": 0.0,
        "latency_ms": 40.0, "context_cut": False, "choice_logprobs": logprobs if model == BACKBONE and not setting.open_ended else (),
    }  # fmt: skip
    return Answer(**(fields | changes))


def judge(lake: Lake, release: Release, one: Evaluation, *, name: str = JUDGE, **changes: Any) -> Judging:
    """A judge that agrees with the rule on 19 of 20 answers and fails on one in fifty."""
    identity = "j" + digest(one.evaluation_id, name)[:16]
    draw = random.Random(identity)
    answers = [a for a in lake.read(Answer, f"{release.release_id}/{one.evaluation_id}") if a.status in ("right", "wrong", "unparsed")]
    verdicts = {}
    for given in answers:
        by_rule = "right" if given.status == "right" else "wrong"
        other = "wrong" if by_rule == "right" else "right"
        chance = draw.random()
        verdicts[given.question_id] = "failed" if chance < 0.02 else other if chance < 0.07 else by_rule
    agreed = sum(verdicts[a.question_id] == ("right" if a.status == "right" else "wrong") for a in answers)
    counts = Counter(verdicts.values())
    fields: dict[str, Any] = {
        "judging_id": identity, "evaluation_id": one.evaluation_id, "release_id": release.release_id, "judge": name, "baseline": False,
        "provider_model": f"{name}-2026", "prompt": "judge_answer/1/0011aa22bb33", "decoding": "{}", "judged": len(verdicts), "right": counts["right"],
        "wrong": counts["wrong"], "failed": counts["failed"], "agreed": agreed, "judges_own": False, "cost": 0.001, "finished": MOMENT + timedelta(minutes=30),
    }  # fmt: skip
    judging = Judging(**(fields | changes))
    rows = [
        Judgement(
            judging_id=identity, evaluation_id=one.evaluation_id, release_id=release.release_id, question_id=question, judge=name, verdict=verdict,
            reason="", reasoning="", call_digest=digest("judge", question), cost=0.0,
        )
        for question, verdict in verdicts.items()
    ]  # fmt: skip
    lake.append(Judgement, rows, f"{release.release_id}/{one.evaluation_id}")
    lake.append(Judging, [judging], release.release_id)
    return judging


def measure(lake: Lake, release: Release) -> None:
    """Hits and measures of three retrievers over three windows."""
    measures = []
    for retriever, days in product(RETRIEVERS, DAYS):
        draw = random.Random(f"{retriever} {days}")
        hits: list[RetrievalHit] = []
        for question in release.questions:
            found = draw.random() < RETRIEVERS[retriever] - 0.02 * days
            right = 1 + int(draw.expovariate(0.9)) if found else 0
            hits += [_hit(release, retriever, days, question, rank, right=rank == right) for rank in range(1, 11)]
        lake.append(RetrievalHit, hits, f"{release.release_id}/{retriever}-{days}d")
        first = {hit.question_id: hit.rank for hit in reversed(hits) if hit.right}
        for kind, k, gold in product(("Success", "RR"), CUTOFFS, ("cluster", "strict")):
            ranks = [first.get(question.question_id, 99) for question in release.questions]
            values = [(1.0 if kind == "Success" else 1 / rank) if rank <= k else 0.0 for rank in ranks]
            value = sum(values) / len(values)
            measures.append(
                RetrievalMeasure(
                    release_id=release.release_id, retriever=retriever, days=days, index="i", settings="{}", measure=f"{kind}@{k}", gold=gold,
                    question_language="", article_language="", value=value, low=max(0.0, value - 0.05), high=min(1.0, value + 0.05),
                    n=len(release.questions), failed=0, absent=0, cut_questions=0, documents=40 * days, corpus_language="en",
                    missing_days=("2026-11-25",) if days == 10 else (), measured=MOMENT,
                )
            )  # fmt: skip
    lake.append(RetrievalMeasure, measures, release.release_id)


def _hit(release: Release, retriever: str, days: int, question: Question, rank: int, *, right: bool) -> RetrievalHit:
    return RetrievalHit(
        release_id=release.release_id, retriever=retriever, days=days, question_id=question.question_id, rank=rank,
        article_id=question.article_id if right else f"x{rank}", version_id="v", passage_id="p", start=0, end=10, score=10.0 - rank, right=right, own=right,
    )  # fmt: skip


def _settings(model: str, *, retrieval: bool) -> list[Setting]:
    found = parse_settings(["no_context+both", "oracle+both"])
    if not retrieval:
        return found
    return [*found, *parse_settings(["bm25,dpr,colbert:1,5,10d:k1,3,5,10" if model == BACKBONE else "bm25,dpr,colbert:1d:k3"])]


def _chance(model: str, size: float | None, setting: Setting) -> float:
    if model == "baseline/guess":
        return 0.0 if setting.open_ended else 0.25
    ability = 0.15 * math.log10(4 * (size or 60))
    closed, reads = 0.2 + ability * 0.6, min(0.97, 0.5 + 0.9 * ability)
    if model == "baseline/overlap":
        closed, reads = 0.25, 0.6
    if setting.open_ended:
        closed, reads = closed * 0.4, reads * 0.9
    if setting.name == NO_CONTEXT:
        return closed
    share = 1.0 if setting.name == ORACLE else (RETRIEVERS[setting.retriever] - 0.02 * setting.days) * min(1.0, 0.75 + 0.08 * setting.passages)
    return share * reads + (1 - share) * closed


def _silent(model: str, setting: Setting) -> float:
    return 0.25 if model == "cirrus-large" and setting.name == NO_CONTEXT else 0.08 if model == BACKBONE else 0.03


def _known(release: Release) -> set[str]:
    draw = random.Random(7)
    return {question.question_id for question in release.questions if draw.random() < 0.12}


def _labels(release: Release, known: set[str]) -> Iterator[FreshnessLabel]:
    draw = random.Random(8)
    for question in release.questions:
        knew = 3 if question.question_id in known else draw.choice([0, 0, 1])
        yield FreshnessLabel(
            panel_id="panel-1", release_id=release.release_id, question_id=question.question_id, panel=PANEL, asked=3, knew=knew, stale=knew >= 2,
            labelled=MOMENT + timedelta(minutes=25),
        )  # fmt: skip
