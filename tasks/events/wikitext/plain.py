"""A piece of wikitext as plain text, with the pages it links to, the references marked in it and its outside links."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import mwparserfromhell
from mwparserfromhell.nodes import Argument, Comment, ExternalLink, HTMLEntity, Tag, Template, Text, Wikilink

from tasks.events.wikitext.references import MARK
from tasks.events.wikitext.templates import known_or_first

_PICTURE = re.compile(r"\s*(?:file|image|media|category|ficheiro|imagem|archivo|imagen|fichier|datei|bild|categoria|categoría|catégorie|kategorie)\s*:", re.I)
_INTERWIKI = re.compile(r"^:?(?:[a-z]{2,3}(?:-[a-z]+)?|w|wikipedia|s|d|commons|wikt)\s*:\s*", re.IGNORECASE)
_SKIPPED_TAGS = frozenset({"ref", "references", "gallery", "table", "math", "timeline", "score", "imagemap", "noinclude", "hr", "templatestyles"})
_SPACE = re.compile(r"[\s\u00a0\u2009\u202f\u200b]+")
_BEFORE_STOP = re.compile(r"\s+([,.;:!?)\]](?:\s|$))")
_QUOTES = re.compile(r"'{2,5}")


@dataclass(slots=True)
class Plain:
    """``text`` holds no markup; ``marks`` are numbers of references in order; ``outside`` are (address, label) of links out of the encyclopedia;
    ``cites`` are citation templates that stand in the sentence itself; ``unknown`` names templates whose meaning was guessed."""

    text: str = ""
    links: list[str] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    outside: list[tuple[str, str]] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def plain(source: str) -> Plain:
    """Read one list item, heading or table cell. Never raises for bad markup: what cannot be read is text."""
    found = Plain()
    # Without its style tags: an italics mark that is never closed must not swallow the rest.
    raw = _walk(mwparserfromhell.parse(source, skip_style_tags=True), found)
    found.marks += [int(mark[1]) for mark in MARK.finditer(raw)]
    found.text = tidy(MARK.sub("", _QUOTES.sub(lambda quotes: "'" if len(quotes[0]) == 4 else "", raw)))
    return found


def tidy(text: str) -> str:
    """Single spaces, none before a stop, none around the edges."""
    return _BEFORE_STOP.sub(r"\1", _SPACE.sub(" ", text)).strip()


def _walk(code: Any, found: Plain) -> str:
    return "".join(_node(node, found) for node in code.nodes)


def _node(node: Any, found: Plain) -> str:
    if isinstance(node, Text):
        return str(node.value)
    if isinstance(node, Wikilink):
        return _wikilink(node, found)
    if isinstance(node, ExternalLink):
        return _external(node, found)
    if isinstance(node, Template):
        return _template(node, found)
    if isinstance(node, Tag):
        return _tag(node, found)
    if isinstance(node, HTMLEntity):
        return str(node.normalize())
    if isinstance(node, (Comment, Argument)):
        return ""
    return str(getattr(node, "value", None) or getattr(node, "title", "") or "")


def _wikilink(node: Wikilink, found: Plain) -> str:
    target = str(node.title).strip()
    if _PICTURE.match(target):
        if node.text is not None:
            _walk(node.text, Plain())
        return ""
    named = _INTERWIKI.sub("", target).lstrip(":")
    page = named.split("#")[0].replace("_", " ").strip()
    label = _walk(node.text, found) if node.text is not None else ""
    if page and not _INTERWIKI.match(target):
        found.links.append(page)
    return label or named.replace("_", " ")


def _external(node: ExternalLink, found: Plain) -> str:
    url = str(node.url).strip()
    label = _walk(node.title, found) if node.title is not None else ""
    found.outside.append((url, tidy(MARK.sub("", label))))
    return label


def _tag(node: Tag, found: Plain) -> str:
    name = str(node.tag).strip().lower()
    if name in _SKIPPED_TAGS:
        return ""
    if name == "br":
        return " "
    return _walk(node.contents, found) if node.contents is not None else ""


def _template(node: Template, found: Plain) -> str:
    name = str(node.name).strip()
    if re.match(r"(?:cite|citation|cita|citar|lien|ouvrage|internetquelle)\b", name, re.IGNORECASE):
        found.cites.append(str(node))
        return ""
    unnamed, named = [], {}
    inner = Plain()
    for parameter in node.params:
        value = _walk(parameter.value, inner)
        if parameter.showkey:
            named[str(parameter.name).strip().lower()] = value.strip()
        else:
            unnamed.append(value)
    # Numbered values, {{ill|1=...}}.
    for key in [key for key in named if key.isdigit()]:
        unnamed.append(named.pop(key))
    text, known = known_or_first(name, unnamed, named)
    if not known:
        found.unknown.append(name)
    found.links += inner.links
    found.outside += inner.outside
    found.cites += inner.cites
    marks = "".join(f"\x02{mark[1]}\x03" for value in [*unnamed, *named.values()] for mark in MARK.finditer(value) if mark[0] not in text)
    return text + marks
