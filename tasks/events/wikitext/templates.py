"""What a template shows as text: the dates, names, numbers and links that it gives; nothing for maintenance marks and pictures.

Only templates that stand inside sentences of year pages are known by name. Of an unknown one the first unnamed value is shown, and its name is
told, so that a person can see what a page was read without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_SILENT = re.compile(
    r"(?:citation needed|cn|fact|cite(?:ation)? .*|citation|webarchive|dead link|sfn.*|efn.*|refn|note|clarify|who|when|where|which|by whom|as of\?|dubious.*|"
    r"better source.*|failed verification|update.*|page needed|failed.*|full citation.*|unreliable source.*|bare url.*|flagicon.*|flag icon|flagdeco|"
    r"coord|coords?|main|see also|further|reflist|refbegin|refend|clear|-|image|file|portal|use .* dates|short description|toc.*|pp-.*|year nav.*|"
    r"anchor|expand.*|empty section|incomplete.*|notelist|listen|external media|citation style.*|verify.*|importance.*|vague|original research.*|"
    r"pov.*|r|rp|ref|ref label|abbrlink|infobox.*|multiple image|commons.*|div col.*|col-.*|end.*|multicol.*|s-.*)",
    re.IGNORECASE,
)
_FIXED = {
    "snd": " – ", "spnd": " – ", "spaced ndash": " – ", "spaced en dash": " – ", "spaced endash": " – ", "ndash": "–", "en dash": "–", "endash": "–",
    "mdash": "—", "em dash": "—", "snds": " – ", "dash": " – ", "nbsp": " ", "space": " ", "spaces": " ", "thinsp": " ", "'": "'", "`": "'", "!": "|",
    "=": "=", "•": " • ", "bull": " • ", "·": " · ", "dot": " · ", "\\": " / ", "pound": "£", "euro": "€", "br": " ", "today": "", "percent": "%",
}  # fmt: skip
_MONEY = {
    "usd": "US$", "us$": "US$", "cad": "C$", "aud": "A$", "nzd": "NZ$", "eur": "€", "€": "€", "euro": "€", "gbp": "£", "£": "£", "pound sterling": "£",
    "inr": "₹", "indian rupee": "₹", "₹": "₹", "cny": "CN¥", "rmb": "CN¥", "cn¥": "CN¥", "jpy": "¥", "¥": "¥", "ngn": "₦", "naira": "₦", "rub": "₽",
    "rubles": "₽", "try": "₺", "brl": "R$", "krw": "₩",
}  # fmt: skip
_LAST = frozenset({"lang", "transl", "transliteration", "color", "font color", "fontcolor", "colored text", "tooltip2", "hlink", "langx"})
_JOINED = frozenset({"date", "start date", "end date", "start-date", "end-date", "dts", "date table sorting", "start date and age", "film date", "dtsh"})
_UNITS = frozenset({"convert", "cvt"})
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]

Given = tuple[Sequence[str], dict[str, str]]


def shown(name: str, unnamed: Sequence[str], named: dict[str, str]) -> str | None:
    """The text of a template given its values (already plain), "" for one that shows none; None for an unknown one without a value to show."""
    key = " ".join(name.replace("_", " ").split()).lower()
    if key in _FIXED and not (key in _MONEY and unnamed):
        return _FIXED[key]
    if _SILENT.fullmatch(key):
        return ""
    values = [value.strip() for value in unnamed]
    for names, render in _RENDERED:
        if key in names:
            return render(key, (values, named))
    return None


def known_or_first(name: str, unnamed: Sequence[str], named: dict[str, str]) -> tuple[str, bool]:
    """(text, whether the template is known): an unknown one shows its first unnamed value."""
    text = shown(name, unnamed, named)
    if text is not None:
        return text, True
    return (unnamed[0].strip() if unnamed else ""), False


def _first(_: str, given: Given) -> str:
    return next((value for value in given[0] if value), "")


def _last(_: str, given: Given) -> str:
    return next((value for value in reversed(given[0]) if value), "")


def _second(_: str, given: Given) -> str:
    values = given[0]
    return values[1] if len(values) > 1 and values[1] else _first("", given)


def _money(key: str, given: Given) -> str:
    return _MONEY[key] + _first(key, given)


def _units(_: str, given: Given) -> str:
    """``{{convert|5|to|7|km}}``: the quantity as written, with its unit, not converted."""
    values = given[0]
    words = {"to": "to", "and": "and", "-": "–", "–": "–", "or": "or", "by": "by", "x": "by"}
    shown_values: list[str] = []
    for value in values:
        shown_values.append(words.get(value, value))
        if value not in words and not re.fullmatch(r"[\d.,/+ ]+", value):
            break
    return " ".join(shown_values).replace(" – ", "–")


def _date(_: str, given: Given) -> str:
    """A date of numbers or words, always as day, month, year: ``{{start date|2024|1|9}}`` and ``{{date|2024-01-09}}``."""
    values = [value for value in given[0] if value and value.lower() not in ("df=y", "mf=y", "dmy", "mdy", "none")]
    if len(values) >= 2 and re.fullmatch(r"\d{4}", values[0]) and values[1].isdigit() and 1 <= int(values[1]) <= 12:
        day = f"{int(values[2])} " if len(values) > 2 and values[2].isdigit() else ""
        return f"{day}{_MONTHS[int(values[1]) - 1]} {values[0]}"
    return " ".join(values[:3]) if len(values) > 1 and re.fullmatch(r"\d{1,4}|[A-Za-z]+", values[0]) else (values[0] if values else "")


def _link(_: str, given: Given) -> str:
    """Links to another language's page, shown by their own label where they have one."""
    values, named = given
    return named.get("lt") or (values[0] if values else "")


def _ship(_: str, given: Given) -> str:
    return " ".join(value for value in given[0][:2] if value)


def _prefixed(key: str, given: Given) -> str:
    return " ".join([key.upper(), *given[0][:1]])


def _circa(_: str, given: Given) -> str:
    return " ".join(["c.", *given[0][:1]])


def _plainlist(_: str, given: Given) -> str:
    return ", ".join(value for value in given[0] if value)


def _fraction(_: str, given: Given) -> str:
    values = given[0]
    return f"{values[0]} {values[1]}/{values[2]}" if len(values) == 3 else "/".join(values)


_RENDERED: tuple[tuple[frozenset[str], Callable[[str, Given], str]], ...] = (
    (frozenset(_MONEY), _money),
    (_JOINED, _date),
    (_UNITS, _units),
    (frozenset({"ill", "interlanguage link", "link-interwiki", "iw2", "lien"}), _link),
    (frozenset({"uss", "hms", "hmas", "hmcs", "ins", "ss", "mv", "rms", "ms"}), _prefixed),
    (frozenset({"ship", "sclass", "sclass2"}), _ship),
    (frozenset({"c.", "circa"}), _circa),
    (frozenset({"frac", "fraction", "sfrac"}), _fraction),
    (frozenset({"hlist", "ubl", "plainlist", "unbulleted list", "ublist"}), _plainlist),
    (_LAST, _last),
    (frozenset({"abbr", "tooltip", "nihongo", "zh", "val", "ran", "mp", "flag", "flagcountry", "flagu", "nowrap", "nobr", "small", "big", "em", "strong",
                "b", "i", "smaller", "nobold", "noitalic", "sic", "not a typo", "as written", "proper name", "visible anchor", "vanchor", "as of", "q",
                "tq", "quote", "inflation", "formatnum", "formatnum:", "number", "nts", "sort", "m", "mw", "cr", "fb", "fbicon", "rh", "country data",
                "birth date and age", "pluralize from text", "tl", "ordinal", "linktext", "sup", "sub", "cardinal", "no wrap", "lc", "uc"}), _first),
    (frozenset({"plural", "fb-rt", "sortname", "hs"}), _second),
)  # fmt: skip
