"""The articles of the sample newspaper: files with front matter, dated relative to a moment.

A file says how long before the run's moment its article appeared (``day``, ``hours_ago``) and may name dates in its text as ``{date}``,
``{date-3}``, ``{weekday+1}`` or ``{year}``, all relative to its own publication; see BIBLE.md for the format and the invented world.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

ARTICLES = Path(__file__).parent / "articles"
_PLACEHOLDER = re.compile(r"\{(date|weekday|year)([+-]\d+)?\}")
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_MESES = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_DIAS = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """One article file as written, dates not yet filled in. ``hours_back`` counts from the run's moment."""

    slug: str
    outlet: str
    title: str
    authors: tuple[str, ...]
    category: str
    kind: str
    language: str
    of: str
    hours_back: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A story at its publication: an instant, and title and paragraphs with dates filled in."""

    story: Story
    published: datetime
    title: str
    paragraphs: tuple[str, ...]

    @property
    def address(self) -> str:
        """Path on the server. A correction replaces the page of the article that it corrects."""
        section = {"live_blog": "live", "video": "video"}.get(self.story.kind, "news")
        name = self.story.of if self.story.kind == "correction" else self.story.slug
        return f"/{self.story.outlet}/{section}/{name.split('-', 1)[1]}"


def load_stories(folder: Path = ARTICLES) -> list[Story]:
    """All article files of a folder, oldest first. ValueError names the file that cannot be read."""
    stories = [_read(path) for path in sorted(folder.glob("d*.md"))]
    return sorted(stories, key=lambda s: (-s.hours_back, s.slug))


def publish(story: Story, moment: datetime) -> Published:
    """The story as it stands for a run at ``moment`` (aware)."""
    published = (moment - timedelta(hours=story.hours_back)).replace(second=0, microsecond=0)

    def fill(text: str) -> str:
        return _PLACEHOLDER.sub(lambda m: _written(m[1], published + timedelta(days=int(m[2] or 0)), story.language), text)

    paragraphs = tuple(" ".join(p.split()) for p in fill(story.text).split("\n\n") if p.strip())
    return Published(story=story, published=published, title=fill(story.title), paragraphs=paragraphs)


def _written(what: str, day: datetime, language: str) -> str:
    spanish = language == "es"
    if what == "year":
        return str(day.year)
    if what == "weekday":
        return (_DIAS if spanish else _DAYS)[day.weekday()]
    if spanish:
        return f"{day.day} de {_MESES[day.month - 1]} de {day.year}"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _read(path: Path) -> Story:
    try:
        _, front, text = path.read_text(encoding="utf-8").split("+++", 2)
        head = tomllib.loads(front)
        return Story(
            slug=path.stem, outlet=head["outlet"], title=head["title"], authors=tuple(head["authors"]), category=head["category"],
            kind=head["kind"], language=head["language"], of=head["of"].removesuffix(".md"),
            hours_back=head["day"] * 24 + float(head["hours_ago"]), text=text.strip(),
        )  # fmt: skip
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path.name}: front matter cannot be read: {error}") from error
