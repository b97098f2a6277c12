"""Addresses of archived copies: which page they are of, their raw form without the archive's toolbar, and the copy next to an event's date."""

from __future__ import annotations

import re

# The Wayback Machine and archives that use its software; then archive.today under its several names.
_COPY = re.compile(r"^(https?://[^/]+/(?:web|wayback|wayback/wayback)/)(\d{4,14})(?:[a-z]{2}_)?/((?:https?://|www\.).+)$", re.IGNORECASE)
_OLD_COPY = re.compile(r"^(https?://web\.archive\.org/)(\d{4,14})/((?:https?://|www\.).+)$", re.IGNORECASE)
_LATEST = re.compile(r"^https?://web\.archive\.org/web/(?:\*/)?((?:https?://|www\.).+)$", re.IGNORECASE)
_TODAY = re.compile(r"^https?://(?:www\.)?archive\.(?:today|is|ph|org|fo|li|vn|md)/(?:\d{4,14}/)((?:https?://|www\.).+)$", re.IGNORECASE)


def raw_copy(url: str) -> str:
    """A Wayback address with ``id_`` after its timestamp, which gives the page as it was archived; any other address as it is."""
    found = _COPY.match(url)
    return f"{found[1]}{found[2]}id_/{found[3]}" if found else url


def original_of(url: str) -> str:
    """The address that a copy's address names; "" for an address that is no copy, or one that does not say."""
    found = _COPY.match(url) or _OLD_COPY.match(url) or _LATEST.match(url) or _TODAY.match(url)
    if not found:
        return ""
    named = found[found.re.groups]
    return named if "://" in named[:9] else "http://" + named


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
