"""Made-up answers of two models and two baselines to a made-up release."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from typing import Any

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Answer, Call, Evaluation
from storage.schemas.ids import digest
from tests.tasks.report.made_day import MOMENT, call

# Model, setting, chance of a right answer, chance of none, whether it is a baseline.
TESTED = (
    ("cirrus-8b", "no_context", 0.36, 0.12),
    ("cirrus-8b", "oracle", 0.88, 0.02),
    ("cirrus-70b", "no_context", 0.47, 0.01),
    ("cirrus-70b", "oracle", 0.96, 0.0),
    ("baseline/guess", "no_context", 0.25, 0.0),
    ("baseline/guess", "oracle", 0.25, 0.0),
    ("baseline/overlap", "no_context", 0.25, 0.0),
    ("baseline/overlap", "oracle", 0.62, 0.0),
)


def score_day(lake: Lake, release: Release) -> list[Evaluation]:
    """Answers and evaluations of two models and two baselines in both settings."""
    return [evaluate(lake, release, *row) for row in TESTED]


def evaluate(lake: Lake, release: Release, model: str, setting: str, right: float, silent: float, **changes: Any) -> Evaluation:
    """Store the answers of one evaluation and what sums them up."""
    draw = random.Random(f"{model} {setting}")
    identity = changes.pop("evaluation_id", f"e-{model.replace('/', '-')}-{setting}")
    known: dict[str, float] = {}
    answers = []
    for question in release.questions:
        chance = known.setdefault(question.article_id, min(1.0, max(0.0, draw.gauss(right, 0.12))))
        status = "right" if draw.random() < chance else "wrong"
        if draw.random() < silent:
            status = draw.choice(["refused", "refused", "unparsed", "truncated", "failed"])
        answers.append(_answer(question, release, identity, model, setting, status, draw))
    counts = Counter(answer.status for answer in answers)
    baseline = model.startswith("baseline/")
    fields: dict[str, Any] = {
        "evaluation_id": identity,
        "release_id": release.release_id,
        "signature": release.signature.short(),
        "model": model,
        "baseline": baseline,
        "provider_model": None if baseline else f"{model}-instruct",
        "setting": setting,
        "form": "multiple_choice",
        "prompt": f"answer_multiple_choice{'_with_context' if setting == 'oracle' else ''}/1/77aa88bb99cc",
        "decoding": '{"temperature":0}',
        "size_billion": None if baseline else 8.0,
        "cutoff": None,
        "openness": "open",
        "questions": len(answers),
        **{status: counts[status] for status in ("right", "wrong", "refused", "unparsed", "truncated", "failed")},
        "cost": 0.0 if baseline else 0.0021,
        "finished": MOMENT + timedelta(minutes=20),
    }
    evaluation = Evaluation(**(fields | changes))
    lake.append(Answer, answers, f"{release.release_id}/{identity}")
    lake.append(Evaluation, [evaluation], release.release_id)
    scope, price = f"evaluate-{release.release_id}", 0.0 if baseline else 0.00002
    lake.append(Call, [call("answer", f"{identity} {number}", model, scope, price) for number in range(len(answers))], scope)
    return evaluation


def _answer(question: Any, release: Release, identity: str, model: str, setting: str, status: str, draw: random.Random) -> Answer:
    others = [place for place in range(4) if place != question.key_index]
    picked = {"right": question.key_index, "wrong": draw.choice(others)}.get(status)
    return Answer(
        evaluation_id=identity,
        release_id=release.release_id,
        question_id=question.question_id,
        article_id=question.article_id,
        cluster_id=question.cluster_id,
        model=model,
        setting=setting,
        form="multiple_choice",
        status=status,
        picked=None if picked is None else question.choices[picked],
        picked_index=picked,
        expected_index=question.key_index,
        reason="letter",
        text="Answer: A",
        call_digest=digest("answer", question.question_id),
        prompt_tokens=200,
        completion_tokens=5,
        cost=0.0,
        latency_ms=40.0,
        context_cut=False,
    )
