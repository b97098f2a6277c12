"""Stand-ins for tests of generation and validation: calls, candidates, and an ``ask`` that gives prepared replies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from storage.schemas.calls import Call
from storage.schemas.ids import make_id
from storage.schemas.questions import Candidate
from tasks.llm.request import Request


def make_call(text: str = "", request: Request | None = None, *, status: str = "ok") -> Call:
    """A finished call with the given text."""
    return Call(
        digest=f"digest of {request.sample if request else 0}", scope="test", purpose=request.purpose if request else "", run_id="run",
        model=request.model if request else "writer", provider_model=None, sent="", not_sent=(), status=status, error="", text=text,
        thinking="", finish_reason="length" if status == "truncated" else "stop", prompt_tokens=10, cached_tokens=0, completion_tokens=10,
        reasoning_tokens=0, cost=None, attempts=1, latency_ms=1.0, started=datetime(2026, 11, 30, tzinfo=UTC),
    )  # fmt: skip


class Replies:
    """An ``ask`` that gives its replies in turn, the last one for ever; a reply is a text or (text, status). ``asked`` has the requests."""

    def __init__(self, *replies: str | tuple[str, str]) -> None:
        self._replies = list(replies)
        self.asked: list[Request] = []

    async def __call__(self, request: Request) -> Call:
        self.asked.append(request)
        reply = self._replies[min(len(self.asked), len(self._replies)) - 1]
        text, status = reply if isinstance(reply, tuple) else (reply, "ok")
        return make_call(text, request, status=status)


def make_candidate(
    question: str = "Which tug towed the ferry Aurelia to Sandreach on 30 November 2026?",
    choices: Sequence[str] = ("Grey Willa", "Grey Wilma", "Petrel", "Sandreach Star"),
    *,
    key: str | None = None,
    rationale: str = "",
    language: str = "en",
    status: str = "read",
    reason: str = "",
) -> Candidate:
    """A readable candidate whose key is the first choice unless said otherwise."""
    return Candidate(
        question_id=make_id("q", question, *choices), run_id="run", article_id="a1", version_id="v1", day="2026-11-30", position=1,
        question=question, choices=tuple(choices), key=choices[0] if key is None else key, rationale=rationale, language=language,
        model="writer", prompt="generate_questions/1/0", call_digest="d", status=status, reason=reason, raw="",
    )  # fmt: skip
