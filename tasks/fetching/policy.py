"""Settings of fetching: how we name ourselves, how hard we press a host, when we give up.

The defaults are those of a guest: two requests at a time to a host, half a second apart, robots.txt obeyed, nothing private touched.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from pydantic import BaseModel, ConfigDict, Field


class FetchPolicy(BaseModel):
    """How a run fetches feeds and pages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    product: str = Field(
        "okbench",
        pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,40}$",
        description="Product token: our name in User-Agent and the one looked for in robots.txt",
    )
    contact: str = Field(
        "",
        max_length=200,
        pattern=r"^[\x20-\x7e]*$",
        description="Web page or mail address where a site's operator reaches whoever runs this; goes into User-Agent",
    )
    per_host_concurrency: int = Field(2, ge=1, le=32, description="Requests to one host at the same time")
    per_host_delay_s: float = Field(0.5, ge=0, le=300, description="Seconds between the starts of two requests to one host")
    total_concurrency: int = Field(24, ge=1, le=256, description="Requests at the same time over all hosts")
    connect_timeout_s: float = Field(10, gt=0, le=120, description="Seconds to resolve a name and connect")
    read_timeout_s: float = Field(15, gt=0, le=300, description="Seconds without a byte before a request is given up")
    total_timeout_s: float = Field(
        45,
        gt=0,
        le=900,
        description="Seconds of transfer for one address, its redirects and retries together; waiting for a turn is not counted",
    )
    max_bytes: int = Field(
        10_000_000,
        ge=1_000,
        le=500_000_000,
        description="Bytes of one body after decompression; counted while it streams",
    )
    max_redirects: int = Field(8, ge=0, le=20, description="Redirects followed for one address")
    retries: int = Field(
        2,
        ge=0,
        le=6,
        description="Further tries for one address, only after 408, 425, 429, 5xx of a passing kind, or a broken connection",
    )
    retry_wait_s: float = Field(1.0, ge=0, le=60, description="Seconds before the first further try, doubled for each one after it")
    retry_after_cap_s: float = Field(
        60,
        ge=0,
        le=3600,
        description="Longest Retry-After that is waited for; a host that asks for more is parked for the run",
    )
    bot_blocks_before_parking: int = Field(
        3,
        ge=1,
        le=1000,
        description="Bot challenges from one host after which it is parked for the run",
    )
    respect_robots: bool = Field(True, description="Obey robots.txt")
    crawl_delay_cap_s: float = Field(30, ge=0, le=300, description="Longest Crawl-delay of a robots.txt that is honoured")
    allow_private: bool = Field(
        False,
        description="Allow loopback and private addresses (tests and the sample newspaper); link-local ones stay forbidden",
    )

    @property
    def user_agent(self) -> str:
        """The User-Agent header: product, version, purpose and contact."""
        try:
            number = version("okbench")
        except PackageNotFoundError:
            number = "0"
        return f"{self.product}/{number} (news benchmark; {'+' + self.contact if self.contact else 'contact not set'})"
