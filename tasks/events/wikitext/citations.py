"""From the wikitext of a reference to what it cites: address, archived copy, title, publisher, language, date.

A reference may hold several citations, a template and a plain link, or a bare address. Parameter names are those of the citation templates of
English, Portuguese, Spanish, French and German Wikipedia.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import mwparserfromhell

from tasks.events.archive import original_of
from tasks.events.wikitext.plain import plain
from tasks.extraction.language import normal_code
from tasks.fetching.urls import canonical_url

_URL = ("url", "chapter-url", "chapterurl", "article-url", "contribution-url", "transcript-url", "lire en ligne", "urlcapítulo")
_ARCHIVE = ("archive-url", "archiveurl", "arquivourl", "wayb", "urlarchivo", "archiv-url", "arquivo-url")
_TITLE = ("title", "script-title", "título", "titulo", "titre", "titel", "chapter", "trans-title")
_PUBLISHER = ("newspaper", "work", "website", "publisher", "magazine", "agency", "journal", "periodical", "via", "jornal", "obra", "publicado", "periódico",
              "editorial", "périodique", "site", "éditeur", "werk", "hrsg")  # fmt: skip
_LANGUAGE = ("language", "lang", "in", "língua", "lingua", "idioma", "langue", "sprache")
_DATE = ("date", "publication-date", "data", "fecha", "datum", "year", "ano", "año", "année")
_MORE = re.compile(r"[\]|}{<>].*$")
_NAMES = {"english": "en", "portuguese": "pt", "french": "fr", "chinese": "zh", "spanish": "es", "german": "de", "russian": "ru", "ukrainian": "uk",
          "turkish": "tr", "hindi": "hi", "indonesian": "id", "amharic": "am", "arabic": "ar", "japanese": "ja", "korean": "ko", "italian": "it",
          "português": "pt", "français": "fr", "español": "es", "deutsch": "de", "galician": "gl", "catalan": "ca", "dutch": "nl", "polish": "pl"}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """One cited source. ``url`` is canonical and the publisher's own, also where the page gives only an archived copy of it."""

    url: str
    archive_url: str = ""
    title: str = ""
    publisher: str = ""
    language: str | None = None
    published: str = ""
    kind: str = "reference"
    name: str = ""


def cited_in(source: str, name: str = "") -> tuple[list[Cited], int]:
    """The sources of one reference's wikitext, and how many links in it are none that can be fetched."""
    if not source.strip():
        return [], 0
    code = mwparserfromhell.parse(source, skip_style_tags=True)
    rows: list[Cited] = []
    bad = 0
    covered: set[str] = set()
    for template in code.filter_templates(recursive=True):
        values = {str(parameter.name).strip().lower(): parameter for parameter in template.params}
        kind = " ".join(str(template.name).replace("_", " ").split()).lower()
        if kind in ("webarchive", "wayback") and rows:
            rows[-1] = replace(rows[-1], archive_url=rows[-1].archive_url or _value(values, ("url",)))
            covered.add(_value(values, ("url",)))
            continue
        url = _first_url(values, covered)
        if not url:
            continue
        row = _row(url, _value(values, _ARCHIVE), kind, name)
        if row is None:
            bad += 1
            continue
        told = {"title": _text(values, _TITLE), "publisher": _text(values, _PUBLISHER), "published": _text(values, _DATE)}
        rows.append(replace(row, language=_language(_text(values, _LANGUAGE)), **told))
    text = plain(source)
    for address, label in text.outside:
        if address in covered:
            continue
        row = _row(address, "", "reference", name)
        if row is None:
            bad += 1
        elif row.url not in {known.url for known in rows}:
            rows.append(replace(row, title=label or text.text[:300]))
    return merged(rows), bad


def linked(outside: Iterable[tuple[str, str]]) -> tuple[list[Cited], int]:
    """Plain links in an event's own text as sources."""
    rows = [(_row(address, "", "link", ""), label) for address, label in outside]
    return merged([replace(row, title=label) for row, label in rows if row is not None]), sum(row is None for row, _ in rows)


def merged(rows: Sequence[Cited]) -> list[Cited]:
    """One row for each address, the first, with an archived copy taken from a later one where it has none."""
    found: dict[str, Cited] = {}
    for row in rows:
        known = found.get(row.url)
        if known is None:
            found[row.url] = row
        elif row.archive_url and not known.archive_url:
            found[row.url] = replace(known, archive_url=row.archive_url)
    return list(found.values())


def _row(url: str, archive: str, kind: str, name: str) -> Cited | None:
    url = _cleaned(url)
    original = original_of(url)
    if original:
        archive, url = url, original
    address = canonical_url(url)
    archive = _cleaned(archive)
    if not address or not address.split("//", 1)[-1].strip("/"):
        return None
    return Cited(url=address, archive_url=archive if canonical_url(archive) else "", kind=kind, name=name)


def _cleaned(url: str) -> str:
    url = _MORE.sub("", url.strip().replace("{{!}}", "%7C").replace("{{=}}", "=").replace("&amp;", "&"))
    return "https:" + url if url.startswith("//") else url


def _first_url(values: dict[str, Any], covered: set[str]) -> str:
    for key in (*_URL, *_ARCHIVE):
        if key in values:
            covered.add(str(values[key].value).strip())
    return _value(values, _URL) or _value(values, _ARCHIVE)


def _value(values: dict[str, Any], keys: Sequence[str]) -> str:
    return next((text for key in keys if key in values and (text := str(values[key].value).strip())), "")


def _text(values: dict[str, Any], keys: Sequence[str]) -> str:
    return next((text for key in keys if key in values and (text := plain(str(values[key].value)).text)), "")


def _language(stated: str) -> str | None:
    first = re.split(r"[,;/&]| and ", stated.strip().lower())[0].strip()
    return _NAMES.get(first) or (normal_code(first) if re.fullmatch(r"[a-z]{2,3}(?:-[a-z0-9]+)*", first) else None)
