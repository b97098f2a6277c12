"""Identifiers: short, prefixed by kind, and derived from content, so that a rerun gives the same ones.

The prefixes keep question ids and article ids apart (evaluation tools drop a hit whose id equals the query's).
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import Any

from storage.schemas.errors import BadInput

_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,120}")


def digest(*parts: str) -> str:
    """Hex SHA-256 of the parts, each preceded by its length so that no two lists of parts collide."""
    h = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        h.update(len(data).to_bytes(8, "big"))
        h.update(data)
    return h.hexdigest()


def make_id(prefix: str, *parts: str) -> str:
    """``prefix`` + the first 16 hex digits of the parts' digest, such as ``a3f0c…`` for an article."""
    return prefix + digest(*parts)[:16]


def canonical_json(value: Any) -> str:
    """One text per value: sorted keys, no spaces, ``1.0`` written as ``1``, UTF-8 kept. NaN is refused."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, bool) or value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    raise TypeError(f"{type(value).__name__} has no canonical form")


def slug(text: str, limit: int = 60) -> str:
    """A name for files: ASCII letters, digits and dashes; never empty."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9.]+", "-", plain).strip("-.")[:limit].lower() or "x"


def safe_name(text: str, what: str = "name") -> str:
    """``text`` itself if it may become part of a path; BadInput for path tricks and odd characters."""
    if not _SAFE.fullmatch(text) or ".." in text:
        raise BadInput(f"{text!r} cannot be used as a {what}", todo="Use letters, digits, dot, dash and underscore")
    return text
