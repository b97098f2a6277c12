"""How a value stands in a signature line: ASCII, without the signs that structure the line, and read back as what it was.

Numbers, ``null``, ``true`` and ``false`` stand as in JSON, one text per value; texts are percent-encoded where needed, and quoted where
they would read as something else; the values of a list are joined by ``+``, a list of one stands in brackets.
"""

from __future__ import annotations

import json
import re
from urllib.parse import quote, unquote

from storage.schemas.ids import canonical_json

Scalar = str | int | float | bool | None
Value = Scalar | tuple[Scalar, ...]

_SAFE = "!#$&'()*,-./:;<=>?@^_`{}~"
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE]-?\d+)?")
_WORDS = ("null", "true", "false")


def print_value(value: Value) -> str:
    """The text of a value."""
    if isinstance(value, tuple):
        return "+".join(map(print_value, value)) if len(value) > 1 else f"[{''.join(map(print_value, value))}]"
    if not isinstance(value, str):
        return canonical_json(value).replace("e+", "e")
    plain = print_name(value)
    return f'"{plain}"' if _NUMBER.fullmatch(value) or value in ("", *_WORDS) else plain


def read_value(text: str) -> Value:
    """The value of a text; what was never printed by ``print_value`` reads as a text."""
    if "+" in text:
        return tuple(map(_read_scalar, text.split("+")))
    if text.startswith("[") and text.endswith("]"):
        return (_read_scalar(text[1:-1]),) if len(text) > 2 else ()
    return _read_scalar(text)


def print_name(text: str) -> str:
    """A name, percent-encoded where needed."""
    return quote(text, safe=_SAFE)


def read_name(text: str) -> str:
    """The name of a text."""
    return unquote(text)


def _read_scalar(text: str) -> Scalar:
    if text in _WORDS or _NUMBER.fullmatch(text):
        number: int | float | bool | None = json.loads(text)
        return number
    return unquote(text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text)
