"""Numbers as news writes them, and wrong ones that look as right.

A wrong number keeps the form of the right one: the same separators, decimals, trailing zeros and words around it; where the right one ends
in a five, so do the wrong ones or they are rounder. The four stand at about even steps and the right one takes any place among them, so
that neither the roundest, the middle nor the closest pair tells which is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = dict(enumerate(_SMALL))
for _ten, _word in enumerate(_TENS, start=2):
    _WORDS |= {_ten * 10 + unit: f"{_word}-{_SMALL[unit]}" if unit else _word for unit in range(10)}
_VALUES = {word: value for value, word in _WORDS.items()}
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_FORMS = {False: re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"), True: re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?")}
_LARGEST_OF_ANY_WIDTH = 14
_NEAR = (0.06, 0.16)


def look_alikes(
    text: str, *, avoid: Collection[str], pick: Random, decimal_comma: bool = False, ceiling: int | None = None
) -> list[str] | None:
    """Three wrong values in the form of ``text`` ("3.8 million crowns", "14,200", "eleven"), none of them in ``avoid``.

    ceiling: no value above it, such as 100 for a share. None where the form allows no three, as for 1, 2 and 1,000.
    """
    if text.lower() in _VALUES:
        return _other_words(text, avoid, pick)
    form = _Form.of(text, decimal_comma)
    if form is None:
        return None
    top = None if ceiling is None else ceiling * 10**form.decimals

    def fits(value: int) -> bool:
        same_width = len(str(value)) == len(str(form.value)) or (max(value, form.value) <= _LARGEST_OF_ANY_WIDTH and not form.decimals)
        return same_width and (top is None or value <= top) and form.written(value) not in avoid

    values = _around(form.value, pick, fits)
    return None if values is None else [form.written(v) for v in values]


def _other_words(text: str, avoid: Collection[str], pick: Random) -> list[str] | None:
    value = _VALUES[text.lower()]
    tens = value >= 30 and value % 10 == 0
    grain = 10 if tens else 1
    values = _around(value // grain, pick, lambda v: 2 <= v * grain <= 99 and _WORDS[v * grain] not in avoid, plain=True)
    if values is None:
        return None
    found = [_WORDS[v * grain] for v in values]
    return found if text.islower() else [word.capitalize() for word in found]


@dataclass(frozen=True, slots=True)
class _Form:
    """A number in its text: the digits as one whole number, how many of them are decimals, and the signs between and around them."""

    value: int
    decimals: int
    point: str
    group: str
    before: str
    after: str

    @classmethod
    def of(cls, text: str, decimal_comma: bool) -> _Form | None:
        found = _NUMBER.search(text)
        if found is None or not _FORMS[decimal_comma].fullmatch(found.group()):
            return None
        point, group = (",", ".") if decimal_comma else (".", ",")
        whole, _, fraction = found.group().partition(point)
        used = group if group in whole else ""
        return cls(int(whole.replace(group, "") + fraction), len(fraction), point, used, text[: found.start()], text[found.end() :])

    def written(self, value: int) -> str:
        digits = str(value).rjust(self.decimals + 1, "0")
        whole, fraction = digits[: len(digits) - self.decimals], digits[len(digits) - self.decimals :]
        if self.group:
            whole = f"{int(whole):,}".replace(",", self.group)
        return f"{self.before}{whole}{self.point + fraction if fraction else ''}{self.after}"


def _around(value: int, pick: Random, fits: Callable[[int], bool], *, plain: bool = False) -> list[int] | None:
    """Three values near ``value`` and as round, ``value`` at a random place among the four. plain: roundness does not matter."""
    grain = 1
    while not plain and value and value % (grain * 10) == 0:
        grain *= 10
    core = value // grain
    if core < 3:
        if grain == 1 or core == 1:
            return None
        grain, core = grain // 2, core * 2  # 20 or 200: between 15 and 25 there is more room than between 10 and 30
    fives = not plain and core % 5 == 0 and core > 10
    unit = 5 if fives else 1
    places = [0, 1, 2, 3]
    pick.shuffle(places)
    for below in places:
        for step in _steps(core, unit, pick):
            chosen = [core + (i - below) * step + _jitter(step, unit, pick) for i in range(4) if i != below]
            if len({core, *chosen}) == 4 and all(_is_as_round(c, fives, plain) and fits(c * grain) for c in chosen):
                return [c * grain for c in chosen]
    return None


def _steps(core: int, unit: int, pick: Random) -> list[int]:
    """Step sizes to try: 6 to 16 % of the number first, smaller ones where the form is tight."""
    wanted = max(unit, round(core * pick.uniform(*_NEAR) / unit) * unit)
    return [wanted, max(unit, wanted // (2 * unit) * unit), wanted + unit, unit, 2 * unit]


def _jitter(step: int, unit: int, pick: Random) -> int:
    reach = step // (4 * unit)
    return pick.randint(-reach, reach) * unit if reach else 0


def _is_as_round(core: int, fives: bool, plain: bool) -> bool:
    if core < 2:
        return False
    if plain:
        return True
    return core % 5 == 0 if fives else (core % 10 != 0 or core == 10)
