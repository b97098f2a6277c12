"""Settings of reading pages, with the measured thresholds of the gates. Figures in the descriptions come from 177 real pages."""

from __future__ import annotations

import os

from pydantic import BaseModel, ConfigDict, Field


class PoolOptions(BaseModel):
    """Worker processes that read pages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workers: int = Field(
        default_factory=lambda: min(8, os.cpu_count() or 1), ge=1, le=64, description="Processes; each reads about 16 pages a second."
    )
    page_seconds: float = Field(
        20.0, gt=0, le=600, description="Longest time for one page; then its process is ended and the page dropped."
    )
    jobs_per_worker: int = Field(500, ge=1, description="Pages after which a process is replaced, which bounds its memory.")
    memory_mb: int = Field(2048, ge=0, description="Address space of one process in MB; 0 for no bound. 300 pages of news need 250.")


class GateOptions(BaseModel):
    """Thresholds of the gates between a page and an article. Words are counted by ``language.count_words``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least_words: int = Field(50, ge=1, description="Fewer words than this are no article (4.7 % of a public archive of news).")
    most_words: int = Field(12_000, ge=100, description="More are a dump or a book; the archive's longest body had 197,155 words.")
    teaser_words: int = Field(
        150, ge=0, description="A page that says it is not free and gives fewer words is a teaser; real ones had 67 to 89."
    )
    teaser_phrase_words: int = Field(120, ge=0, description="The same where only the page's wording says so.")
    notice_words: int = Field(150, ge=0, description="Only a shorter body can be a notice of a missing page or a check for robots.")
    consent_words: int = Field(400, ge=0, description="Only a shorter body can be a consent page.")
    consent_terms: int = Field(4, ge=1, description="Different words of consent dialogues that make a consent page.")
    consent_share: float = Field(
        0.04, ge=0, le=1, description="Their least share of the body's words; stories about cookies stay under it."
    )
    front_teasers: int = Field(
        10, ge=1, description="Headings that are links from which a page without article marks is a front page; real ones had 17 to 45."
    )
    front_links: int = Field(
        15, ge=1, description="Links of headline length from which a page without a text, or at a section's address, is a front page."
    )
    front_items: int = Field(8, ge=1, description="Teasers beside a headline link of their own, from which a text may be a list of them.")
    front_share: float = Field(0.5, gt=0, le=1, description="Share of the text's words in such teasers from which it is one.")
    video_words: int = Field(100, ge=0, description="A video page with fewer words is only a video.")
    title_overlap: float = Field(0.25, ge=0, le=1, description="After a redirect, least share of the feed title's words on the page.")
    languages: frozenset[str] | None = Field(None, description="Languages wanted, as two-letter codes; none means all.")


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
