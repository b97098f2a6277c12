"""The kinds of things that happen in the invented world: one file each, with a headline, a sentence for the year page and a newspaper report.

``{place}``, ``{person}``, ``{number}`` and the like are filled in for each event; see ``world``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "kinds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``event`` is wikitext; ``paragraphs`` are plain."""

    name: str
    title: str
    event: str
    language: str
    paragraphs: tuple[str, ...]


def load_kinds(folder: Path = FOLDER) -> dict[str, Kind]:
    """All kinds by name. ValueError names the file that cannot be read."""
    return {path.stem: _read(path) for path in sorted(folder.glob("*.md"))}


def _read(path: Path) -> Kind:
    try:
        _, front, text = path.read_text(encoding="utf-8").split("+++", 2)
        head = tomllib.loads(front)
        paragraphs = tuple(" ".join(part.split()) for part in text.strip().split("\n\n"))
        return Kind(name=path.stem, title=head["title"], event=head["event"], language=head.get("language", "en"), paragraphs=paragraphs)
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path.name}: {error}") from error
