"""The gates between a fetched page and an article: each is named after the drop it causes, looks at one thing, and says what it saw.

They stand before any paid question: consent dialogues, price notices, missing pages that answer 200, front pages and videos all
come out of an extractor as "articles". Tuned on 177 real pages, see ``options`` for the figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from tasks.extraction.cleaning import fold
from tasks.extraction.extract import Extraction
from tasks.extraction.language import words
from tasks.extraction.options import GateOptions
from tasks.extraction.phrases import CONSENT_TERMS, LIVE_PATH, LIVE_TITLE, NOT_FOUND, ROBOT

_FILE_HEADS = (b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"RIFF", b"\x00\x00\x00")
_NOT_HTML = re.compile(
    r"application/(?:pdf|json|zip|octet-stream|msword|vnd\.)|image/|audio/|video/|text/(?:plain|css|javascript|calendar|csv)", re.IGNORECASE
)
_LOOKS_HTML = re.compile(rb"\s*(?:<!doctype html|<html|<\?xml[^>]*>\s*<!doctype html)", re.IGNORECASE)
_CONSENT_ADDRESS = re.compile(
    r"^(?:consent|guce|cmp)\.|/(?:consent|cookie-?wall|gdpr-consent|privacy-?(?:gate|wall))(?:/|$|\?)", re.IGNORECASE
)
_LOGIN_ADDRESS = re.compile(r"/(?:log-?in|sign-?in|subscribe|subscription|paywall|register|account/login)(?:/|$|\.)", re.IGNORECASE)
_VIDEO_PATH = re.compile(r"/(?:videos?|watch|clips?|mediathek|av)/", re.IGNORECASE)
_TITLE_IN_BODY = 0.5
_SECTION = re.compile(r"[a-z]{2,20}|index(?:\.\w+)?|home", re.IGNORECASE)
_FRONT_TYPES = frozenset({"collectionpage", "itemlist", "searchresultspage"})


@dataclass(frozen=True, slots=True)
class Drop:
    """Why a page is no article: the code for counting, and what a person wants to know."""

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A page as it was come by. ``asked`` and ``final`` are addresses, ``challenge`` says whether its marks are those of a robot check."""

    asked: str
    final: str
    feed_title: str
    page: Extraction
    challenge: bool = False


def judge_bytes(body: bytes, content_type: str) -> Drop | None:
    """not_html or empty_body, before a page is read at all."""
    if not body.strip():
        return Drop("empty_body")
    # Some servers call every page text/plain.
    plain = content_type.strip().lower().startswith("text/plain") and _LOOKS_HTML.match(body[:1000])
    other = not plain and _NOT_HTML.match(content_type.strip())
    if other or body.lstrip()[:8].startswith(_FILE_HEADS):
        return Drop("not_html", content_type.split(";")[0])
    return None


def judge_page(visit: Visit, options: GateOptions) -> Drop | None:
    """The first gate that a page does not pass; None for an article."""
    return next((drop for drop in (gate(visit, options) for gate in GATES) if drop is not None), None)


def judge_text(page: Extraction, options: GateOptions) -> Drop | None:
    """The gates that concern a text alone, for one that came with the feed."""
    visit = Visit(asked="", final="", feed_title="", page=page)
    return next((drop for drop in (gate(visit, options) for gate in (empty_text, too_short, too_long, language_not_wanted)) if drop), None)


def extraction_fault(visit: Visit, options: GateOptions) -> Drop | None:
    """A page that cannot be read as a document."""
    fault = visit.page.fault
    return Drop("empty_text" if fault == "no_document" else "extraction_failed", fault) if fault else None


def redirected_home(visit: Visit, options: GateOptions) -> Drop | None:
    """Sent to the front page, where the story was."""
    gone = _path(visit.final) in ("", "/") and _path(visit.asked) not in ("", "/")
    return Drop("redirected_home", visit.final) if gone else None


def consent_page(visit: Visit, options: GateOptions) -> Drop | None:
    """A dialogue about cookies instead of the story."""
    parts = urlsplit(visit.final)
    if visit.final != visit.asked and _CONSENT_ADDRESS.search(f"{parts.netloc}{parts.path}"):
        return Drop("consent_page", visit.final)
    page = visit.page
    text = page.body or page.signals.lead
    size = page.words or page.signals.words
    if size > options.consent_words:
        return None
    terms = [match.lastgroup for match in CONSENT_TERMS.finditer(text)]
    if len(set(terms)) >= options.consent_terms and len(terms) >= options.consent_share * size:
        return Drop("consent_page", f"{len(set(terms))} consent terms in {size} words")
    return None


def bot_block(visit: Visit, options: GateOptions) -> Drop | None:
    """A check for robots, answered with status 200."""
    page = visit.page
    if page.words > options.notice_words:
        return None
    said = ROBOT.search(page.title) or ROBOT.search(page.body[:600] or page.signals.lead[:600])
    blocked = (visit.challenge and page.words < options.least_words) or (
        said and (visit.challenge or page.words < options.least_words or ROBOT.match(page.title))
    )
    return Drop("bot_block", said[0] if said else "marks of a robot check") if blocked else None


def soft_404(visit: Visit, options: GateOptions) -> Drop | None:
    """A notice that the page is gone, answered with status 200."""
    page = visit.page
    if page.words > options.notice_words or NOT_FOUND.search(visit.feed_title):
        return None
    said = NOT_FOUND.search(page.title)
    # A short report may speak of a page that was removed; a notice does not speak of what the feed announced.
    if not said and page.words < 2 * options.least_words and not (visit.feed_title and speaks_of(visit.feed_title, page.body)):
        said = NOT_FOUND.search(page.body[:300] or page.signals.lead[:600])
    return Drop("soft_404", said[0]) if said else None


def redirected_elsewhere(visit: Visit, options: GateOptions) -> Drop | None:
    """Sent to another story: the address changed and nothing there speaks of what the feed announced."""
    if _same_place(visit.asked, visit.final) or not visit.page.words:
        return None
    if _LOGIN_ADDRESS.search(_path(visit.final)) and not _LOGIN_ADDRESS.search(_path(visit.asked)):
        return Drop("paywall", visit.final)
    announced = {word for word in words(visit.feed_title) if len(word) > 3 or not word.isascii()}
    there = set(words(f"{visit.page.title} {visit.page.signals.lead} {visit.page.body[:1500]}"))
    if len(announced) >= 3 and len(announced & there) < options.title_overlap * len(announced):
        return Drop("redirected_elsewhere", visit.final)
    return None


def video_only(visit: Visit, options: GateOptions) -> Drop | None:
    """A video with a line of text."""
    page, signals = visit.page, visit.page.signals
    if page.words >= options.video_words:
        return None
    video = (
        signals.og_type.startswith("video")
        or ("videoobject" in signals.types and not signals.articles)
        or _VIDEO_PATH.search(_path(visit.final) + "/")
    )
    if video or (signals.players and page.words < options.least_words):
        return Drop("video_only", f"{page.words} words beside the video")
    return None


def index_page(visit: Visit, options: GateOptions) -> Drop | None:
    """A front page, section or list of headlines: text that consists of teasers, or marks of many items and none of one article."""
    page, signals = visit.page, visit.page.signals
    if signals.items >= options.front_items and signals.item_words >= options.front_share * max(1, page.words):
        return Drop("index_page", f"{signals.items} teasers make up the text")
    if signals.articles >= options.front_teasers:
        return Drop("index_page", f"describes {signals.articles} articles")
    listed = _FRONT_TYPES.intersection(signals.types)
    if signals.teasers >= options.front_teasers and listed and not signals.articles:
        return Drop("index_page", f"{signals.teasers} linked headings, {', '.join(sorted(listed))}")
    if signals.og_type == "article" or signals.articles:
        return None
    many = signals.headlines >= options.front_links
    if many and _is_section(visit.final):
        return Drop("index_page", f"a section's address and {signals.headlines} links to stories")
    if many and 0 < page.words < options.least_words:
        return Drop("index_page", f"{signals.headlines} links to stories and {page.words} words")
    return None


def paywall(visit: Visit, options: GateOptions) -> Drop | None:
    """The opening lines of a story that is sold."""
    page = visit.page
    if page.signals.free is False and page.words < options.teaser_words:
        return Drop("paywall", f"{page.words} words, not accessible for free")
    if page.signals.paywall_said and page.words < options.teaser_phrase_words:
        return Drop("paywall", f"{page.words} words and {page.signals.paywall_said!r}")
    return None


def empty_text(visit: Visit, options: GateOptions) -> Drop | None:
    """No running text found; so for languages that newspaper4k does not know."""
    return None if visit.page.words else Drop("empty_text", f"language {visit.page.language or 'unknown'}")


def too_short(visit: Visit, options: GateOptions) -> Drop | None:
    """Fewer words than an article has."""
    return Drop("too_short", f"{visit.page.words} words") if visit.page.words < options.least_words else None


def too_long(visit: Visit, options: GateOptions) -> Drop | None:
    """A dump or a book."""
    return Drop("too_long", f"{visit.page.words} words") if visit.page.words > options.most_words else None


def language_not_wanted(visit: Visit, options: GateOptions) -> Drop | None:
    """Not in the list of wanted languages."""
    if options.languages is None or visit.page.language in options.languages:
        return None
    return Drop("language_not_wanted", visit.page.language or "unknown")


GATES: tuple[Callable[[Visit, GateOptions], Drop | None], ...] = (
    extraction_fault,
    redirected_home,
    consent_page,
    bot_block,
    soft_404,
    redirected_elsewhere,
    video_only,
    index_page,
    paywall,
    empty_text,
    too_short,
    too_long,
    language_not_wanted,
)


def kind_of(visit: Visit) -> str:
    """``live_blog`` by schema type, address or title; else ``article``. A live blog's text is stored, but no questions are made
    from it by default."""
    titles = (visit.feed_title, visit.page.title)
    live = "liveblogposting" in visit.page.signals.types or LIVE_PATH.search(_path(visit.final)) or any(map(LIVE_TITLE.search, titles))
    return "live_blog" if live else "article"


def speaks_of(title: str, body: str) -> bool:
    """Whether at least half of a title's words stand in a text; yes for a title without words to tell."""
    named = {word for word in words(title) if len(word) > 3 or not word.isascii()}
    return len(named & set(words(body))) >= _TITLE_IN_BODY * len(named)


def _path(url: str) -> str:
    return urlsplit(url).path


def _same_place(asked: str, final: str) -> bool:
    """Whether two addresses differ only in scheme, www, a slash, the query or letter case."""
    first, second = (fold(urlsplit(url).netloc.removeprefix("www.") + _path(url).rstrip("/")) for url in (asked, final))
    return first == second


def _is_section(url: str) -> bool:
    """``/``, ``/world``, ``/news/europe/index.html``: single words, no number, no slug."""
    steps = [step for step in _path(url).split("/") if step]
    return len(steps) <= 3 and all(_SECTION.fullmatch(step) for step in steps)
