"""Addresses of archived copies: the raw form, without the archive's toolbar and rewritten links, and the copy next to an event's date."""

from __future__ import annotations

import re

_COPY = re.compile(r"^(https?://[^/]+/web/)(\d{4,14})(?:[a-z]{2}_)?/(.+)$", re.IGNORECASE)


def raw_copy(url: str) -> str:
    """A Wayback address with ``id_`` after its timestamp, which gives the page as it was archived; any other address as it is."""
    found = _COPY.match(url)
    return f"{found[1]}{found[2]}id_/{found[3]}" if found else url


def archived_original(url: str) -> str:
    """The address that a copy's address names; "" when it names none."""
    found = _COPY.match(url)
    return found[3] if found else ""


def archived_on(url: str) -> str | None:
    """The ISO day in a copy's timestamp."""
    found = _COPY.match(url)
    if not found or len(found[2]) < 8:
        return None
    stamp = found[2]
    return f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}"


def nearest_copy(archive: str, url: str, day: str) -> str:
    """Where the archive leads to its copy nearest to an ISO day."""
    return f"{archive.rstrip('/')}/{day.replace('-', '')}id_/{url}"
