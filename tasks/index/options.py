"""Settings of retrieval over news."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from retrieval.options import RetrievalOptions


class IndexOptions(BaseModel):
    """Which retrievers are measured, over which windows, how deep."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    retrievers: tuple[str, ...] = Field(
        ("bm25", "dpr", "colbert"),
        min_length=1,
        description="Retrievers by name: bm25, dpr, colbert, dense:MODEL, late:MODEL, fusions as bm25+dpr, those of installed packages",
    )
    windows: tuple[Annotated[int, Field(ge=1, le=366)], ...] = Field(
        (1, 5, 10), min_length=1, description="Days of news searched, each ending at the release's window"
    )
    cutoffs: tuple[int, ...] = Field((1, 3, 5, 10), min_length=1, description="Ranks k at which hits and reciprocal rank are cut")
    questions_at_a_time: int = Field(256, ge=1, le=10_000, description="Questions that a retriever gets at once; progress shows between")
    articles_per_task: int = Field(256, ge=1, le=10_000, description="Articles that one task of the flow embeds")
    retrieval: RetrievalOptions = Field(RetrievalOptions(), description="How indexes are built and searched")
