"""Settings of validation."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ValidateOptions(BaseModel):
    """Bounds of the rules, and what the validating agent is shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str = Field(
        "source", pattern=r"^(source|[a-z]{2,3})$", description='Language of the questions: "source" (that of the article) or a code'
    )
    min_question: int = Field(12, ge=1, le=200, description="Shortest question, in characters (half of it in scripts without spaces)")
    max_question: int = Field(350, ge=50, le=2_000, description="Longest question, in characters")
    max_choice: int = Field(160, ge=20, le=1_000, description="Longest choice, in characters")
    length_ratio: float = Field(3.0, ge=1.0, le=20.0, description="Longest choice as a multiple of the shortest, in characters")
    length_slack: int = Field(12, ge=0, le=200, description="Characters by which choices may differ in any case")
    nearby_days: int = Field(7, ge=0, le=60, description="Days from the release date for which a weekday in the article vouches")
    max_words: int = Field(
        650, ge=100, le=20_000, description="Words of the article that the agent is shown; as in generation, or no beginning is served from a cache"
    )
    tokens_per_question: int = Field(60, ge=10, le=1_000, description="Output tokens allowed per verdict")
