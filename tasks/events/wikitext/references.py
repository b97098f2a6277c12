"""Takes the references out of a page before anything else is read, so that no part of one can get into an event's text.

Each ``<ref>`` becomes a mark of two control characters around its number. Named references are looked up over the whole page, list-defined ones
(inside ``{{reflist|refs=...}}`` or ``<references>``) included; ``{{r|name}}`` is a named reference too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MARK = re.compile("\x02(\\d+)\x03")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_VALUE = r"\"[^\"\n]*\"|'[^'\n]*'|[^\s>\"'/]+"
_OPEN = re.compile(rf"<ref((?:\s+[\w-]+\s*=\s*(?:{_VALUE}))*)\s*(/?)>", re.IGNORECASE)
_CLOSE = re.compile(r"</ref\s*>", re.IGNORECASE)
_NAME = re.compile(rf"\bname\s*=\s*({_VALUE})", re.IGNORECASE)
_SHORT = re.compile(r"\{\{\s*r\s*\|([^{}]*)\}\}", re.IGNORECASE)
_LONGEST = 10_000  # characters of one reference: a longer one was never closed


@dataclass(slots=True)
class References:
    """What ``take_out`` found. ``used[n]`` is (name, content) of mark n; ``named`` the content of each name."""

    used: list[tuple[str, str]] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    unclosed: int = 0

    def content(self, number: int) -> tuple[str, str]:
        """(name, wikitext) of a mark; the text is "" for a name that the page never defines."""
        name, content = self.used[number]
        return name, content or self.named.get(name, "")


def take_out(source: str) -> tuple[str, References]:
    """The page with marks for its references and without comments, and the references."""
    source = _CONTROL.sub("", _COMMENT.sub("", source))
    found = References()
    parts: list[str] = []
    here = 0
    while opened := _OPEN.search(source, here):
        parts.append(source[here : opened.start()])
        name = _name(opened[1])
        here = opened.end()
        content = ""
        if not opened[2]:
            closed = _CLOSE.search(source, here, here + _LONGEST)
            if closed is None or _OPEN.search(source, here, closed.start()):
                # Never closed: its line is all that can belong to it.
                found.unclosed += 1
                end = source.find("\n", here)
                end = len(source) if end < 0 else end
                content, here = source[here:end], end
            else:
                content, here = source[here : closed.start()], closed.end()
        parts.append(_marked(found, name, content.strip()))
    parts.append(source[here:])
    return _SHORT.sub(lambda short: _short(found, short[1]), "".join(parts)), found


def _marked(found: References, name: str, content: str) -> str:
    if name and content:
        found.named.setdefault(name, content)
    found.used.append((name, content))
    return f"\x02{len(found.used) - 1}\x03"


def _short(found: References, arguments: str) -> str:
    names = [part.strip() for part in arguments.split("|") if part.strip() and "=" not in part]
    return "".join(_marked(found, name, "") for name in names)


def _name(attributes: str) -> str:
    named = _NAME.search(attributes)
    return " ".join(named[1].strip("\"'").split()) if named else ""
