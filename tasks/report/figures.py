"""How figures are written for people: percent, USD, counts and instants, the same in every form of a report."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from storage.schemas.clock import as_utc
from tasks.questions.setting import Placed

UNKNOWN = "unknown"
NONE = "–"


def percent(share: float | None, places: int = 1) -> str:
    """``53.3 %``; a dash for None."""
    return NONE if share is None else f"{share * 100:.{places}f} %"


def points(share: float | None) -> float | None:
    """A share in percent as a number, rounded to a tenth."""
    return None if share is None else round(share * 100, 1)


def bounds(low: float, high: float) -> str:
    """``48.1 to 58.4``: an interval in percent."""
    return f"{low * 100:.1f} to {high * 100:.1f}"


def count(number: int | None) -> str:
    """``2,350``; a dash for None."""
    return NONE if number is None else f"{number:,}"


def usd(amount: float | None) -> str:
    """``2.48``; below a dollar four decimals, and two digits of what is smaller still. ``unknown`` for None, which is not 0."""
    if amount is None:
        return UNKNOWN
    if amount == 0 or amount >= 1:
        return f"{amount:,.2f}"
    return f"{amount:.4f}" if amount >= 0.01 else f"{Decimal(f'{amount:.2g}'):f}"


def instant(moment: datetime) -> str:
    """``2026-11-30 06:15 UTC``."""
    return f"{as_utc(moment):%Y-%m-%d %H:%M} UTC"


def long_day(day: str) -> str:
    """``30 November 2026`` from ``2026-11-30``; other texts (the years of events) as they are."""
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        return day
    return f"{moment.day} {moment:%B %Y}"


def setting_name(setting: str) -> str:
    """``no context`` from ``no_context``."""
    return setting.replace("_", " ")


def evaluation_setting(record: Placed) -> str:
    """The setting of an evaluation or answer: ``no context``, ``oracle``, ``bm25 1d k3``; the form is not part of it."""
    return f"{record.retriever} {record.days}d k{record.passages}" if record.retriever else setting_name(record.setting)


def amount_of(number: int, one: str, many: str = "") -> str:
    """``1 feed``, ``3 feeds``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
