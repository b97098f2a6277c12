"""Lines that an outlet prints under every story ("We are independent, support us") are no part of any of them.

They are found by counting: a short paragraph at the head or the end of several stories of one outlet, and of a fair share of them.
Found ones are written into the notes of the articles they were taken from, so that the next day knows them from its first story on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from storage.schemas.ids import digest
from storage.schemas.news import Article
from tasks.extraction.cleaning import fold
from tasks.extraction.language import count_words
from tasks.ingest.page_options import PageOptions

_NOTE = "repeated_line:"
_HEAD, _TAIL = 2, 4  # paragraphs at either end that may be such lines


class RepeatedLines:
    """Counts the paragraphs of a run's stories, by outlet."""

    def __init__(self, options: PageOptions, earlier: Iterable[Article] = ()) -> None:
        self._options = options
        self._known: dict[str, set[str]] = defaultdict(set)
        self._seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._stories: dict[str, set[str]] = defaultdict(set)
        for article in earlier:
            self._known[article.outlet].update(note.removeprefix(_NOTE) for note in article.notes if note.startswith(_NOTE))

    def observe(self, outlet: str, story: str, body: str) -> None:
        """Count the paragraphs of one story (named by its address) of an outlet."""
        self._stories[outlet].add(story)
        for line in self._candidates(body.split("\n\n")):
            self._seen[outlet][line].add(story)

    def strip(self, outlet: str, body: str) -> tuple[str, tuple[str, ...]]:
        """The body without the outlet's repeated lines, and a note for each of them."""
        parts = body.split("\n\n")
        found = {line for line in self._candidates(parts) if self._is_repeated(outlet, line)}
        kept = [part for part in parts if _name(part) not in found] if found else parts
        if not kept:
            return body, ()
        self._known[outlet] |= found
        return "\n\n".join(kept), tuple(f"{_NOTE}{line}" for line in sorted(found))

    def _is_repeated(self, outlet: str, line: str) -> bool:
        stories = len(self._seen[outlet][line]) if line in self._seen[outlet] else 0
        often = stories >= self._options.repeated_lines and stories >= self._options.repeated_share * len(self._stories[outlet])
        return often or line in self._known[outlet]

    def _candidates(self, parts: list[str]) -> set[str]:
        ends = parts if len(parts) <= _HEAD + _TAIL else parts[:_HEAD] + parts[-_TAIL:]
        return {_name(part) for part in ends if count_words(part) <= self._options.repeated_line_words}


def _name(line: str) -> str:
    return digest(fold(line))[:16]
