"""Whether a document is about the event that cites it: a rule of our own, for a failed or mixed-up link must not lend an event another's text.

An event's marks are its names, numbers and rare words; the score is the share of their weight that the document holds, with the cited title and
the day of publication as two marks more. Words that many events of the page use weigh less. A document in another language is compared by names
and numbers only, names by their first letters (Lisbon, Lisboa); in another script by numbers and day.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tasks.events.options import MatchOptions
from tasks.extraction.language import script_of, words

_NUMBER = re.compile(r"(?<![\w.])\d[\d.,\u00a0\u202f ]*\d|\d+")
_NAME_WEIGHT, _NUMBER_WEIGHT, _WORD_WEIGHT, _TITLE_WEIGHT, _DAY_WEIGHT = 2.0, 1.5, 1.0, 2.0, 1.5
_RARE_LETTERS = 6
_DAYS_BEFORE, _DAYS_AFTER = 7, 60
_STEM = 5
_COMMON = frozenset({
    "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "sunday", "president", "minister", "government", "people", "country", "national", "announces",
    "announced", "following", "during", "against", "between", "through", "before", "within", "several", "becomes", "killed", "killing", "injured",
    "leaving", "others", "million", "billion", "percent", "according", "including", "declared", "declares",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """``matches`` is None where there is too little to compare by."""

    matches: bool | None
    score: float
    compared: int


class Rarity:
    """How many events of a page use each word."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._counts: Counter[str] = Counter()
        for text in texts:
            self._counts.update({_plain(word) for word in words(text)})

    def weight(self, word: str) -> float:
        """1 for a word of one event, less for a common one."""
        return 1.0 / (1.0 + math.log(max(1, self._counts[word])))


class ReadDocument:
    """A document taken apart once, to be compared with each event that cites it."""

    def __init__(self, *, title: str, body: str, language: str, published: date | None = None) -> None:
        self.language, self.published = language, published
        self.script = script_of(body[:2000])
        self.words = {_plain(word) for word in set(words(f"{title}\n{body}"))}
        self.numbers = _numbers(f"{title}\n{body}")
        self._prefixes: dict[int, frozenset[str]] = {}

    def has_form_of(self, word: str, size: int) -> bool:
        """Whether a word begins with the first ``size`` letters of ``word``."""
        if size not in self._prefixes:
            self._prefixes[size] = frozenset(other[:size] for other in self.words)
        return word[:size] in self._prefixes[size]


def match_document(
    text: str,
    document: ReadDocument,
    *,
    event_language: str,
    rarity: Rarity,
    options: MatchOptions,
    cited_title: str = "",
    event_day: str | None = None,
) -> Match:
    """Compare an event's text with a document."""
    names, numbers, rare = _marks(text, event_day)
    same_language = document.language in ("", "und", event_language)
    same_script = document.script == script_of(text)
    scored: list[tuple[float, bool]] = []
    if same_script:
        inflected = not same_language
        scored += [(_NAME_WEIGHT * rarity.weight(name), _has_name(name, document, inflected)) for name in names]
    if same_language and same_script:
        scored += [(_WORD_WEIGHT * rarity.weight(word), document.has_form_of(word, max(5, len(word) - 3))) for word in rare]
    scored += [(_NUMBER_WEIGHT, number in document.numbers) for number in numbers]
    compared = len(scored)
    scored += _told(document, cited_title, event_day)
    if compared < options.least_marks:
        return Match(None, 0.0, compared)
    score = sum(weight for weight, held in scored if held) / sum(weight for weight, _ in scored)
    least = options.least if same_language and same_script else options.other_language_least
    # Title and day alone say that the link leads where it should, not that this is the event's source.
    held = sum(1 for _, found in scored[:compared] if found)
    return Match(score >= least and held >= min(2, options.least_marks), round(score, 4), compared)


def _has_name(name: str, document: ReadDocument, inflected: bool) -> bool:
    return name in document.words or (inflected and len(name) >= _STEM and document.has_form_of(name, _STEM))


def _told(document: ReadDocument, cited_title: str, event_day: str | None) -> list[tuple[float, bool]]:
    """The two marks that the reference gives: its title, and that the document appeared about then."""
    marks: list[tuple[float, bool]] = []
    asked = {_plain(word) for word in words(cited_title) if len(word) > 3} if script_of(cited_title) == document.script else set()
    if len(asked) >= 3:
        marks.append((_TITLE_WEIGHT, len(asked & document.words) >= 0.6 * len(asked)))
    if document.published is not None and event_day:
        apart = (document.published - date.fromisoformat(event_day)).days
        marks.append((_DAY_WEIGHT, -_DAYS_BEFORE <= apart <= _DAYS_AFTER))
    return marks


def _marks(text: str, event_day: str | None) -> tuple[list[str], list[str], list[str]]:
    """(names, numbers, rare words) of an event, each once, folded. A name is a capital inside a sentence, or any word of a script without small letters."""
    names: dict[str, None] = {}
    rare: dict[str, None] = {}
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        for index, word in enumerate(re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", sentence)):
            key = _plain(word)
            if len(key) < 3 or key in _COMMON:
                continue
            if word[0].isupper() and index > 0:
                names[key] = None
            elif len(key) >= _RARE_LETTERS or not word.isascii():
                rare[key] = None
    split_names = dict.fromkeys(part for name in names for part in re.split(r"['’-]", name) if len(part) >= 3)
    day = str(int(event_day[8:])) if event_day else ""
    year = event_day[:4] if event_day else ""
    numbers = [number for number in _numbers(text) if number not in (day, year) and (len(number) > 1 or number in "6789")]
    return list(split_names), numbers, [word for word in rare if word not in split_names]


def _numbers(text: str) -> dict[str, None]:
    """Numbers without thousands separators: 1,000 and 1.000 and 1 000 are 1000; 7.5 and 7,5 are 7.5."""
    found: dict[str, None] = {}
    for match in _NUMBER.finditer(text):
        raw = re.sub(r"[\s\u00a0\u202f]", "", match[0]) if re.fullmatch(r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+", match[0]) else match[0]
        for part in raw.split():
            part = part.strip(".,")
            whole = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", part)
            found[whole.replace(",", ".")] = None
    return found


def _plain(word: str) -> str:
    word = word.casefold()
    if not word.isascii():
        word = "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))
    return word.removesuffix("'s").removesuffix("’s")
