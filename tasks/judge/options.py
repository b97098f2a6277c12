"""Settings of judging."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class JudgeOptions(BaseModel):
    """How a judge is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_verdict_tokens: int = Field(
        200, ge=5, le=32_768, description="Visible output tokens of a verdict with its reasoning; reasoning models get room to think on top"
    )
    retries: int = Field(1, ge=0, le=3, description="New tries of a judge's text that holds no strict verdict")
    longest_answer: int = Field(1_000, ge=50, le=20_000, description="Characters of an answer that the judge is shown")
