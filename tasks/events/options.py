"""Settings of the events benchmark's collecting: how the encyclopedia is asked, which ways to a cited document are tried, when it matches."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class WikiOptions(BaseModel):
    """How MediaWiki is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    maxlag_s: int = Field(5, ge=1, le=60, description="Replication lag in seconds above which MediaWiki shall refuse us, as its operators ask of programs")
    maxlag_tries: int = Field(4, ge=1, le=20, description="Tries of one request that is refused for lag or rate, each after the wait that it asks for")
    concurrency: int = Field(1, ge=1, le=8, description="Requests to one wiki at the same time; its operators ask for one after the other")
    delay_s: float = Field(0.5, ge=0, le=60, description="Seconds between the starts of two requests to one wiki")
    titles_per_check: int = Field(40, ge=1, le=50, description="Pages whose revision is asked for in one request")


class BrowserOptions(BaseModel):
    """The real browser, for pages that are empty without JavaScript."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    use: Literal["auto", "never", "always"] = Field(
        "auto", description="auto: where Playwright and a Chromium are found; always: it is an error when they are not; never: that step is left out"
    )
    executable: Path | None = Field(None, description="The Chromium to start; none: the one on the PATH, then Playwright's own")
    pages: int = Field(2, ge=1, le=16, description="Pages open at the same time")
    seconds: float = Field(20, gt=0, le=300, description="Longest time for one page")
    settle_s: float = Field(0.5, ge=0, le=30, description="Quiet time after loading, for scripts that fill the page in")
    max_bytes: int = Field(10_000_000, ge=10_000, description="Characters of the finished page that are taken at most")


class ArchiveOptions(BaseModel):
    """Copies of cited pages in a web archive."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    use: bool = Field(True, description="Try the archived copy where the page itself gives no text")
    guess: bool = Field(
        True, description="Also ask the archive for the copy next to the event's date where the reference names none"
    )
    address: str = Field("https://web.archive.org/web/", pattern=r"^https?://", description="Where a copy is asked for that no reference names")
    concurrency: int = Field(1, ge=1, le=8, description="Requests to the archive at the same time")
    delay_s: float = Field(4.0, ge=0, le=120, description="Seconds between the starts of two requests to the archive; it limits hard")


class MatchOptions(BaseModel):
    """When a document is about its event."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least: float = Field(
        0.35,
        ge=0,
        le=1,
        description="Weighted share of the event's names, numbers and rare words that the document must hold; on published pairs of events and "
        "documents of six regions it keeps 90 % of the right ones and 10 % of those of another event of the same region",
    )
    least_marks: int = Field(2, ge=1, description="Names, numbers and words that an event must have to be compared at all")
    other_language_least: float = Field(
        0.2, ge=0, le=1, description="The same for a document in another language than the event, where only names and numbers can be compared"
    )


class EventOptions(BaseModel):
    """How events and their documents are collected."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wiki: WikiOptions = Field(WikiOptions(), description="How the encyclopedia is asked")
    browser: BrowserOptions = Field(BrowserOptions(), description="The browser step")
    archive: ArchiveOptions = Field(ArchiveOptions(), description="The archive step")
    match: MatchOptions = Field(MatchOptions(), description="When a document is about its event")
    links_per_event: int = Field(5, ge=1, le=50, description="Cited links of one event that are tried, in the page's order")
    links_at_once: int = Field(32, ge=1, le=256, description="Links tried at the same time; bounds memory")
    retry_dropped: bool = Field(False, description="Try links again that an earlier run dropped for a lasting reason")
    same_words: float = Field(0.5, ge=0, le=1, description="Shared words from which a text of the same day is an edit of an event that we know")
