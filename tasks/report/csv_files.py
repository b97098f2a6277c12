"""Tables as CSV for spreadsheets and scripts. A text that a spreadsheet would run as a formula gets an apostrophe before it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows with a line of column names, in UTF-8 and with the line ends of RFC 4180; empty text for no rows."""
    if not rows:
        return ""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    names = list(rows[0])
    writer.writerow([_harmless(name) for name in names])
    writer.writerows([[_harmless(row.get(name)) for name in names] for row in rows])
    return out.getvalue()


def _harmless(value: Any) -> Any:
    """Numbers as they are, None as an empty cell, booleans in small letters."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and value.lstrip(" \u00a0\ufeff").startswith(_FORMULA):
        return "'" + value
    return value
