"""Rows of a small invented news day, for tests of storage and release."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from storage.agents import AgentRecord
from storage.schemas.calls import Call
from storage.schemas.ids import digest
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, FunnelRow, Question, Run, Verdict

MOMENT = datetime(2026, 11, 30, 6, 15, tzinfo=UTC)
DAY = "2026-11-30"
RUN = "news-2026-11-30-daily"


def article(number: int = 0, **changes: Any) -> Article:
    """An article; every third one comes from an outlet that forbids passing its texts on."""
    closed = number % 3 == 2
    body = f"The ferry Aurelia {number} left Penh Harbour at noon.\n\nCaptain Mira Dahl had {number + 40} passengers aboard, the port said."
    fields: dict[str, Any] = {
        "article_id": f"a{number:03d}", "version_id": f"v{number:03d}", "cluster_id": f"c{number:03d}", "cluster_head": True, "version": 1,
        "day": DAY, "run_id": RUN, "feed_id": "courier", "outlet": "Closed Gazette" if closed else "Harbour Courier", "category": "general",
        "url": f"https://courier.example/story/{number}", "fetched_url": f"https://courier.example/story/{number}", "guid": f"g{number}",
        "title": f"Ferry {number} leaves", "page_title": f"Ferry {number} leaves | Courier", "authors": ("Ida Holm",),
        "published": datetime(2026, 11, 29, 12, number % 60, tzinfo=UTC), "published_source": "feed", "published_confidence": "exact",
        "modified": None, "fetched": MOMENT, "language": "en", "body": body, "word_count": len(body.split()), "body_digest": digest(body),
        "kind": "article", "redistribution": "ids_only" if closed else "full", "licence": "" if closed else "CC BY 4.0", "notes": (),
    }  # fmt: skip
    return Article(**(fields | changes))


def candidate(number: int = 0, **changes: Any) -> Candidate:
    """The question on the article of that number."""
    key = f"{number + 40} passengers"
    fields: dict[str, Any] = {
        "question_id": f"q{number:03d}", "run_id": RUN, "article_id": f"a{number:03d}", "version_id": f"v{number:03d}",
        "day": DAY, "position": 1,
        "question": f"How many people were aboard the ferry Aurelia {number} on 29 November 2026?",
        "choices": (key, f"{number + 41} passengers", f"{number + 50} passengers", f"{number + 60} passengers"), "key": key,
        "rationale": "The port gave the number.", "language": "en", "model": "gpt-4.1-2025-04-14", "prompt": "generate_questions/1/abc",
        "call_digest": digest("call", str(number)), "status": "read", "reason": "", "raw": "[]",
    }  # fmt: skip
    return Candidate(**(fields | changes))


def verdict(number: int = 0, **changes: Any) -> Verdict:
    """A passed check of the question of that number."""
    fields: dict[str, Any] = {
        "run_id": RUN, "question_id": f"q{number:03d}", "judge": "rule", "check": "four_choices", "passed": True, "reason": "",
        "call_digest": None,
    }  # fmt: skip
    return Verdict(**(fields | changes))


def question(number: int = 0, **changes: Any) -> Question:
    """A released question."""
    one = candidate(number)
    fields: dict[str, Any] = {
        "question_id": one.question_id, "article_id": one.article_id, "version_id": one.version_id,
        "cluster_id": f"c{number:03d}", "day": DAY,
        "outlet": "Harbour Courier", "category": "general", "language": "en", "question": one.question, "choices": one.choices,
        "key": one.key,
        "key_index": 0, "shuffle_seed": "0" * 16, "rationale": one.rationale, "open_question": one.question, "open_answer": one.key,
        "generator": one.model,
    }  # fmt: skip
    return Question(**(fields | changes))


def run(**changes: Any) -> Run:
    """The run of that day."""
    fields: dict[str, Any] = {
        "run_id": RUN, "flow": "news", "name": "daily", "day": DAY, "moment": MOMENT, "window_hours": 24.0, "parameters": '{"questions":5}',
        "status": "started", "detail": "", "release_id": None, "started": MOMENT, "noted": MOMENT,
    }  # fmt: skip
    return Run(**(fields | changes))


def call(number: int = 0, **changes: Any) -> Call:
    """A finished call of the generating agent."""
    fields: dict[str, Any] = {
        "digest": digest("call", str(number)), "scope": RUN, "purpose": "generate", "run_id": RUN, "model": "gpt-4.1",
        "provider_model": "gpt-4.1-2025-04-14", "sent": '{"model":"gpt-4.1","messages":[],"temperature":0,"top_p":1,"max_tokens":900}',
        "not_sent": (), "status": "ok", "error": "", "text": "[]", "thinking": "", "finish_reason": "stop", "prompt_tokens": 800,
        "cached_tokens": 0, "completion_tokens": 300, "reasoning_tokens": 0, "cost": 0.004, "attempts": 1, "latency_ms": 50.0,
        "started": MOMENT,
    }  # fmt: skip
    return Call(**(fields | changes))


def agents() -> dict[str, AgentRecord]:
    """Generator and validator."""
    return {
        "generator": AgentRecord(
            role="generator", models=("gpt-4.1-2025-04-14",), decoding={"temperature": 0.0, "top_p": 1}, prompt=digest("g"),
            calls=6, cost=0.02
        ),
        "validator": AgentRecord(
            role="validator", models=("o3-mini-2025-01-31",), decoding={"temperature": None}, not_sent=("temperature",), prompt=digest("v"),
            calls=6, cost=0.01,
        ),
    }  # fmt: skip


def funnel() -> list[FunnelRow]:
    """Two counts."""
    return [
        FunnelRow(run_id=RUN, stage="entries", outcome="kept", reason="", count=6),
        FunnelRow(run_id=RUN, stage="entries", outcome="dropped", reason="paywall", count=2),
    ]
