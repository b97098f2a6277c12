"""What wrong choices may be taken from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Stock:
    """Names and quantities by kind, of the article and of the whole day.

    months: names of the months in the language of the article. release: the release date; ``written``: as it stands in questions.
    decimal_comma: whether 3,8 and 1.000 are how the language writes 3.8 and 1,000.
    """

    article: Mapping[str, Sequence[str]]
    day: Mapping[str, Sequence[str]]
    months: Sequence[str]
    release: date
    written: str
    decimal_comma: bool = False
