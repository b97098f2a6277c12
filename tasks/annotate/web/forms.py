"""Forms: their fields as sent, within bounds, and the seal that shows they came from a page of ours."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import parse_qsl

from fastapi import Request

MOST_BYTES = 64 * 1024
MOST_FIELDS = 200
MOST_COMMENT = 4_000


async def read_form(request: Request) -> dict[str, str] | None:
    """The fields of a form, the last of each name; None when it is too large or no form. At most ``MOST_BYTES`` are read."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        return None
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return None
    try:
        return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=MOST_FIELDS))
    except ValueError:
        return None


def seal(token: str) -> str:
    """The hidden field of a form. Only who knows the link's secret can make it, and it outlives a restart of the server."""
    return hmac.new(token.encode(), b"okbench annotation form", hashlib.sha256).hexdigest()


def from_our_page(request: Request, form: dict[str, str], token: str) -> bool:
    """Whether a form was sent from a page of ours (no request forged by another site)."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return hmac.compare_digest(form.get("seal", "").encode(), seal(token).encode())


def text_of(form: dict[str, str], name: str) -> str:
    """A field of free text: line ends as ``\\n``, no control characters, cut at ``MOST_COMMENT``."""
    text = form.get(name, "").replace("\r\n", "\n").strip()
    return "".join(sign for sign in text if sign in "\n\t" or sign.isprintable())[:MOST_COMMENT]
