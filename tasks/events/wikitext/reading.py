"""Reads a year page: its headings, lists, tables and sentences, and from them events with dates, texts and references.

Under a month's heading or one of events every list item is an event; under any other heading only what bears a date of its own, for there the lists
are of films, clubs and the like. A line that is only a date dates the list under it; an undated line without a reference over a list is a theme.
What is passed over is counted by reason. The method of TiEBe reads the rendered page's month sections only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tasks.events.wikitext.citations import Cited, cited_in, linked, merged
from tasks.events.wikitext.dates import NO_DATE, EventDate, leading_date, month_of, month_span
from tasks.events.wikitext.lines import Line, lines_of
from tasks.events.wikitext.plain import Plain, plain, tidy
from tasks.events.wikitext.references import References, take_out
from tasks.events.wikitext.sections import is_events, is_left_out

_THEME_WORDS = 8
_FEWEST_LETTERS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEvent:
    """An event as one page has it. ``position`` counts from 0 in the page's order."""

    position: int
    date: EventDate
    text: str
    section: str
    links: tuple[str, ...]
    cited: tuple[Cited, ...]
    notes: tuple[str, ...]


@dataclass(slots=True)
class PageReading:
    """What a page gave. ``skipped`` counts what was passed over on purpose, ``not_understood`` what was not, both by reason."""

    events: list[ReadEvent] = field(default_factory=list)
    headings: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    not_understood: Counter[str] = field(default_factory=Counter)
    unknown_templates: Counter[str] = field(default_factory=Counter)

    def notes(self) -> tuple[str, ...]:
        """The counts as ``reason=count``, for the page's record."""
        guessed = [(f"template:{name}", count) for name, count in self.unknown_templates.most_common(20)]
        rows = [*sorted(self.not_understood.items()), *((f"skipped:{name}", count) for name, count in sorted(self.skipped.items())), *guessed]
        return tuple(f"{name}={count}" for name, count in rows)


def read_page(source: str, year: int, *, language: str = "en") -> PageReading:
    """All events of a page's wikitext, in order. Never raises for what a page may hold."""
    text, references = take_out(source)
    reader = _Reader(references, year, language)
    pending: list[Line] = []
    for line in lines_of(text):
        if line.kind == "item":
            pending.append(line)
            continue
        reader.items(pending)
        pending = []
        reader.line(line)
    reader.items(pending)
    if references.unclosed:
        reader.reading.not_understood["reference_unclosed"] += references.unclosed
    return reader.reading


@dataclass(slots=True)
class _Above:
    """A list line that others stand under."""

    level: int
    date: EventDate | None
    theme: str


class _Reader:
    """Where in the page we are, and what was found so far."""

    def __init__(self, references: References, year: int, language: str) -> None:
        self.reading = PageReading()
        self._references = references
        self._year = year
        self._language = language
        self._path: list[tuple[int, str]] = []
        self._left_out = 0  # level of the heading that closes its section off; 0 when none does
        self._month: tuple[int, int] | None = None  # level of the heading, month
        self._day: tuple[int, EventDate] | None = None
        self._events_level = 0

    @property
    def _in_events(self) -> bool:
        return bool(self._events_level or self._month or self._day)

    def line(self, line: Line) -> None:
        """A heading, a table row or a paragraph."""
        if line.kind == "heading":
            self._heading(line)
        elif self._left_out:
            self.reading.skipped["left_out_section"] += 1
        elif line.kind == "row":
            self._row(line.text.split("\t"))
        else:
            self._paragraph(line.text)

    def items(self, lines: list[Line]) -> None:
        """A run of list lines."""
        if self._left_out:
            self.reading.skipped["left_out_section"] += len(lines)
            return
        above: list[_Above] = []
        for index, line in enumerate(lines):
            level = 2 * line.level - (line.mark == ";")
            while above and above[-1].level >= level:
                above.pop()
            following = lines[index + 1] if index + 1 < len(lines) else None
            leads = following is not None and 2 * following.level - (following.mark == ";") > level
            above.append(self._item(line, level, above, leads))

    def _heading(self, line: Line) -> None:
        self.reading.headings += 1
        title = plain(line.text).text
        level = line.level
        self._path = [step for step in self._path if step[0] < level] + [(level, title)]
        if self._left_out and level <= self._left_out:
            self._left_out = 0
        if self._month and level <= self._month[0]:
            self._month = None
        if self._day and level <= self._day[0]:
            self._day = None
        if self._events_level and level <= self._events_level:
            self._events_level = 0
        if self._left_out:
            return
        month = month_of(title, self._language)
        if month:
            self._month = (level, month)
        elif is_events(title):
            self._events_level = level
        elif is_left_out(title):
            self._left_out = level
        else:
            dated, rest = leading_date(title, self._year, month=self._month[1] if self._month else None, language=self._language)
            if dated is not None and not rest and dated.precision == "day":
                self._day = (level, dated)

    def _item(self, line: Line, level: int, above: list[_Above], leads: bool) -> _Above:
        found = plain(line.text)
        month = self._month[1] if self._month else None
        dated, rest = leading_date(found.text, self._year, month=month, language=self._language)
        rest = _cut(rest)
        inherited = next((step.date for step in reversed(above) if step.date is not None), self._day[1] if self._day else None)
        if not rest:
            if dated is None:
                self._count(found, "empty_item")
            elif not leads:
                self._count(found, "date_without_event")
            return _Above(level, dated or inherited, "")
        own = dated or inherited
        if leads and dated is None and not found.marks and not found.outside and (len(rest.split()) <= _THEME_WORDS or line.mark == ";"):
            return _Above(level, inherited, rest.rstrip(": "))
        self._event(found, rest, own, [step.theme for step in above if step.theme])
        return _Above(level, own, "")

    def _row(self, cells: list[str]) -> None:
        """A table row one of whose first two cells is a date and whose others tell what happened."""
        found = [plain(cell) for cell in cells]
        for index, cell in enumerate(found[:2]):
            dated, rest = leading_date(cell.text, self._year, month=self._month[1] if self._month else None, language=self._language)
            others = [other for place, other in enumerate(found) if place != index and len(other.text) >= _FEWEST_LETTERS]
            if dated is not None and dated.start and not rest and others and dated.start[:4] == str(self._year):
                whole = _joined([*others, *(other for other in found if other not in others)])
                self._event(whole, "; ".join(other.text for other in others), dated, [])
                return
        self.reading.not_understood["table_row"] += 1

    def _paragraph(self, text: str) -> None:
        found = plain(text)
        if not found.text or text.startswith("__"):
            return
        month = self._month[1] if self._month else None
        dated, rest = leading_date(found.text, self._year, month=month, language=self._language, led=True)
        if dated is not None and rest and self._in_events:
            self._event(found, rest, dated, [])
        elif dated is not None and not rest and dated.precision == "day" and self._in_events:
            self._day = (6, dated)  # a date on a line of its own, over the list after it
        elif self._in_events:
            self._count(found, "paragraph")
        else:
            self.reading.skipped["paragraph_elsewhere"] += 1

    def _event(self, found: Plain, text: str, dated: EventDate | None, themes: list[str]) -> None:
        if not self._in_events and (dated is None or dated.precision not in ("day", "month")):
            self.reading.skipped["undated_elsewhere"] += 1
            return
        if sum(map(str.isalpha, text)) < _FEWEST_LETTERS:
            self._count(found, "no_words")
            return
        if dated is None:
            dated = month_span(self._year, self._month[1], self._month[1], "", ("date_of_heading",)) if self._month else NO_DATE
        cited, notes = self._cited(found)
        self.reading.unknown_templates.update(found.unknown)
        section = " / ".join([step[1] for step in self._path] + themes)
        self.reading.events.append(
            ReadEvent(
                position=len(self.reading.events),
                date=dated,
                text=text,
                section=section,
                links=tuple(dict.fromkeys(found.links)),
                cited=tuple(cited),
                notes=(*dated.notes, *notes),
            )
        )

    def _cited(self, found: Plain) -> tuple[list[Cited], list[str]]:
        rows: list[Cited] = []
        notes: Counter[str] = Counter()
        for number in found.marks:
            name, content = self._references.content(number)
            if not content:
                notes[f"reference_undefined:{name}"] += 1
                self.reading.not_understood["reference_undefined"] += 1
                continue
            sources, bad = cited_in(content, name)
            rows += sources
            notes["bad_link"] += bad
            if not sources and not bad:
                notes["reference_without_link"] += 1
        for template in found.cites:
            sources, bad = cited_in(template)
            rows += sources
            notes["bad_link"] += bad
        sources, bad = linked(found.outside)
        notes["bad_link"] += bad
        return merged([*rows, *sources]), [name for name, count in notes.items() if count]

    def _count(self, found: Plain, reason: str) -> None:
        self.reading.unknown_templates.update(found.unknown)
        self.reading.not_understood[reason] += 1


def _cut(text: str) -> str:
    """Without separators that a doubled dash left at the start."""
    return tidy(text.lstrip("–—-:;,• ")) if text[:1] in "–—-:;,•" else tidy(text)


def _joined(parts: list[Plain]) -> Plain:
    whole = Plain()
    for part in parts:
        whole.links += part.links
        whole.marks += part.marks
        whole.outside += part.outside
        whole.cites += part.cites
        whole.unknown += part.unknown
    return whole
