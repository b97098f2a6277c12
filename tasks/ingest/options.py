"""Settings of collecting: which entries of a feed count."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class CollectOptions(BaseModel):
    """Which entries of a feed count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    future_tolerance_hours: float = Field(
        1.0, ge=0, le=24, description="How far after the run's moment an entry may be dated and still count now"
    )
    zone_uncertainty_hours: float = Field(
        14.0,
        ge=0,
        le=14,
        description="The same for a time without a known zone: what is in the feed is not of the future, so a seeming lead is the zone's",
    )
    skip_gone: bool = Field(True, description="Do not ask again a feed that answered 410, until a person enables it")
    summary_chars: int = Field(2000, ge=0, le=100_000, description="Characters of an entry's plain summary that are kept")
    content_chars: int = Field(400_000, ge=0, le=10_000_000, description="Characters of an entry's own HTML content that are kept")
    full_content_words: int = Field(
        120, ge=1, description="Words from which a summary is taken for the whole text, where the feed has no content of its own"
    )
