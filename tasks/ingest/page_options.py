"""Settings of how the pages of entries become articles, and which articles are copies of one another."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from tasks.extraction.options import GateOptions


class ClusterOptions(BaseModel):
    """When two texts are copies of one another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    days: int = Field(3, ge=0, description="Days back over which copies of today's texts are looked for.")
    shingle_words: int = Field(4, ge=1, le=20, description="Words in a row that make one shingle.")
    jaccard: float = Field(0.45, gt=0, le=1, description="Shared shingles over all shingles from which two texts are copies.")
    containment: float = Field(
        0.8, gt=0, le=1, description="Share of the shorter text's shingles in the longer from which it is a cut copy."
    )
    permutations: int = Field(128, ge=16, le=512, description="MinHash permutations.")
    lsh_jaccard: float = Field(
        0.3, gt=0, lt=1, description="Estimate from which a pair is looked at exactly; lower than the thresholds, so that none is missed."
    )
    least_shingles: int = Field(20, ge=1, description="Shorter texts are compared by equality only.")


class PageOptions(BaseModel):
    """How the pages of entries become articles."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    gates: GateOptions = Field(GateOptions(), description="What makes a page an article")
    clusters: ClusterOptions = Field(ClusterOptions(), description="What makes two articles copies of one text")
    pages_at_once: int = Field(
        32, ge=1, le=256, description="Pages of a batch that are fetched or wait to be read at the same time; bounds memory."
    )
    body_from_feed: bool = Field(True, description="Where the page fails and the feed carries the whole text, take that.")
    read_undated: bool = Field(True, description="Read the pages of undated entries; admitted only by an exact date inside the window.")
    undated_per_feed: int = Field(10, ge=0, description="At most so many undated entries of a feed are read in a run.")
    follow_refresh: bool = Field(True, description="Follow an immediate meta refresh, once, from a page without a text.")
    date_conflict_hours: float = Field(24.0, gt=0, description="Difference of feed date and page date from which it is noted.")
    repeated_lines: int = Field(
        3, ge=2, description="Stories of one outlet with the same paragraph, from which it is boilerplate and goes."
    )
    repeated_share: float = Field(0.3, ge=0, le=1, description="Share of the outlet's stories of the run that must have it too.")
    repeated_line_words: int = Field(60, ge=1, description="Longer paragraphs are never boilerplate.")
    memory_days: int = Field(10, ge=0, description="Days back over which an article is recognised, for its versions.")
    live_blog_questions: bool = Field(False, description="Make questions from live blogs too; their text changes while it is read.")
