"""Bytes of a page to text: UTF-8 when the bytes are valid UTF-8 beyond ASCII, else what header, BOM or meta tag declare, else a guess.

The order after UTF-8 is a browser's, from w3lib. UTF-8 first, because a wrong header is common and other encodings almost never
happen to be valid UTF-8.
"""

from __future__ import annotations

from charset_normalizer import from_bytes
from w3lib.encoding import html_to_unicode

_GUESS_BYTES = 20_000


def decode_page(body: bytes, content_type: str = "") -> str:
    """The page as text; undecodable bytes become U+FFFD, never an error."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    else:
        if not body.isascii():
            return text
    text = html_to_unicode(content_type or None, body, auto_detect_fun=_guess)[1]
    return str(text).lstrip("\ufeff")


def _guess(body: bytes) -> str:
    best = from_bytes(body[:_GUESS_BYTES]).best()
    return best.encoding if best is not None else "utf-8"
