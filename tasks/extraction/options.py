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
    dask: str | None = Field(
        None, description="Scheduler of a Dask cluster that reads the pages, such as tcp://10.0.0.5:8786; workers is then per Dask worker."
    )


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
