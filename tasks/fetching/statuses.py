"""What an HTTP status means for us: taken, refused for good, failed for now; and how long a server asks us to wait."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from storage.schemas.clock import utc_now
from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.fetching.challenges import is_challenge

RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_BLOCKING = frozenset({401, 403, 405, 406, 429, 503})


def failure_of(status: int, headers: Mapping[str, str], body: bytes, url: str) -> FetchFailed | FetchRefused | None:
    """None for a usable answer (2xx, 304); else the error to raise, its reason ``bot_block`` or ``http_<status>``."""
    if 200 <= status < 300 or status == 304:
        return None
    if status in _BLOCKING and is_challenge(headers, body):
        what = f"answered {status} with a bot challenge"
        return FetchRefused(what, where=url, todo="Ask the site for access or drop it", reason="bot_block", http_status=status)
    reason = f"http_{status}"
    if status in RETRYABLE or status >= 500:
        return FetchFailed(f"answered {status}", where=url, reason=reason, http_status=status)
    return FetchRefused(f"answered {status}", where=url, reason=reason, http_status=status)


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that Retry-After asks for, in either form; None when absent or unreadable.

    A date is counted from the server's own Date header when there is one, for its clock may be wrong.
    """
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    try:
        if text.replace(".", "", 1).isdigit():
            return float(text)
        return max(0.0, (_instant(text) - _server_now(headers)).total_seconds())
    except ValueError:
        return None


def _server_now(headers: Mapping[str, str]) -> datetime:
    try:
        return _instant(headers["date"])
    except (KeyError, ValueError):
        return utc_now()


def _instant(text: str) -> datetime:
    moment = parsedate_to_datetime(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
