"""Settings of the door and of a budget."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class DoorLimits(BaseModel):
    """How hard the door tries. A request takes at most ``attempts`` tries, one more with a larger limit for a model that thought too long,
    and one more for each setting that the provider turns down."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    attempts: int = Field(6, ge=1, le=10, description="tries of a call that fails in a way that may pass")
    lost_in_a_row: int = Field(8, ge=1, le=1000, description="calls lost in a row after which later ones get one try, until one succeeds")
    backoff_s: float = Field(1.0, ge=0, le=60, description="wait before the second try; doubles with each further one, with jitter")
    backoff_cap_s: float = Field(30.0, ge=0, le=600, description="longest such wait")
    retry_after_cap_s: float = Field(120.0, ge=0, le=3600, description="longest wait that a server's Retry-After is given")
    concurrency: int = Field(64, ge=1, le=1024, description="calls in flight for a model whose entry does not say")
    enlarge: int = Field(4, ge=2, le=16, description="factor on the output limit for the one retry of an answer that was all thinking")
    proxy: str | None = Field(None, description="HTTP proxy for servers that are not on this machine")
