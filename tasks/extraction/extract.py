"""One page's bytes to an Extraction: title, authors, dates, language, body and the marks that the gates look at. Runs in a worker process.

The body is newspaper4k's (word-level F1 about .93 against human bodies), cleaned; where it finds nothing and the page carries the text
in its JSON-LD, that. A page that cannot be read gives an Extraction with a ``fault``, never an exception.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tasks.extraction.bylines import read_authors
from tasks.extraction.charset import decode_page
from tasks.extraction.cleaning import clean_body, folded_set
from tasks.extraction.feed_body import feed_text, looks_cut
from tasks.extraction.language import choose_language, count_words, fits_script, guess_language, script_of
from tasks.extraction.page_dates import modified_on_page, published_on_page
from tasks.extraction.recovery import from_container, with_lost_paragraphs
from tasks.extraction.signals import PageSignals, read_signals
from tasks.extraction.structured import Structured, read_structured, text_of
from tasks.extraction.titles import page_title

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SAMPLE = 4000
_FEW_WORDS = 50
_JSON_LD_GAIN = 2.0  # the JSON-LD body is taken when it is so many times longer


@dataclass(frozen=True, slots=True, kw_only=True)
class PageJob:
    """A fetched page to be read. ``language``: the feed's, if it says. ``from_feed``: the body is a feed entry's own text, no page."""

    url: str
    body: bytes
    content_type: str = ""
    language: str | None = None
    from_feed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What a page gave. ``fault``: "" or why it could not be read (no_document, or an exception's name)."""

    title: str = ""
    authors: tuple[str, ...] = ()
    published: datetime | None = None
    published_confidence: str = "none"
    modified: datetime | None = None
    canonical: str = ""
    language: str = ""
    body: str = ""
    words: int = 0
    notes: tuple[str, ...] = ()
    signals: PageSignals = field(default_factory=PageSignals)
    fault: str = ""


def prepare() -> None:
    """Load and warm what every page needs; called once in each worker."""
    from tasks.extraction.newspaper_page import set_up

    set_up()
    guess_language("a few words to load the model")


def extract_page(job: PageJob) -> Extraction:
    """Read one page. Whatever goes wrong becomes a ``fault``."""
    try:
        return _tidy(_from_feed(job) if job.from_feed else _extract(job))
    except MemoryError:
        raise  # ends the worker
    except Exception as error:  # newspaper4k, lxml and their tokenizers raise all kinds; one page must not end a run
        return Extraction(fault=f"{type(error).__name__}: {str(error).strip()[:200]}")


def _extract(job: PageJob) -> Extraction:
    from tasks.extraction.newspaper_page import SUPPORTED, NewspaperPage  # 0.7 s and 50 MB, for workers only

    markup = decode_page(job.body, job.content_type)
    chosen = _LanguageChoice(job.language, SUPPORTED)
    page = NewspaperPage(job.url, markup, chosen)
    page.parse()
    if page.doc is None:
        return Extraction(fault="no_document")
    structured = read_structured(page.doc)
    published = published_on_page(structured, page.doc)
    modified = modified_on_page(structured, page.doc)
    body, notes = _body(page, structured)
    if not fits_script(chosen.language, script_of(body)):
        body = ""  # a language that newspaper4k does not know: what it found are the English words of the footer
    return Extraction(
        title=page_title(page, structured),
        authors=read_authors(page.doc, structured),
        published=published.instant if published else None,
        published_confidence=published.confidence if published else "none",
        modified=modified.instant if modified else None,
        canonical=(page.canonical_link or "").strip(),
        language=chosen.language,
        body=body,
        words=count_words(body),
        notes=tuple(notes),
        signals=read_signals(page.doc, structured, body),
    )


def _from_feed(job: PageJob) -> Extraction:
    text = feed_text(decode_page(job.body, job.content_type))
    if looks_cut(text):
        return Extraction(fault="the feed's text is cut")
    body = clean_body(text)
    return Extraction(language=choose_language([job.language], body), body=body, words=count_words(body), notes=("body_from_feed",))


def _tidy(page: Extraction) -> Extraction:
    """Without what no table takes: half surrogate pairs (from JSON-LD escapes) and control characters."""
    return replace(
        page, title=_text(page.title), body=_text(page.body), authors=tuple(map(_text, page.authors)), canonical=_text(page.canonical)
    )


def _text(text: str) -> str:
    return _CONTROL.sub("", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


class _LanguageChoice:
    """Asked by newspaper4k for the language once the document is there; remembers what it said."""

    def __init__(self, feed_language: str | None, supported: frozenset[str]) -> None:
        self._feed_language, self._supported = feed_language, supported
        self.language = ""

    def __call__(self, document: Any) -> str:
        declared = [document.get("lang"), document.get("xml:lang"), _meta_language(document), self._feed_language]
        self.language = choose_language(declared, _sample(document))
        return self.language if self.language in self._supported else ""


def _meta_language(document: Any) -> str | None:
    names = "@property='og:locale' or @http-equiv='content-language' or @http-equiv='Content-Language' or @name='language'"
    found = document.xpath(f"//meta[{names}]/@content")
    return str(found[0]) if found else None


def _sample(document: Any) -> str:
    """Running text of the page: its paragraphs, or all of it when there are hardly any."""
    parts: list[str] = []
    size = 0
    for paragraph in document.iter("p"):
        parts.append("".join(paragraph.itertext()))
        size += len(parts[-1])
        if size > _SAMPLE:
            break
    if size < 200:
        parts += document.xpath("//body//text()[not(parent::script or parent::style or parent::noscript)]")[:400]
    return " ".join(" ".join(parts).split())[:_SAMPLE]


def _body(page: Any, structured: Structured) -> tuple[str, Sequence[str]]:
    document = page.doc
    links = folded_set("".join(link.itertext()) for link in document.iter("a"))
    captions = folded_set([*document.xpath("//img/@alt"), *("".join(caption.itertext()) for caption in document.iter("figcaption"))])
    body = clean_body(with_lost_paragraphs(page.text, page.top_node), links=links, captions=captions)
    stated = _stated_body(structured)
    if count_words(stated) >= _FEW_WORDS and count_words(stated) > _JSON_LD_GAIN * count_words(body):
        return clean_body(stated, links=links, captions=captions), ["body_from_json_ld"]
    if count_words(body) < _FEW_WORDS:
        found = clean_body(from_container(document), links=links, captions=captions)
        if count_words(found) >= _FEW_WORDS:
            return found, ["body_from_container"]
    return body, []


def _stated_body(structured: Structured) -> str:
    """The text that the page's JSON-LD carries: the article's, or a live blog's updates one after the other."""
    whole = text_of(structured.of_article("articleBody"))
    updates = structured.of_article("liveBlogUpdate")
    if whole or not isinstance(updates, list):
        return whole
    parts = [(text_of(update.get("headline")), text_of(update.get("articleBody"))) for update in updates if isinstance(update, dict)]
    return "\n\n".join(line for headline, text in parts if text for line in (headline, text) if line)
