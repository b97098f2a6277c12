"""Zones as feeds write them: offsets, names of places, and abbreviations, some of which mean different things in different countries.

The North American abbreviations are those of RFC 822; the others are in common use with one meaning. A contested one (IST is
India, Ireland and Israel) is taken at its likeliest and flagged, unless the feed's own zone settles it.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from storage.schemas.errors import BadInput

# Hours east of UTC.
_KNOWN = """
    Z 0 UT 0 UTC 0 GMT 0 EST -5 EDT -4 CST -6 CDT -5 MST -7 MDT -6 PST -8 PDT -7 AKST -9 AKDT -8 HST -10 NST -3.5 NDT -2.5 BRT -3 BRST -2
    ART -3 WET 0 WEST 1 CET 1 MEZ 1 CEST 2 MESZ 2 EET 2 EEST 3 MSK 3 TRT 3 WAT 1 SAST 2 CAT 2 EAT 3 IDT 3 PKT 5 NPT 5.75 WIB 7 ICT 7 WITA 8
    HKT 8 SGT 8 MYT 8 AWST 8 WIT 9 JST 9 KST 9 ACST 9.5 AEST 10 ACDT 10.5 AEDT 11 NZST 12 NZDT 13
"""
_CONTESTED = "IST 5.5 BST 1 AST -4 ADT -3 AMT -4 GST 4 PHT 8 WST 8"
_PLACES = {"ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles"}


def _hours(table: str) -> dict[str, float]:
    words = table.split()
    return {name: float(hours) for name, hours in zip(words[::2], words[1::2], strict=True)}


_HOURS, _CONTESTED_HOURS = _hours(_KNOWN), _hours(_CONTESTED)
_OFFSET = re.compile(r"(?:GMT|UTC|UT|Z)?\s*([+-])(\d{1,2}):?([0-5]\d)?(?:\s*\([^)]*\))?")
_NAME = re.compile(r"\(?([A-Za-z][A-Za-z_]*(?:/[A-Za-z_+-]+){0,2}[A-Za-z0-9+-]*)\)?")


@lru_cache(maxsize=512)
def zone_info(name: str) -> ZoneInfo:
    """The zone of a place, ``Europe/Lisbon``. BadInput for an unknown one."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError) as error:
        raise BadInput(f"{name!r} is not a time zone", todo="Write it as in the IANA list, such as Europe/Lisbon") from error


def place_in_time(local: datetime, text: str, feed_zone: str | None) -> tuple[datetime, bool]:
    """(UTC instant, whether its zone is certain) of a naive local time whose zone is written as ``text`` ("" when none is)."""
    home: tzinfo = zone_info(feed_zone) if feed_zone else UTC
    text = text.strip()
    if text:
        zone, certain = _read_zone(local, text.strip(), home if feed_zone else None)
        if zone is not None:
            return local.replace(tzinfo=zone).astimezone(UTC), certain
    return local.replace(tzinfo=home).astimezone(UTC), False


def _read_zone(local: datetime, text: str, home: tzinfo | None) -> tuple[tzinfo | None, bool]:
    """(zone, certain); (None, False) when ``text`` says nothing usable."""
    if match := _OFFSET.fullmatch(text):
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return (timezone(timedelta(minutes=-minutes if match[1] == "-" else minutes)), True) if minutes <= 14 * 60 else (None, False)
    found = _NAME.fullmatch(text)
    if not found:
        return None, False
    name = found[1].upper()
    if home is not None and local.replace(tzinfo=home).tzname() == name:
        return home, True
    if name in _HOURS:
        return timezone(timedelta(hours=_HOURS[name])), True
    if "/" in name or name in _PLACES:
        try:
            return zone_info(_PLACES.get(name, found[1])), True
        except BadInput:
            return None, False
    if home is None and name in _CONTESTED_HOURS:
        return timezone(timedelta(hours=_CONTESTED_HOURS[name])), False
    return None, False
