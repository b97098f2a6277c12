"""What a user can set when a release is shared."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Form = Literal["parquet", "jsonl"]
Texts = Literal["permitted", "none", "all"]


class ExportOptions(BaseModel):
    """How a release is written for others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    form: Form = Field("parquet", description="Tables as Parquet (a Hugging Face dataset folder) or as JSON lines")
    texts: Texts = Field(
        "permitted",
        description="Article titles and texts to pass on: those whose outlet permits it, none, or all (only if you hold the rights)",
    )


class ImportOptions(BaseModel):
    """Bounds of taking in a release from elsewhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_bytes: int = Field(2_000_000_000, gt=0, description="Largest total size of an archive's files once unpacked")
    concurrency: int = Field(8, ge=1, le=64, description="Withheld texts fetched at once; the fetcher's own limits per host hold besides")
