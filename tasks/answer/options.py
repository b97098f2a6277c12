"""How models under test are asked: settings of the answer stage."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class AnswerOptions(BaseModel):
    """Bounds of one answer and of the text that goes with its question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_answer_tokens: int = Field(
        256, ge=1, le=32_768, description="Visible output tokens of a multiple-choice answer; reasoning models get room to think on top"
    )
    max_open_tokens: int = Field(
        100, ge=1, le=32_768, description="Visible output tokens of an open-ended answer, of which the first line counts"
    )
    assumed_context_tokens: int = Field(
        8_192, ge=512, le=10_000_000, description="Context size of a model whose entry in models.toml gives none"
    )
    max_context_tokens: int | None = Field(
        None, ge=64, le=10_000_000, description="Most tokens of text with one question; unset takes all that fits into the model"
    )
    reserve_tokens: int = Field(
        256, ge=0, le=100_000, description="Tokens kept free beside prompt, article and answer, for the provider's framing of messages"
    )
    unparsed_retries: int = Field(
        0, ge=0, le=3, description="New tries of an answer in which no choice could be read; above 0 a score is no longer that of one try"
    )
