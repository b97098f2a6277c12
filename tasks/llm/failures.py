"""What a failed attempt means: try again, leave out a setting, or give up. One place for all providers, whose words for it differ."""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson

Kind = Literal["retry", "leave_out", "content_filter", "key", "final"]

_RETRIED = frozenset({0, 408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_FILTER = re.compile(
    r"content[_ -]?(?:filter|policy|management|moderation)|policy[_ ]violation|responsible ?ai|data_inspection_failed|prohibited_content"
    r"|requires moderation|flagged (?:by|as|for)|safety (?:system|filter)|sensitive (?:content|words)",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|deprecated|extra[_ ]forbidden",
    re.IGNORECASE,
)
_CONTEXT = re.compile(r"context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens", re.IGNORECASE)
_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|billing|credit balance", re.IGNORECASE)
_LONGEST = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """``error`` begins with a short code (http_503, timeout, context_length, ...); ``setting`` is the one to leave out."""

    kind: Kind
    error: str
    setting: str | None = None


def classify(status: int, text: str, sent: Collection[str]) -> Failure:
    """Read a failed attempt. ``status`` is 0 when no answer came (``text`` says why); ``sent`` are the settings that can be left out."""
    detail = _detail(text)
    message = _message(detail) or text
    short = " ".join(message.split())[:_LONGEST]
    if status in (400, 403, 422, 451) and _FILTER.search(text):
        return Failure(kind="content_filter", error=f"content_filter: {short}")
    if status == 401:
        return Failure(kind="key", error=f"http_401: {short}")
    if status in (400, 413, 422) and _CONTEXT.search(text):
        return Failure(kind="final", error=f"context_length: {short}")
    if status in (400, 422):
        setting = _refused_setting(detail, text, sent)
        if setting is not None:
            return Failure(kind="leave_out", error=f"http_{status}: {short}", setting=setting)
    if status == 429 and _QUOTA.search(text):
        return Failure(kind="final", error=f"quota: {short}")
    code = f"http_{status}: " if status else ""
    return Failure(kind="retry" if status in _RETRIED else "final", error=f"{code}{short}")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait by the headers (names in lower case): retry-after-ms, or Retry-After in seconds or as a date. None without one."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if re.fullmatch(r"\d+(\.\d+)?", value):
            return float(value) / unit
        if value and unit == 1.0:
            try:
                return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
            except ValueError:
                return None
    return None


def _detail(text: str) -> Mapping[str, Any]:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return {}
    error = value.get("error", value) if isinstance(value, dict) else {}
    return error if isinstance(error, dict) else {"message": str(error)}


def _message(detail: Mapping[str, Any]) -> str:
    value = detail.get("message") or detail.get("detail") or detail.get("msg")
    return value if isinstance(value, str) else str(value) if value else ""


def _refused_setting(detail: Mapping[str, Any], text: str, sent: Collection[str]) -> str | None:
    """The setting among those sent that the provider says it does not take."""
    if not _REFUSES.search(text):
        return None
    named = detail.get("param")
    if isinstance(named, str) and named.partition(".")[0] in sent:
        return named.partition(".")[0]
    found = {name: match.start() for name in sent if (match := re.search(rf"\b{re.escape(name)}\b", text))}
    return min(found, key=lambda name: found[name]) if found else None
